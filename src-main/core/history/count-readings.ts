import type { DatabaseSync } from 'node:sqlite';
import { number, text } from '#core/sqlite/row.ts';

export type ReadingCount = { readonly systemId: string; readonly readings: number; readonly oldest: number };

/** The number of past readings of each strategy, and the time of the oldest. */
export const countReadings = (db: DatabaseSync): ReadingCount[] =>
  db
    .prepare('SELECT system_id, count(*) AS readings, min(read_at) AS oldest FROM moments GROUP BY system_id')
    .all()
    .map((row) => ({
      systemId: text(row, 'system_id'),
      readings: number(row, 'readings'),
      oldest: number(row, 'oldest'),
    }));
