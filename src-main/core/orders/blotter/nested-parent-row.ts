import type { Signal } from '#contract/model/signal.ts';
import type { NestedOrder } from '#contract/model/ticket.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { externalRow } from './blotter-rows.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isAccepted } from '#core/orders/journal/row-states.ts';

/**
 * The row id of a parent that was entered nested in an order. The parent has no journal row of its
 * own, and belongs to this program from the moment the order was entered.
 */
export const nestedParentRowId = (rowId: string): string => `${rowId}:parent`;

/**
 * The blotter row of the parent that was entered with this order. It is shown as soon as the order
 * is in the journal. Its state is that of the order's request until an answer or a list names the
 * parent.
 */
export function nestedParentRow(
  row: OrderRow,
  nested: NestedOrder,
  order: Signal,
  record: CachedSignal | undefined,
): Signal {
  const common = {
    rowId: nestedParentRowId(row.rowId),
    ownId: row.parentOwnId ?? null,
    role: 'order',
    links: isAccepted(row) ? 'known' : 'unknown',
  } as const;
  if (record) return { ...externalRow(record), ...common };
  const { action, quantity, symbol, instrument, duration, price } = nested;
  return {
    ...common,
    systemId: row.ticket.systemId,
    serviceId: row.serviceIds.parent,
    parentRowId: null,
    ocaGroupId: null,
    action,
    quantity,
    symbol,
    name: '',
    instrument,
    kind: price.kind,
    limit: price.kind === 'limit' ? price.limit : null,
    stop: price.kind === 'stop' ? price.stop : null,
    duration,
    parkedUntil: null,
    state: isAccepted(row) ? unseenParentState(order) : order.state,
    postedAt: isAccepted(row) ? order.postedAt : null,
    endedAt: null,
    tradedPrice: null,
    changedAt: order.changedAt,
    tradeId: null,
    cause: null,
    journal: null,
  };
}

/**
 * The state of a parent that no list has shown. The parent works while its child waits or is itself
 * unlisted. After that, only a list can show its state (order-safety I3).
 */
function unseenParentState({ state }: Signal): Signal['state'] {
  return state === 'waiting' || state === 'unlisted' ? 'working' : 'unlisted';
}
