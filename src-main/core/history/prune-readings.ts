import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '#core/sqlite/database.ts';
import { number, text } from '#core/sqlite/row.ts';

/** The maximum number of rows deleted per call. Storing an answer waits for one call at most. */
const maxRowsPerCall = 2_000;

/**
 * Deletes some of the readings before `before` (unix seconds) and returns the number of deleted
 * rows. The values as of the last reading up to that time stay complete, and that reading becomes
 * the oldest one: only values that were already replaced at that reading are deleted.
 */
export const pruneReadings = (db: DatabaseSync, before: number): number => {
  const first = db.prepare('SELECT system_id, max(read_at) AS at FROM moments WHERE read_at <= ? GROUP BY system_id');
  for (const row of first.all(before)) {
    const deleted = transaction(db, () => pruneStrategy(db, text(row, 'system_id'), number(row, 'at')));
    if (deleted !== 0) return deleted;
  }
  return 0;
};

const sameKey = `SELECT 1 FROM readings_of AS other WHERE other.system_id = old.system_id
  AND other.facet = old.facet AND other.name = old.name`;

/**
 * Moments come first: once a value is deleted, no moment before `first` may still show it. A null
 * row is deleted last: without it, the value that it ended would return.
 */
const pruneStrategy = (db: DatabaseSync, systemId: string, first: number): number => {
  const moments = db
    .prepare(
      `DELETE FROM moments WHERE system_id = ? AND read_at IN (
         SELECT read_at FROM moments WHERE system_id = ? AND read_at < ? ORDER BY read_at LIMIT ?)`,
    )
    .run(systemId, systemId, first, maxRowsPerCall).changes;
  if (moments > 0) return Number(moments);
  const values = db
    .prepare(
      `DELETE FROM readings_of WHERE (system_id, facet, name, read_at) IN (
         SELECT system_id, facet, name, read_at FROM readings_of AS old
         WHERE system_id = ? AND read_at <= ? AND (
           EXISTS (${sameKey} AND other.read_at > old.read_at AND other.read_at <= ?)
           OR (value IS NULL AND NOT EXISTS (${sameKey} AND other.read_at < old.read_at)))
         LIMIT ?)`,
    )
    .run(systemId, first, first, maxRowsPerCall).changes;
  return Number(values);
};
