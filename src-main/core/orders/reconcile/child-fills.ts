import type { Notice } from '#contract/model/status.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import { serviceRowId } from '#core/orders/blotter/blotter-rows.ts';
import type { NamedRecords } from '#core/orders/blotter/named-records.ts';
import { nestedParentRowId } from '#core/orders/blotter/nested-parent-row.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';

/**
 * Makes notices for fills of bracket legs and nested parents, which have no journal row of their
 * own. Fills from before the first reading make no notice.
 */
export class ChildFills {
  readonly #lastStatus = new Map<string, SignalRecord['status']>();

  notices(rows: readonly OrderRow[], { byService }: NamedRecords<SignalRecord>, now: number): Notice[] {
    const found: Notice[] = [];
    for (const { rowId, serviceIds, ticket, mirror } of rows) {
      for (const [leg, id, shownAs] of [
        ['target', serviceIds.target, serviceRowId(serviceIds.target ?? '')] as const,
        ['stop', serviceIds.stop, serviceRowId(serviceIds.stop ?? '')] as const,
        ['parent', ticket.parent ? serviceIds.parent : null, nestedParentRowId(rowId)] as const,
      ]) {
        const record = byService.get(id ?? '');
        if (!record) continue;
        // A child may be filled in the reading that first shows it. That fill is old if the row
        // showed before that its order had filled or, for a nested parent, no longer waited.
        const isOld = leg === 'parent' ? mirror !== null && mirror.status !== 'waiting' : mirror?.status === 'traded';
        const before = this.#lastStatus.get(record.serviceId) ?? (isOld ? record.status : 'waiting');
        this.#lastStatus.set(record.serviceId, record.status);
        if (record.status !== 'traded' || before === 'traded') continue;
        const { action, quantity, symbol } = record;
        found.push({
          id: `fill-${record.serviceId}`,
          level: 'good',
          announced: 'fill',
          title: { code: 'notice.leg-filled', leg, action, quantity, symbol },
          text: { code: 'notice.fill-price', price: record.tradedPrice },
          at: record.tradedAt ?? Math.floor(now / 1000),
          rowId: shownAs,
          systemId: ticket.systemId,
        });
      }
    }
    return found;
  }
}
