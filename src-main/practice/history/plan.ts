import type { Cause } from '#rules/signals/cause.ts';
import type { Fixed } from '#rules/decimal.ts';
import type { Signal } from '#rules/signals/signal.ts';

/**
 * A signal of the seeded past before it has an id. It refers to other signals by their plans. Ids
 * are given when all signals are sorted by time.
 */
export type PlannedSignal = Pick<
  Signal,
  | ('action' | 'quantity' | 'symbol' | 'instrument' | 'duration' | 'limit' | 'stop' | 'role')
  | ('postedAt' | 'state' | 'endedAt')
> & {
  readonly tradedPrice: Fixed | null;
  readonly parent: PlannedSignal | null;
  /** The kind of its cause, and the signal that the cause names. */
  readonly cause: { readonly kind: Cause['kind']; readonly by: () => PlannedSignal } | null;
};

/** A position of the past: its signals in the order in which they were posted. */
export type PlannedTrade = {
  readonly symbol: string;
  readonly signals: readonly PlannedSignal[];
  readonly openedAt: number;
  /** No other position on the same price path opens before this time. */
  readonly busyUntil: number;
  /** For an option that is held until it expires, its value on that day. Otherwise null. */
  readonly settlement: { readonly at: number; readonly price: Fixed } | null;
};

export function plannedSignal(
  signal: Pick<PlannedSignal, 'action' | 'quantity' | 'symbol' | 'instrument' | 'postedAt'>,
): PlannedSignal {
  return {
    ...signal,
    duration: 'GTC',
    limit: null,
    stop: null,
    role: 'order',
    state: 'working',
    endedAt: null,
    tradedPrice: null,
    parent: null,
    cause: null,
  };
}
