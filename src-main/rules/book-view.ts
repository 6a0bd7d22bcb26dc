import type { TradingCalendar } from './expiry.ts';
import type { Signal } from './signal.ts';
import type { InstrumentTerms, Trade } from './trade.ts';
import type { RuleOptions } from './rule-options.ts';

/** What a decision may read of one strategy's signals and trades. Ended signals count: ids are unique across all time. */
export type BookView = {
  /** By the service's id, in any state. */
  signal(id: string): Signal | undefined;
  /** By either of its ids, in any state; the two never overlap within a strategy. */
  find(reference: string): Signal | undefined;
  byOwnId(ownId: string): Signal | undefined;
  /** Whether any signal, live or ended, was ever in this group. */
  groupKnown(ocaId: string): boolean;
  /** Whether a signal, by either of its ids, or a group ever went by this id. */
  known(id: string): boolean;
  liveMembers(ocaId: string): readonly Signal[];
  waitingChildren(parentId: string): readonly Signal[];
  openTrade(symbol: string): Trade | undefined;
};

/** What a decision is given besides the book. */
export type RuleContext = {
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * The next id of the counter that signals, groups and trades share. It gives no id twice and none that a caller ever chose, be it in the
   * request that is decided on.
   */
  readonly nextId: () => string;
  readonly options: RuleOptions;
  readonly terms: (symbol: string) => InstrumentTerms;
  /** Without it every weekday is a full day and no contract ends. */
  readonly calendar?: TradingCalendar;
};
