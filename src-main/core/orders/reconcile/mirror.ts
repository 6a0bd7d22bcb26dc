import type { SignalRecord } from '#core/signal-record.ts';
import type { Mirror } from '#core/orders/journal/order-row.ts';

/**
 * The state of a record in the form that the journal stores; null for an unknown status. `at` is
 * the posting time of an order that works or waits. For an order that has ended it is the time of
 * the end, null if the record does not show it.
 */
export function mirrorOf(record: SignalRecord): Mirror | null {
  const { status, tradedPrice, postedAt } = record;
  if (status === 'other') return null;
  const ends = { traded: record.tradedAt, canceled: record.canceledAt, expired: record.expiredAt };
  return { status, tradedPrice, at: status === 'working' || status === 'waiting' ? postedAt : ends[status] };
}

const finalStates = ['traded', 'canceled', 'expired'];

/**
 * Whether a record adds information. Traded, canceled and expired are final (order-safety I1): a
 * list that is older than the known state never makes an order live again.
 */
export function addsInformation(known: Mirror | null, seen: Mirror | null): seen is Mirror {
  if (seen === null) return false;
  if (known === null) return true;
  if (finalStates.includes(known.status)) return false;
  return known.status !== seen.status;
}
