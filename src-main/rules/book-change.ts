import type { Signal } from './signal.ts';
import type { Trade, TradeLeg } from './trade.ts';

/** What a decision wants changed: the new values of signals and trades, and the fills that trades are made of. */
export type BookChange = {
  readonly signals: readonly Signal[];
  readonly trades: readonly Trade[];
  readonly legs: readonly TradeLeg[];
};
