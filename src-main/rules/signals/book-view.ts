import type { TradingCalendar } from '#rules/calendar/expiry.ts';
import type { InstrumentTerms, Trade, FillPart } from '#rules/trades/trade.ts';
import type { RuleOptions } from './rule-options.ts';
import type { Signal } from './signal.ts';

/** What an id is used for: the service id of a signal, the own id of a signal, or a group. */
export type IdUse = 'signal' | 'ownId' | 'group';

/**
 * What a decision may read of one strategy's signals and trades. A decision is a function that
 * places, cancels, releases, expires or fills signals. Ended signals are included, because an id is
 * never used again.
 */
export type BookView = {
  /** By the service's id, in any state. */
  signal(id: string): Signal | undefined;
  /** By service id or own id, in any state. The two never overlap within a strategy. */
  find(reference: string): Signal | undefined;
  byOwnId(ownId: string): Signal | undefined;
  /** What this id is used for, live or ended; undefined when it was never used. */
  usedAs(id: string): IdUse | undefined;
  liveMembers(ocaId: string): readonly Signal[];
  /** The children that wait for this live signal. */
  waitingChildren(parent: Pick<Signal, 'id'>): readonly Signal[];
  openTrade(symbol: string): Trade | undefined;
};

/**
 * The result of a decision: the new values of signals and trades, and the fills that trades are
 * made of.
 */
export type BookChange = {
  readonly signals: readonly Signal[];
  readonly trades: readonly Trade[];
  readonly fillParts: readonly FillPart[];
};

/** What a decision is given besides the book. */
export type RuleContext = {
  /** Milliseconds since 1970. */
  readonly now: number;
  /**
   * The next id of the counter that signals, groups and trades share. It returns no id twice, and
   * no id that a caller has chosen, including those of the current request.
   */
  readonly nextId: () => string;
  readonly options: RuleOptions;
  readonly terms: (symbol: string) => InstrumentTerms;
  /** Without it every weekday is a full day and no contract ends. */
  readonly calendar?: TradingCalendar;
};
