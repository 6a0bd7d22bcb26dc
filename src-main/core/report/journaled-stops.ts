import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isOwn, type Owner } from '#core/owner.ts';

/** A stop price that was entered here and accepted by the platform. */
export type JournaledStop = {
  readonly symbol: string;
  /** Side of the position it protects. */
  readonly side: 'long' | 'short';
  /** The text that was sent. */
  readonly price: string;
  /**
   * Service id of the entry that it belongs to, as a bracket or as a conditional order. Null for a
   * separate stop.
   */
  readonly entryId: string | null;
  /** Unix seconds of the sending, by the clock of the service if known: trades use that clock. */
  readonly at: number;
};

/**
 * Stops of one strategy from the journal, in the order of sending. A stop that the platform never
 * accepted protected nothing and is left out.
 */
export function journaledStops(orders: Iterable<OrderRow>, owner: Owner, systemId: string): JournaledStop[] {
  const own = [...orders].filter((order) => isOwn(owner, order) && order.ticket.systemId === systemId);
  const serviceIdByOwnId = new Map(own.map(({ ownId, serviceIds }) => [ownId, serviceIds.signal]));
  const found = own.map((order) => stopOf(order, serviceIdByOwnId)).filter((stop) => stop !== null);
  return found.sort((left, right) => left.at - right.at);
}

function stopOf(
  { ticket, serviceIds, sentAt, sentServiceAt }: OrderRow,
  serviceIdByOwnId: ReadonlyMap<string, string | null>,
): JournaledStop | null {
  if (serviceIds.signal === null || sentAt === null) return null;
  const { action, price, symbol, stopLoss } = ticket;
  const at = Math.floor((sentServiceAt ?? sentAt) / 1000);
  if (action === 'STC' || action === 'BTC') {
    if (price.kind !== 'stop') return null;
    const parentId = serviceIds.parent ?? ticket.conditionalUpon;
    const entryId = parentId === null ? null : (serviceIdByOwnId.get(parentId) ?? parentId);
    return { symbol, side: action === 'STC' ? 'long' : 'short', price: price.stop, entryId, at };
  }
  if (stopLoss === null) return null;
  return { symbol, side: action === 'BTO' ? 'long' : 'short', price: stopLoss, entryId: serviceIds.signal, at };
}
