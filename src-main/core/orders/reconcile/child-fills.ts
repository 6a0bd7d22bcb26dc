import type { Notice } from '#contract/model/status.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import { serviceRowId } from '#core/orders/blotter/blotter-rows.ts';
import type { RecordsById } from '#core/orders/blotter/records-by-id.ts';
import { nestedParentRowId } from '#core/orders/blotter/nested-parent-row.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';

/**
 * Makes notices for fills of bracket legs and nested parents, which have no journal row of their
 * own. Fills from before the first reading make no notice.
 */
export class ChildFills {
  readonly #lastStatus = new Map<string, SignalRecord['status']>();

  notices(rows: readonly OrderRow[], { byService }: RecordsById<SignalRecord>, now: number): Notice[] {
    const found: Notice[] = [];
    for (const { rowId, serviceIds, ticket, mirror } of rows) {
      for (const [leg, id, noticeRowId] of [
        ['target', serviceIds.target, serviceRowId(serviceIds.target ?? '')] as const,
        ['stop', serviceIds.stop, serviceRowId(serviceIds.stop ?? '')] as const,
        ['parent', ticket.parent ? serviceIds.parent : null, nestedParentRowId(rowId)] as const,
      ]) {
        const record = byService.get(id ?? '');
        if (!record) continue;
        // A leg or a nested parent may be filled in the reading that first shows it. The fill of a
        // leg is old if, before this reading, the order was known as filled. The fill of a nested
        // parent is old if, before this reading, the order had a known state other than waiting.
        const isOld = leg === 'parent' ? mirror !== null && mirror.status !== 'waiting' : mirror?.status === 'traded';
        const previousStatus = this.#lastStatus.get(record.serviceId) ?? (isOld ? record.status : 'waiting');
        this.#lastStatus.set(record.serviceId, record.status);
        if (record.status !== 'traded' || previousStatus === 'traded') continue;
        const { action, quantity, symbol } = record;
        found.push({
          id: `fill-${record.serviceId}`,
          level: 'good',
          announced: 'fill',
          title: { code: 'notice.leg-filled', leg, action, quantity, symbol },
          text: { code: 'notice.fill-price', price: record.tradedPrice },
          at: record.tradedAt ?? Math.floor(now / 1000),
          rowId: noticeRowId,
          systemId: ticket.systemId,
        });
      }
    }
    return found;
  }
}
