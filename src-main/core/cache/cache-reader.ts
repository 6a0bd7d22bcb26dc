import type { Dataset } from '#contract/model/status.ts';
import type { Margin, Strategy, StrategyDetails } from '#contract/model/strategy.ts';
import type { ComponentSignal, HeldPosition, Trade } from '#contract/model/trade.ts';
import type { RosterEntry, Subscriber } from '#contract/model/people.ts';
import type { CachedSignal } from './cached-signal.ts';
import type { StoredDesired } from './desired-table.ts';
import type { Slice } from './slices.ts';
import type { StoredUnreadable } from './unreadable-table.ts';

/** How a dataset stands in the cache: unix seconds, null for never. */
export type StoredState = {
  readonly revision: number;
  readonly readAt: number | null;
  readonly failure: string | null;
};

export type TradesPage = { readonly trades: Trade[]; readonly total: number; readonly revision: number };

/** What is known of a profile's strategies, from disk alone. Every call answers at once and never throws for damage. */
export interface CacheReader {
  strategies(): readonly Strategy[];
  strategiesState(): StoredState;
  details(systemId: string): StrategyDetails | null;
  margin(systemId: string): Margin | null;
  /** A page of all trades. Filtered and sorted ones: `core/trades`. */
  newestTrades(systemId: string, page: { readonly offset: number; readonly limit: number }): TradesPage;
  /** Trades by the row ids of a selection, in its order. */
  tradesAt(rowIds: ArrayLike<number>): Trade[];
  tradesRevision(systemId: string): number;
  /** Null when the signals of this trade were never read. */
  components(systemId: string, tradeId: string): ComponentSignal[] | null;
  /** What is held. How far stops protect it is the order desk's answer. */
  positions(systemId: string): readonly HeldPosition[];
  /** The stops that the working list shows as working, all of them. */
  workingStops(systemId: string): readonly CachedSignal[];
  /** `plan` is empty for what the platform gives unasked. */
  equityState(systemId: string, plan: string): StoredState;
  /** Strategies whose reading as a whole is not over, and the second at which it began. */
  wholeReadings(): { readonly systemId: string; readonly since: number }[];
  /** The target portfolio that the platform had; null when it was never read. */
  desired(systemId: string): StoredDesired | null;
  subscribers(systemId: string): Subscriber[];
  roster(): RosterEntry[];
  rosterState(): StoredState;
  /** Commission plans of which a curve is stored, without the platform's own. */
  plans(systemId: string): string[];
  /**
   * All that live and the most recently changed, at least `limit` of them where there are as many, in no order. The same array
   * until one changes, and then the same record for each that did not.
   */
  signals(systemId: string, limit: number): readonly CachedSignal[];
  /** Records of its signal lists that cannot be read as a whole: the same array until one changes. */
  unreadable(systemId: string): readonly StoredUnreadable[];
  /** Those of the ids (service ids) that are known. */
  signalsById(systemId: string, serviceIds: readonly string[]): CachedSignal[];
  /** Point value of a symbol as the latest trade in it gave it; null when none did. */
  pointValue(systemId: string, symbol: string): string | null;
  /** Windows of posting times whose signals were all read, newest first. */
  slices(systemId: string): Slice[];
  /** Posting times of signals that live and stand in no working list (waiting, or no longer listed), newest first. */
  looseTimes(systemId: string): number[];
  /** Posting time of the newest signal that is known; null when none is. */
  newestPosted(systemId: string): number | null;
  datasets(systemId: string): Readonly<Record<Dataset, StoredState>>;
}
