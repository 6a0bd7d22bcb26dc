import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '#core/cache/database.ts';
import { number, text } from '#core/cache/row.ts';

/** Rows of one turn: an answer that has to be stored never waits for more than this. */
const rowsAtOnce = 2_000;

/**
 * Gives up readings before `before` (unix seconds), some at a time; how many rows. The account as of the last reading
 * before it stays whole, as the first that is known: only what was replaced by then goes.
 */
export const pruneReadings = (db: DatabaseSync, before: number): number => {
  const first = db.prepare('SELECT system_id, max(read_at) AS at FROM moments WHERE read_at <= ? GROUP BY system_id');
  for (const row of first.all(before)) {
    const gone = transaction(db, () => pruneStrategy(db, text(row, 'system_id'), number(row, 'at')));
    if (gone !== 0) return gone;
  }
  return 0;
};

const sameKey = `SELECT 1 FROM readings_of AS other WHERE other.system_id = old.system_id
  AND other.facet = old.facet AND other.name = old.name`;

/** That something was gone goes last: what it ended would come back without it. */
const pruneStrategy = (db: DatabaseSync, systemId: string, first: number): number => {
  const values = db
    .prepare(
      `DELETE FROM readings_of WHERE (system_id, facet, name, read_at) IN (
         SELECT system_id, facet, name, read_at FROM readings_of AS old
         WHERE system_id = ? AND read_at <= ? AND (
           EXISTS (${sameKey} AND other.read_at > old.read_at AND other.read_at <= ?)
           OR (value IS NULL AND NOT EXISTS (${sameKey} AND other.read_at < old.read_at)))
         LIMIT ?)`,
    )
    .run(systemId, first, first, rowsAtOnce).changes;
  const moments = db.prepare('DELETE FROM moments WHERE system_id = ? AND read_at < ?').run(systemId, first).changes;
  return Number(values) + Number(moments);
};
