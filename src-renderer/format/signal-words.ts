import type { Signal, SignalRole, SignalState } from '#contract/model/signal.ts';
import { priceText } from './price-text.ts';

export const stateWords: Readonly<Record<SignalState, string>> = {
  working: 'Working',
  traded: 'Filled',
  canceled: 'Canceled',
  expired: 'Expired',
  waiting: 'Pending parent',
  queued: 'Queued',
  held: 'On hold',
  sending: 'Submitted',
  unknown: 'Unknown',
  absent: 'Not visible',
  rejected: 'Rejected',
  'not-sent': 'Denied',
  abandoned: 'Abandoned',
  unlisted: 'Unlisted',
};

/**
 * The state in words. A waiting order is parked if it has a release time and no parent to wait for.
 */
export function stateText({ state, parkedUntil, cause }: Pick<Signal, 'state' | 'parkedUntil' | 'cause'>): string {
  const isParked = state === 'waiting' && parkedUntil !== null && cause?.code !== 'parent-not-filled';
  return isParked ? 'Parked' : stateWords[state];
}

export const roleWords: Readonly<Record<SignalRole, string>> = {
  order: '',
  target: 'Target',
  stop: 'Stop',
  conditional: 'Conditional',
};

/** Order type and price: `MKT`, `LMT 182.50`, `STP 178`. A market order never shows a price. */
export function kindText(signal: Pick<Signal, 'kind' | 'limit' | 'stop'>): string {
  if (signal.kind === 'market') return 'MKT';
  return signal.kind === 'limit' ? `LMT ${priceText(signal.limit)}` : `STP ${priceText(signal.stop)}`;
}

/** True if the order can still fill, or is not known to have ended. */
export function isOpenState(state: SignalState): boolean {
  return !['traded', 'canceled', 'expired', 'rejected', 'not-sent', 'abandoned'].includes(state);
}
