import type { Signal, SignalRole, SignalState } from '#contract/model/signal.ts';
import { priceText } from './price-text.ts';

export const stateWords: Readonly<Record<SignalState, string>> = {
  working: 'Working',
  traded: 'Traded',
  canceled: 'Canceled',
  expired: 'Expired',
  waiting: 'Waiting',
  queued: 'Queued',
  held: 'Held',
  sending: 'Sending',
  unknown: 'Unknown',
  absent: 'Not visible',
  rejected: 'Rejected',
  'not-sent': 'Not sent',
  abandoned: 'Abandoned',
  unlisted: 'Unlisted',
};

export const roleWords: Readonly<Record<SignalRole, string>> = {
  order: '',
  target: 'Target',
  stop: 'Stop',
  conditional: 'Conditional',
};

/** Kind and price in one: `MKT`, `LMT 182.50`, `STP 178`. A market order never shows a price. */
export function kindText(signal: Pick<Signal, 'kind' | 'limit' | 'stop'>): string {
  if (signal.kind === 'market') return 'MKT';
  return signal.kind === 'limit' ? `LMT ${priceText(signal.limit)}` : `STP ${priceText(signal.stop)}`;
}

/** States in which the order may still trade, or may not be known to have ended. */
export function isLive(state: SignalState): boolean {
  return !['traded', 'canceled', 'expired', 'rejected', 'not-sent', 'abandoned'].includes(state);
}
