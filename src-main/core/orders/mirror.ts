import type { SignalRecord } from '#core/signal-record.ts';
import type { Mirror } from './order-row.ts';

/** What a record says of an order, in the journal's words; null for a status that we do not know. */
export function mirrorOf(record: SignalRecord): Mirror | null {
  if (record.status === 'other') return null;
  const at = { traded: record.tradedAt, canceled: record.canceledAt, expired: record.expiredAt }[endOf(record.status)];
  return { status: record.status, tradedPrice: record.tradedPrice, at: at ?? record.postedAt };
}

const endOf = (status: SignalRecord['status']): 'traded' | 'canceled' | 'expired' =>
  status === 'traded' || status === 'expired' ? status : 'canceled';

const ended = ['traded', 'canceled', 'expired'];

/**
 * Whether a record tells something new. Traded, canceled and expired are absorbing (I1): a list that is older than what we
 * know never brings an order back.
 */
export function tellsMore(known: Mirror | null, seen: Mirror | null): seen is Mirror {
  if (seen === null) return false;
  if (known === null) return true;
  if (ended.includes(known.status)) return false;
  return known.status !== seen.status;
}
