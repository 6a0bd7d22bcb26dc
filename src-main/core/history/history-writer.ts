import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '#core/cache/database.ts';
import { text, textOrNull } from '#core/cache/row.ts';
import { accountFacets, facetKey } from './account-facets.ts';
import { readFacets } from './read-facets.ts';

/** What only moves with the market is kept this often, in seconds; what somebody did, at every reading. */
const marksEvery = 300;
const moving: ReadonlySet<string> = new Set(['mark', 'margin', 'equity']);

type Change = { readonly facet: string; readonly name: string; readonly value: string | null };

/** Notes what a reading changed. One writer for each file: what it wrote last it knows by heart. */
export class HistoryWriter {
  readonly #db: DatabaseSync;
  readonly #known = new Map<string, Map<string, Change>>();
  /** The last moment in the file. */
  readonly #lastAt = new Map<string, number>();
  /** What the clock said at the last moment that this run wrote: the file may hold one of a clock that was ahead. */
  readonly #lastRead = new Map<string, number>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  /** `cache` has the reading stored already. True when there was something to note. */
  note(cache: DatabaseSync, systemId: string, readAt: number): boolean {
    const known = this.#knownOf(systemId);
    const lastAt = this.#lastAt.get(systemId) ?? 0;
    const changes = changesBetween(known, accountFacets(cache, systemId), readFacets(cache, systemId));
    if (changes.length === 0) return false;
    const since = Math.abs(readAt - (this.#lastRead.get(systemId) ?? lastAt));
    if (changes.every(({ facet }) => moving.has(facet)) && since < marksEvery) return false;
    // After every earlier one, whatever the clock says: two readings of one second are two moments.
    const at = Math.max(readAt, lastAt + 1);
    this.#write(systemId, at, changes);
    for (const change of changes) known.set(facetKey(change.facet, change.name), change);
    this.#lastAt.set(systemId, at);
    this.#lastRead.set(systemId, readAt);
    return true;
  }

  #write(systemId: string, at: number, changes: readonly Change[]): void {
    transaction(this.#db, () => {
      const value = this.#db.prepare('INSERT INTO readings_of VALUES (?, ?, ?, ?, ?)');
      for (const { facet, name, value: now } of changes) value.run(systemId, facet, name, at, now);
      this.#db.prepare('INSERT INTO moments VALUES (?, ?, ?)').run(systemId, at, changes.length);
    });
  }

  #knownOf(systemId: string): Map<string, Change> {
    const found = this.#known.get(systemId);
    if (found !== undefined) return found;
    const rows = this.#db
      .prepare(
        'SELECT facet, name, value, max(read_at) AS at FROM readings_of WHERE system_id = ? GROUP BY facet, name',
      )
      .all(systemId)
      .map((row) => ({ facet: text(row, 'facet'), name: text(row, 'name'), value: textOrNull(row, 'value') }));
    const known = new Map(rows.map((row) => [facetKey(row.facet, row.name), row]));
    const last = this.#db.prepare('SELECT max(read_at) AS at FROM moments WHERE system_id = ?').get(systemId)?.['at'];
    this.#known.set(systemId, known);
    this.#lastAt.set(systemId, Number(last ?? 0));
    return known;
  }
}

/** What is not in the cache is gone only where the cache has been read (`spokenOf`). */
const changesBetween = (
  known: ReadonlyMap<string, Change>,
  now: ReadonlyMap<string, Change>,
  spokenOf: ReadonlySet<string>,
): Change[] => {
  const differing = [...now].filter(([key, { value }]) => known.get(key)?.value !== value).map(([, change]) => change);
  const gone = [...known]
    .filter(([key, { facet, value }]) => value !== null && spokenOf.has(facet) && !now.has(key))
    .map(([, { facet, name }]) => ({ facet, name, value: null }));
  return [...differing, ...gone];
};
