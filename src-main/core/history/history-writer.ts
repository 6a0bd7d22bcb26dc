import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '#core/sqlite/database.ts';
import { storedState } from '#core/cache/queries/readings.ts';
import { text, textOrNull } from '#core/sqlite/row.ts';
import { newestRevision } from '#core/cache/tables/signals-table.ts';
import {
  accountFacets,
  changedSignals,
  facetKey,
  liveSignals,
  type FacetChange,
  type Facets,
  type FacetValue,
} from './account-facets.ts';
import { facetsReadBy } from './read-facets.ts';

/**
 * Values that only move with the market are recorded at this interval (seconds). Other changes
 * are recorded at every reading.
 */
const marketInterval = 300;
const marketFacets: ReadonlySet<string> = new Set(['mark', 'margin', 'equity']);

/**
 * The revisions up to which the changes (`revision`) and deletions (`removals`) of the signals of a
 * strategy are recorded, and the cache that these revisions belong to.
 */
type SignalRevisions = { readonly cache: DatabaseSync; readonly revision: number; readonly removals: number };

type RecordedAccount = {
  /** The last recorded value of each existing key: of signals, and of everything else. */
  readonly signals: Map<string, FacetValue>;
  readonly others: Map<string, FacetValue>;
  /** Null until all signals were compared with a cache that has read them. */
  signalRevisions: SignalRevisions | null;
  /** The last moment in the file. */
  lastAt: number;
  /**
   * The time of the last reading that this run recorded. `lastAt` may be later, if the clock was
   * ahead when that moment was written.
   */
  lastRead: number | null;
};

/** A strategy, and the facets of its account that the cache has read. */
type ReadAccount = { readonly systemId: string; readonly facetsRead: ReadonlySet<string> };

const isAccountChange = ({ facet }: FacetChange): boolean => facet !== 'read';

/** Records the changes of a reading. Each file has one writer, which caches what it wrote last. */
export class HistoryWriter {
  readonly #db: DatabaseSync;
  readonly #recorded = new Map<string, RecordedAccount>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** Records a reading that `cache` already contains. Returns true when it was written. */
  record(cache: DatabaseSync, systemId: string, readAt: number): boolean {
    const recorded = this.#recordedOf(systemId);
    const current: SignalRevisions = {
      cache,
      revision: newestRevision(cache, systemId),
      removals: storedState(cache, { systemId, dataset: 'signalsRemoved' }).revision,
    };
    const facetsRead = facetsReadBy(cache, systemId);
    const changes = [
      ...changesBetween(recorded.others, accountFacets(cache, systemId), facetsRead),
      ...signalChanges(recorded, { ...current, systemId, facetsRead }),
    ];
    const { lastAt } = recorded;
    const elapsed = Math.abs(readAt - (recorded.lastRead ?? lastAt));
    // A value of the facet `read` is no change of the account. It is recorded with the next change.
    const accountChanges = changes.filter(isAccountChange);
    const isWritten =
      accountChanges.some(({ facet }) => !marketFacets.has(facet)) ||
      (accountChanges.length > 0 && elapsed >= marketInterval);
    if (isWritten) {
      // Later than the last moment, so that two readings of the same second are two moments.
      const at = Math.max(readAt, lastAt + 1);
      this.#write(systemId, at, changes);
      for (const change of changes) remember(recorded, change);
      recorded.lastAt = at;
      recorded.lastRead = readAt;
    }
    recorded.signalRevisions = facetsRead.has('working') ? current : null;
    return isWritten;
  }

  #write(systemId: string, at: number, changes: readonly FacetChange[]): void {
    transaction(this.#db, () => {
      const insert = this.#db.prepare('INSERT INTO readings_of VALUES (?, ?, ?, ?, ?)');
      for (const { facet, name, value } of changes) insert.run(systemId, facet, name, at, value);
      this.#db
        .prepare('INSERT INTO moments VALUES (?, ?, ?)')
        .run(systemId, at, changes.filter(isAccountChange).length);
    });
  }

  #recordedOf(systemId: string): RecordedAccount {
    const found = this.#recorded.get(systemId);
    if (found !== undefined) return found;
    const last = this.#db.prepare('SELECT max(read_at) AS at FROM moments WHERE system_id = ?').get(systemId)?.['at'];
    const recorded: RecordedAccount = {
      signals: new Map(),
      others: new Map(),
      signalRevisions: null,
      lastAt: Number(last ?? 0),
      lastRead: null,
    };
    const rows = this.#db
      .prepare(
        'SELECT facet, name, value, max(read_at) AS at FROM readings_of WHERE system_id = ? GROUP BY facet, name',
      )
      .all(systemId);
    for (const row of rows) {
      remember(recorded, { facet: text(row, 'facet'), name: text(row, 'name'), value: textOrNull(row, 'value') });
    }
    this.#recorded.set(systemId, recorded);
    return recorded;
  }
}

const remember = ({ signals, others }: RecordedAccount, { facet, name, value }: FacetChange): void => {
  const values = facet === 'working' ? signals : others;
  if (value === null) values.delete(facetKey(facet, name));
  else values.set(facetKey(facet, name), { facet, name, value });
};

/** Compares all signals the first time and after a deletion, and later only the changed ones. */
const signalChanges = (
  { signals, signalRevisions: before }: RecordedAccount,
  { cache, systemId, removals, facetsRead }: Omit<SignalRevisions, 'revision'> & ReadAccount,
): FacetChange[] => {
  if (before?.cache !== cache || before.removals !== removals) {
    return changesBetween(signals, liveSignals(cache, systemId), facetsRead);
  }
  return changedSignals(cache, systemId, before.revision).filter(
    ({ facet, name, value }) => (signals.get(facetKey(facet, name))?.value ?? null) !== value,
  );
};

/** A value missing in the cache has ended only when the cache has read its facet (`facetsRead`). */
const changesBetween = (recorded: Facets, current: Facets, facetsRead: ReadonlySet<string>): FacetChange[] => {
  const differing = [...current]
    .filter(([key, { value }]) => recorded.get(key)?.value !== value)
    .map(([, change]) => change);
  const ended = [...recorded]
    .filter(([key, { facet }]) => facetsRead.has(facet) && !current.has(key))
    .map(([, { facet, name }]) => ({ facet, name, value: null }));
  return [...differing, ...ended];
};
