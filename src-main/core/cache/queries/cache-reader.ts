import type { Text } from '#contract/message.ts';
import type { DesiredTerms } from '#contract/model/desired.ts';
import type { BrokerList } from '#contract/model/broker.ts';
import type { Dataset } from '#contract/model/status.ts';
import type { Margin, Strategy, StrategyDetails } from '#contract/model/strategy.ts';
import type { ComponentSignal, OpenPosition, Trade } from '#contract/model/trade.ts';
import type { RosterEntry, Subscriber } from '#contract/model/people.ts';
import type { Person, PersonRow } from '#contract/model/person.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import type { StoredDesired } from '#core/cache/tables/desired-table.ts';
import type { Slice } from '#core/cache/tables/slices.ts';
import type { StoredUnreadable } from '#core/cache/tables/unreadable-table.ts';

/** The cached state of a dataset. Times are unix seconds, null for never. */
export type StoredState = {
  readonly revision: number;
  readonly readAt: number | null;
  readonly failure: Text | null;
};

export type TradesPage = { readonly trades: Trade[]; readonly total: number; readonly revision: number };

/**
 * The stored data of a connection. Every call is synchronous. A damaged file answers as an empty
 * cache and causes no error.
 */
export interface CacheReader {
  strategies(): readonly Strategy[];
  strategiesState(): StoredState;
  details(systemId: string): StrategyDetails | null;
  margin(systemId: string): Margin | null;
  /** A page of all trades, newest first. `core/trades` has filters and other sort orders. */
  newestTrades(systemId: string, page: { readonly offset: number; readonly limit: number }): TradesPage;
  /** Trades by row id, in the given order. */
  tradesAt(rowIds: ArrayLike<number>): Trade[];
  tradesRevision(systemId: string): number;
  /** Null when the signals of this trade were never read. */
  components(systemId: string, tradeId: string): ComponentSignal[] | null;
  /** Open positions. The order desk computes how far stops protect them. */
  positions(systemId: string): readonly OpenPosition[];
  /** Whether some trades of the last reading of the open trades cannot be read. */
  hasUnreadableTrades(systemId: string): boolean;
  /** All stops that the working list shows as working. */
  workingStops(systemId: string): readonly CachedSignal[];
  /** State of the curve of a commission plan (`equity`) or of the list of a person (`brokers`). */
  variantState(systemId: string, dataset: Dataset, variant: string): StoredState;
  /** Strategies with a full sync in progress, and its start in unix seconds. */
  fullSyncs(): { readonly systemId: string; readonly since: number }[];
  /** The target portfolio of the platform; null when it was never read. */
  desired(systemId: string): StoredDesired | null;
  /** Terms of the options in the target portfolio of the platform. */
  desiredTerms(systemId: string): DesiredTerms[];
  subscribers(systemId: string): Subscriber[];
  /**
   * The brokers for the account of a person, or of the usual person (see `BrokersKey`) if none is
   * given. Null when they were never read.
   */
  brokers(systemId: string, personId?: string): BrokerList | null;
  /** The persons, other than the usual one, whose brokers were read. */
  brokerPersons(systemId: string): string[];
  roster(): RosterEntry[];
  rosterState(): StoredState;
  /** The people of the private platform. Returns the same array until one of them changes. */
  personRows(): readonly PersonRow[];
  /**
   * All data of all people. Returns the same array until one of them changes. The first call after
   * a change is slow if there are many people.
   */
  people(): readonly Person[];
  person(personId: string): Person | null;
  peopleState(): StoredState;
  /** Commission plans with a stored curve, without the platform's default. */
  plans(systemId: string): string[];
  /**
   * All signals, or, if there are more than `limit`, at least `limit` of them and at most a tenth
   * more. Signals that have not ended take precedence, then the ended signals that changed last.
   * The array is in no particular order. Returns the same array until a signal changes; unchanged
   * records remain the same objects.
   */
  signals(systemId: string, limit: number): readonly CachedSignal[];
  /** Signal records of which only a part can be read. Returns the same array until one changes. */
  unreadable(systemId: string): readonly StoredUnreadable[];
  /** The known signals among these service ids. */
  signalsById(systemId: string, serviceIds: readonly string[]): CachedSignal[];
  /** Point values in dollars, by symbol, each from the latest trade in dollars that states one. */
  pointValues(systemId: string): ReadonlyMap<string, string>;
  /** Windows of posting times that were read completely, newest first. */
  slices(systemId: string): Slice[];
  /**
   * Posting times of signals that have not ended and are not in the working list (pending or
   * unlisted), newest first, at most 500.
   */
  unresolvedTimes(systemId: string): number[];
  /** Posting time of the newest signal; null without signals. */
  newestPostingTime(systemId: string): number | null;
  datasets(systemId: string): Readonly<Record<Dataset, StoredState>>;
}
