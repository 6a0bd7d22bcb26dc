import { couldBe, isRecordOf, type OrderTraits, type UnreadableSignal } from '#core/unreadable-signal.ts';
import type { Search } from './match.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import { noServiceIds } from '#core/orders/journal/order-row.ts';

type Lists = {
  readonly search: Search;
  readonly unreadable: readonly UnreadableSignal[];
};

/**
 * The unreadable records that could be this order, the parent entered with it, or the order that it
 * replaces. While there is one, lists that show none of these orders prove nothing.
 */
export function unreadableFor({ search, unreadable }: Lists): UnreadableSignal[] {
  if (unreadable.length === 0) return [];
  const { ticket, parentOwnId } = search.row;
  const own = traitsOf(search);
  const orders = [own];
  if (ticket.parent && parentOwnId !== undefined) {
    const { symbol, action } = ticket.parent;
    orders.push({ ...own, ownId: parentOwnId, symbol, action });
  }
  const replaced = replacedTraits(search, own);
  if (replaced) orders.push(replaced);
  return unreadable.filter((record) => orders.some((order) => couldBe(record, order)));
}

/** The unreadable record with this order's own id. It proves that the order arrived. */
export const unreadableOwn = ({ search, unreadable }: Lists): UnreadableSignal | undefined =>
  unreadable.find((record) => isRecordOf(record, traitsOf(search)));

export const unreadableMatchEvent = (
  { serviceId, problem }: UnreadableSignal,
  at: number,
): Extract<OrderEvent, { type: 'own-id-match' }> => ({
  type: 'own-id-match',
  at,
  serviceIds: { ...noServiceIds, signal: serviceId },
  mirror: null,
  alarm: { code: 'order.record-unreadable' },
  evidence: { rule: 'unreadable-own-id', serviceId, problem },
});

function traitsOf({ row, records, claimed, window }: Search): OrderTraits {
  const { systemId, symbol, action } = row.ticket;
  const readIds = records.map(({ serviceId }) => serviceId);
  const otherIds = new Set([...claimed, ...row.preExistingMatches, ...readIds]);
  return { systemId, symbol, action, serviceId: null, ownId: row.ownId, posted: window, otherIds };
}

/**
 * Traits of the replaced order; null if there is none or the lists show it. Its ids and its posting
 * time are null, so that they exclude no record: the ticket may name either id of the order, and
 * `window` is for the new order.
 */
function replacedTraits({ row, records }: Search, own: OrderTraits): OrderTraits | null {
  const id = row.ticket.replaces?.serviceId;
  if (id === undefined || records.some(({ serviceId, ownId }) => serviceId === id || ownId === id)) return null;
  const otherIds = new Set([...own.otherIds].filter((other) => other !== id));
  return { ...own, serviceId: null, ownId: null, posted: null, otherIds };
}
