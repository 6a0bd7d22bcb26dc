import type { Cause } from '#rules/signals/cause.ts';
import type { Fixed } from '#rules/decimal.ts';
import type { Action, Duration, InstrumentType } from '#rules/order-terms.ts';
import type { SignalRole, SignalState } from '#rules/signals/signal.ts';

/**
 * A signal of the past before ids are drawn. Links point at other plans; ids follow when all are
 * sorted by time.
 */
export type PlannedSignal = {
  readonly action: Action;
  readonly quantity: Fixed;
  readonly symbol: string;
  readonly instrument: InstrumentType;
  readonly duration: Duration;
  readonly limit: Fixed | null;
  readonly stop: Fixed | null;
  readonly role: SignalRole;
  readonly postedAt: number;
  readonly state: SignalState;
  readonly endedAt: number | null;
  readonly price: Fixed | null;
  readonly parent: PlannedSignal | null;
  /** By whom, for a cause that names a signal. */
  readonly because: { readonly kind: Cause['kind']; readonly by: () => PlannedSignal } | null;
};

/** A position of the past: its signals in the order in which they were posted. */
export type PlannedTrade = {
  readonly symbol: string;
  readonly signals: readonly PlannedSignal[];
  readonly openedAt: number;
  readonly busyUntil: number;
  /** Of an option held to its last day: what it was worth then. */
  readonly settle: { readonly at: number; readonly price: Fixed } | null;
};

export function plain(
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
    price: null,
    parent: null,
    because: null,
  };
}
