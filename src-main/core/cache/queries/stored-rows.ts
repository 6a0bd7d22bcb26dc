import type { DatabaseSync } from 'node:sqlite';
import { number, text } from '#core/sqlite/row.ts';

/** Row counts of one strategy in the cache. */
export type CacheCounts = {
  readonly systemId: string;
  readonly trades: number;
  readonly signals: number;
  readonly points: number;
};

/** Row counts of every strategy with stored data. */
export const countRows = (db: DatabaseSync): CacheCounts[] => {
  const counts = ['trades', 'signals', 'equity'].map((table) => countsOf(db, table));
  const [trades, signals, points] = counts;
  return [...new Set(counts.flatMap((count) => [...count.keys()]))].sort().map((systemId) => ({
    systemId,
    trades: trades?.get(systemId) ?? 0,
    signals: signals?.get(systemId) ?? 0,
    points: points?.get(systemId) ?? 0,
  }));
};

const countsOf = (db: DatabaseSync, table: string): ReadonlyMap<string, number> =>
  new Map(
    db
      .prepare(`SELECT system_id, count(*) AS rows FROM ${table} GROUP BY system_id`)
      .all()
      .map((row) => [text(row, 'system_id'), number(row, 'rows')]),
  );

/** Bytes of free pages. The file does not grow before they are used. */
export const spareBytes = (db: DatabaseSync): number => pragma(db, 'freelist_count') * pragma(db, 'page_size');

const pragma = (db: DatabaseSync, name: string): number => {
  const row = db.prepare(`PRAGMA ${name}`).get();
  return row === undefined ? 0 : number(row, name);
};
