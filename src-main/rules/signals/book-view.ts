import type { TradingCalendar } from '#rules/calendar/expiry.ts';
import type { InstrumentTerms, Trade, TradeLeg } from '#rules/trades/trade.ts';
import type { RuleOptions } from './rule-options.ts';
import type { Signal } from './signal.ts';

/** What an id names: a signal by the service's id, or by its own id, or a group. */
export type IdUse = 'signal' | 'ownId' | 'group';

/**
 * What a decision may read of one strategy's signals and trades. Ended signals count: ids are
 * unique across all time.
 */
export type BookView = {
  /** By the service's id, in any state. */
  signal(id: string): Signal | undefined;
  /** By either of its ids, in any state; the two never overlap within a strategy. */
  find(reference: string): Signal | undefined;
  byOwnId(ownId: string): Signal | undefined;
  /** What goes by this id, live or ended; undefined when nothing ever did. */
  usedAs(id: string): IdUse | undefined;
  liveMembers(ocaId: string): readonly Signal[];
  /** Of a live signal. */
  waitingChildren(parent: Pick<Signal, 'id'>): readonly Signal[];
  openTrade(symbol: string): Trade | undefined;
};

/**
 * What a decision wants changed: the new values of signals and trades, and the fills that trades
 * are made of.
 */
export type BookChange = {
  readonly signals: readonly Signal[];
  readonly trades: readonly Trade[];
  readonly legs: readonly TradeLeg[];
};

/** What a decision is given besides the book. */
export type RuleContext = {
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * The next id of the counter that signals, groups and trades share. It gives no id twice and none
   * that a caller ever chose, be it in the request that is decided on.
   */
  readonly nextId: () => string;
  readonly options: RuleOptions;
  readonly terms: (symbol: string) => InstrumentTerms;
  /** Without it every weekday is a full day and no contract ends. */
  readonly calendar?: TradingCalendar;
};
