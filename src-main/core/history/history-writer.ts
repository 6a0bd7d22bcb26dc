import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '#core/cache/database.ts';
import { storedState } from '#core/cache/readings.ts';
import { text, textOrNull } from '#core/cache/row.ts';
import { newestRevision } from '#core/cache/signals-table.ts';
import {
  accountFacets,
  changedSignals,
  facetKey,
  liveSignals,
  type FacetChange,
  type Facets,
  type FacetValue,
} from './account-facets.ts';
import { readFacets } from './read-facets.ts';

/** What only moves with the market is kept this often, in seconds; what somebody did, at every reading. */
const marksEvery = 300;
const moving: ReadonlySet<string> = new Set(['mark', 'margin', 'equity']);

/** Up to where the signals of a strategy are noted, and of which cache. */
type SignalsNoted = { readonly cache: DatabaseSync; readonly revision: number; readonly removals: number };

type Known = {
  /** What was written last of each that was not gone then: of signals, and of all else. */
  readonly signals: Map<string, FacetValue>;
  readonly others: Map<string, FacetValue>;
  /** Null until all signals were compared, in a cache that can speak of them. */
  signalsNoted: SignalsNoted | null;
  /** The last moment in the file. */
  lastAt: number;
  /** What the clock said at the last moment that this run wrote: the file may hold one of a clock that was ahead. */
  lastRead: number | null;
};

/** Whose account was read, and the facets that the cache can speak of. */
type Read = { readonly systemId: string; readonly spokenOf: ReadonlySet<string> };

/** Notes what a reading changed. One writer for each file: what it wrote last it knows by heart. */
export class HistoryWriter {
  readonly #db: DatabaseSync;
  readonly #known = new Map<string, Known>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** `cache` has the reading stored already. True when there was something to note. */
  note(cache: DatabaseSync, systemId: string, readAt: number): boolean {
    const known = this.#knownOf(systemId);
    const noted: SignalsNoted = {
      cache,
      revision: newestRevision(cache, systemId),
      removals: storedState(cache, { systemId, dataset: 'signalsRemoved' }).revision,
    };
    const spokenOf = readFacets(cache, systemId);
    const changes = [
      ...changesBetween(known.others, accountFacets(cache, systemId), spokenOf),
      ...signalChanges(known, { ...noted, systemId, spokenOf }),
    ];
    const { lastAt } = known;
    const since = Math.abs(readAt - (known.lastRead ?? lastAt));
    const worthIt = changes.some(({ facet }) => !moving.has(facet)) || (changes.length > 0 && since >= marksEvery);
    if (worthIt) {
      // After every earlier one, whatever the clock says: two readings of one second are two moments.
      const at = Math.max(readAt, lastAt + 1);
      this.#write(systemId, at, changes);
      for (const change of changes) remember(known, change);
      known.lastAt = at;
      known.lastRead = readAt;
    }
    known.signalsNoted = spokenOf.has('working') ? noted : null;
    return worthIt;
  }

  #write(systemId: string, at: number, changes: readonly FacetChange[]): void {
    transaction(this.#db, () => {
      const value = this.#db.prepare('INSERT INTO readings_of VALUES (?, ?, ?, ?, ?)');
      for (const { facet, name, value: now } of changes) value.run(systemId, facet, name, at, now);
      this.#db.prepare('INSERT INTO moments VALUES (?, ?, ?)').run(systemId, at, changes.length);
    });
  }

  #knownOf(systemId: string): Known {
    const found = this.#known.get(systemId);
    if (found !== undefined) return found;
    const last = this.#db.prepare('SELECT max(read_at) AS at FROM moments WHERE system_id = ?').get(systemId)?.['at'];
    const known: Known = {
      signals: new Map(),
      others: new Map(),
      signalsNoted: null,
      lastAt: Number(last ?? 0),
      lastRead: null,
    };
    const rows = this.#db
      .prepare(
        'SELECT facet, name, value, max(read_at) AS at FROM readings_of WHERE system_id = ? GROUP BY facet, name',
      )
      .all(systemId);
    for (const row of rows) {
      remember(known, { facet: text(row, 'facet'), name: text(row, 'name'), value: textOrNull(row, 'value') });
    }
    this.#known.set(systemId, known);
    return known;
  }
}

const remember = ({ signals, others }: Known, { facet, name, value }: FacetChange): void => {
  const values = facet === 'working' ? signals : others;
  if (value === null) values.delete(facetKey(facet, name));
  else values.set(facetKey(facet, name), { facet, name, value });
};

/** Of all signals the first time, and after some were given up; else of those that were written since. */
const signalChanges = (
  { signals, signalsNoted: before }: Known,
  { cache, systemId, removals, spokenOf }: Omit<SignalsNoted, 'revision'> & Read,
): FacetChange[] => {
  if (before?.cache !== cache || before.removals !== removals) {
    return changesBetween(signals, liveSignals(cache, systemId), spokenOf);
  }
  return changedSignals(cache, systemId, before.revision).filter(
    ({ facet, name, value }) => (signals.get(facetKey(facet, name))?.value ?? null) !== value,
  );
};

/** What is not in the cache is gone only where the cache has been read (`spokenOf`). */
const changesBetween = (known: Facets, now: Facets, spokenOf: ReadonlySet<string>): FacetChange[] => {
  const differing = [...now].filter(([key, { value }]) => known.get(key)?.value !== value).map(([, change]) => change);
  const gone = [...known]
    .filter(([key, { facet }]) => spokenOf.has(facet) && !now.has(key))
    .map(([, { facet, name }]) => ({ facet, name, value: null }));
  return [...differing, ...gone];
};
