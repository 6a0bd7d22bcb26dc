import type { Cause } from './cause.ts';
import type { Signal, SignalState } from './signal.ts';
import type { Trade, TradeLeg } from './trade.ts';

export type SignalEvent = {
  readonly kind: 'signal';
  readonly id: string;
  readonly from: SignalState | 'none';
  readonly to: SignalState;
  readonly cause: Cause | null;
  readonly at: number;
};
export type TradeEvent = {
  readonly kind: 'trade';
  readonly id: string;
  readonly what: 'opened' | 'increased' | 'reduced' | 'closed';
  readonly by: string;
  readonly at: number;
};
export type BookEvent = SignalEvent | TradeEvent;

/** What a decision wants changed: the new values of signals and trades, and in which order it came about. */
export type BookChange = {
  readonly signals: readonly Signal[];
  readonly trades: readonly Trade[];
  readonly legs: readonly TradeLeg[];
  readonly events: readonly BookEvent[];
};
