import { eachDataset } from '#core/cache/each-dataset.ts';
import type { DatabaseSync } from 'node:sqlite';
import type { DesiredTerms } from '#contract/model/desired.ts';
import type { BrokerList } from '#contract/model/broker.ts';
import { RosterEntry, Subscriber } from '#contract/model/people.ts';
import type { Person, PersonRow } from '#contract/model/person.ts';
import type { Dataset } from '#contract/model/status.ts';
import type { Margin, Strategy, StrategyDetails } from '#contract/model/strategy.ts';
import type { ComponentSignal, OpenPosition, Trade } from '#contract/model/trade.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import type { CacheReader, StoredState, TradesPage } from './cache-reader.ts';
import { readComponents } from '#core/cache/tables/components-table.ts';
import { isDamage } from '#core/sqlite/database.ts';
import { readBrokerPersons, readBrokers } from '#core/cache/tables/brokers-table.ts';
import { readDesired, readDesiredTerms, type StoredDesired } from '#core/cache/tables/desired-table.ts';
import { readLatestSignals, type LatestSignals } from './latest-signals.ts';
import { readList } from '#core/cache/tables/listed-records.ts';
import { readPeople, readPerson, readPersonRows } from '#core/cache/tables/people-table.ts';
import { readPlans } from '#core/cache/tables/equity-table.ts';
import { Compile } from 'typebox/compile';
import { readPointValues } from '#core/cache/tables/point-values.ts';
import { positionsOf } from './positions.ts';
import {
  isPartlyRead,
  variantReading,
  peopleReading,
  readingsStamp,
  readFullSyncs,
  rosterReading,
  signalLists,
  storedState,
  strategiesReading,
  tradeLists,
} from './readings.ts';
import {
  unresolvedTimes,
  newestPostingTime,
  readSignalsById,
  readWorkingStops,
} from '#core/cache/tables/signals-table.ts';
import { readSlices, type Slice } from '#core/cache/tables/slices.ts';
import { readDetails, readMargin, readStrategies } from '#core/cache/tables/strategies-table.ts';
import { readNewestTrades, readOpenTrades, readTradesAt } from '#core/cache/tables/trades-table.ts';
import { readUnreadable, type StoredUnreadable } from '#core/cache/tables/unreadable-table.ts';
import { VersionedCache, type StampedRead } from './versioned-cache.ts';

const isSubscriber = Compile(Subscriber);
const isRosterEntry = Compile(RosterEntry);
const neverRead: StoredState = { revision: 0, readAt: null, failure: null };
const noStates = eachDataset(() => neverRead);
const noSignals: LatestSignals = { records: [], revision: 0, removalsRevision: 0 };

/**
 * Reads through the database connection of one thread. A damaged file is reported once and then
 * answers as an empty cache.
 */
export class CachedData implements CacheReader {
  readonly #database: () => DatabaseSync;
  readonly #onDamage: () => void;
  readonly #signals = new VersionedCache<LatestSignals>();
  readonly #unreadable = new VersionedCache<readonly StoredUnreadable[]>();
  readonly #states = new VersionedCache<Readonly<Record<Dataset, StoredState>>>();
  readonly #positions = new VersionedCache<readonly OpenPosition[]>();
  readonly #workingStops = new VersionedCache<readonly CachedSignal[]>();
  readonly #pointValues = new VersionedCache<ReadonlyMap<string, string>>();
  readonly #strategies = new VersionedCache<readonly Strategy[]>();
  readonly #personRows = new VersionedCache<readonly PersonRow[]>();
  readonly #people = new VersionedCache<readonly Person[]>();
  #damagedDatabase: DatabaseSync | null = null;

  constructor(database: () => DatabaseSync, onDamage: () => void) {
    this.#database = database;
    this.#onDamage = onDamage;
  }

  strategies(): readonly Strategy[] {
    return this.#read((db) => this.#strategies.of(db, '', strategiesQuery), []);
  }

  strategiesState(): StoredState {
    return this.#read((db) => storedState(db, strategiesReading), neverRead);
  }

  details(systemId: string): StrategyDetails | null {
    return this.#read((db) => readDetails(db, systemId), null);
  }

  margin(systemId: string): Margin | null {
    return this.#read((db) => readMargin(db, systemId), null);
  }

  newestTrades(systemId: string, page: { readonly offset: number; readonly limit: number }): TradesPage {
    return this.#read((db) => ({ ...readNewestTrades(db, systemId, page), revision: this.tradesRevision(systemId) }), {
      trades: [],
      total: 0,
      revision: 0,
    });
  }

  tradesAt(rowIds: ArrayLike<number>): Trade[] {
    return this.#read((db) => readTradesAt(db, rowIds), []);
  }

  tradesRevision(systemId: string): number {
    return this.#read((db) => storedState(db, { systemId, dataset: 'trades' }).revision, 0);
  }

  components(systemId: string, tradeId: string): ComponentSignal[] | null {
    return this.#read((db) => readComponents(db, systemId, tradeId), null);
  }

  positions(systemId: string): readonly OpenPosition[] {
    return this.#read((db) => this.#positions.of(db, systemId, positionsQuery(systemId)), []);
  }

  hasUnreadableTrades(systemId: string): boolean {
    return this.#read((db) => isPartlyRead(db, { systemId, dataset: 'tradesOpen' }), false);
  }

  workingStops(systemId: string): readonly CachedSignal[] {
    return this.#read((db) => this.#workingStops.of(db, systemId, workingStopsQuery(systemId)), []);
  }

  variantState(systemId: string, dataset: Dataset, variant: string): StoredState {
    return this.#read((db) => storedState(db, variantReading(systemId, dataset, variant)), neverRead);
  }

  fullSyncs(): { readonly systemId: string; readonly since: number }[] {
    return this.#read(readFullSyncs, []);
  }

  desired(systemId: string): StoredDesired | null {
    return this.#read((db) => readDesired(db, systemId), null);
  }

  desiredTerms(systemId: string): DesiredTerms[] {
    return this.#read((db) => readDesiredTerms(db, systemId), []);
  }

  subscribers(systemId: string): Subscriber[] {
    return this.#read((db) => readList(db, 'subscribers', systemId, isSubscriber), []);
  }

  brokers(systemId: string, personId = ''): BrokerList | null {
    return this.#read((db) => readBrokers(db, { systemId, personId }), null);
  }

  brokerPersons(systemId: string): string[] {
    return this.#read((db) => readBrokerPersons(db, systemId), []);
  }

  roster(): RosterEntry[] {
    return this.#read((db) => readList(db, 'roster', '', isRosterEntry), []);
  }

  rosterState(): StoredState {
    return this.#read((db) => storedState(db, rosterReading), neverRead);
  }

  personRows(): readonly PersonRow[] {
    return this.#read((db) => this.#personRows.of(db, '', personRowsQuery), []);
  }

  people(): readonly Person[] {
    return this.#read((db) => this.#people.of(db, '', peopleQuery), []);
  }

  person(personId: string): Person | null {
    return this.#read((db) => readPerson(db, personId), null);
  }

  peopleState(): StoredState {
    return this.#read((db) => storedState(db, peopleReading), neverRead);
  }

  plans(systemId: string): string[] {
    return this.#read((db) => readPlans(db, systemId), []);
  }

  signals(systemId: string, limit: number): readonly CachedSignal[] {
    const key = `${systemId} ${limit}`;
    return this.#read((db) => this.#signals.of(db, key, signalsQuery(systemId, limit)), noSignals).records;
  }

  unreadable(systemId: string): readonly StoredUnreadable[] {
    return this.#read((db) => this.#unreadable.of(db, systemId, unreadableQuery(systemId)), []);
  }

  signalsById(systemId: string, serviceIds: readonly string[]): CachedSignal[] {
    return this.#read((db) => readSignalsById(db, systemId, serviceIds), []);
  }

  pointValues(systemId: string): ReadonlyMap<string, string> {
    return this.#read((db) => this.#pointValues.of(db, systemId, pointValuesQuery(systemId)), noPointValues);
  }

  slices(systemId: string): Slice[] {
    return this.#read((db) => readSlices(db, systemId), []);
  }

  unresolvedTimes(systemId: string): number[] {
    return this.#read((db) => unresolvedTimes(db, systemId), []);
  }

  newestPostingTime(systemId: string): number | null {
    return this.#read((db) => newestPostingTime(db, systemId), null);
  }

  datasets(systemId: string): Readonly<Record<Dataset, StoredState>> {
    return this.#read((db) => this.#states.of(db, systemId, statesQuery(systemId)), noStates);
  }

  #read<Value>(work: (db: DatabaseSync) => Value, empty: Value): Value {
    const db = this.#database();
    // Other parts of the file may still be readable. A list with a readable age and unreadable rows
    // would then look empty.
    if (this.#damagedDatabase === db) return empty;
    try {
      return work(db);
    } catch (error) {
      if (!isDamage(error)) throw error;
      this.#damagedDatabase = db;
      this.#onDamage();
      return empty;
    }
  }
}

const strategiesQuery: StampedRead<readonly Strategy[]> = {
  stamp: (db) => String(storedState(db, strategiesReading).revision),
  read: readStrategies,
};

const peopleStamp = (db: DatabaseSync): string => String(storedState(db, peopleReading).revision);
const personRowsQuery: StampedRead<readonly PersonRow[]> = { stamp: peopleStamp, read: readPersonRows };
const peopleQuery: StampedRead<readonly Person[]> = { stamp: peopleStamp, read: readPeople };

const positionsQuery = (systemId: string): StampedRead<readonly OpenPosition[]> => ({
  stamp: (db) => listsStamp(db, systemId, tradeLists),
  read: (db) => positionsOf(readOpenTrades(db, systemId)),
});

const workingStopsQuery = (systemId: string): StampedRead<readonly CachedSignal[]> => ({
  stamp: (db) => listsStamp(db, systemId, signalLists),
  read: (db) => readWorkingStops(db, systemId),
});

const noPointValues: ReadonlyMap<string, string> = new Map();

const pointValuesQuery = (systemId: string): StampedRead<ReadonlyMap<string, string>> => ({
  stamp: (db) => listsStamp(db, systemId, tradeLists),
  read: (db) => readPointValues(db, systemId),
});

const signalsQuery = (systemId: string, limit: number): StampedRead<LatestSignals> => ({
  stamp: (db) => listsStamp(db, systemId, signalLists),
  read: (db, before) => readLatestSignals(db, systemId, limit, before),
});

const unreadableQuery = (systemId: string): StampedRead<readonly StoredUnreadable[]> => ({
  stamp: (db) => listsStamp(db, systemId, signalLists),
  // Returns the same array while its content is the same, because a new array makes the desk
  // compare every order again.
  read: (db, before) => {
    const current = readUnreadable(db, systemId);
    return before !== undefined && JSON.stringify(before) === JSON.stringify(current) ? before : current;
  },
});

const statesQuery = (systemId: string): StampedRead<Readonly<Record<Dataset, StoredState>>> => ({
  stamp: (db) => readingsStamp(db, systemId),
  read: (db) => eachDataset((dataset) => storedState(db, { systemId, dataset })),
});

/**
 * A text that changes when the rows of these lists change. The lists of `tradeLists` share their
 * rows, and so do those of `signalLists`. A commit that changes rows increments the revision of at
 * least one list of the pair.
 */
const listsStamp = (db: DatabaseSync, systemId: string, datasets: readonly Dataset[]): string =>
  datasets.map((dataset) => storedState(db, { systemId, dataset }).revision).join(' ');
