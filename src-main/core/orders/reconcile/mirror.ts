import type { SignalRecord } from '#core/signal-record.ts';
import type { Mirror } from '#core/orders/journal/order-row.ts';

/** The state of a record in the form that the journal stores; null for an unknown status. */
export function mirrorOf(record: SignalRecord): Mirror | null {
  if (record.status === 'other') return null;
  const at = { traded: record.tradedAt, canceled: record.canceledAt, expired: record.expiredAt }[endOf(record.status)];
  return { status: record.status, tradedPrice: record.tradedPrice, at: at ?? record.postedAt };
}

/**
 * How the order ended. `canceled` also if it has not ended: such a record has no `canceledAt`, and
 * `postedAt` is used instead.
 */
const endOf = (status: SignalRecord['status']): 'traded' | 'canceled' | 'expired' =>
  status === 'traded' || status === 'expired' ? status : 'canceled';

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
