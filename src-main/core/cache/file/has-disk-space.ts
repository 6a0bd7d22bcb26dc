import type { DatabaseSync } from 'node:sqlite';
import { isFull } from '#core/sqlite/database.ts';

/** More than the size of most answers. */
const testRowBytes = 1024 * 1024;

/**
 * Whether the disk has room for an answer. The check writes and deletes a row, because only a write
 * shows quotas and limits.
 */
export const hasDiskSpace = (db: DatabaseSync): boolean => {
  try {
    db.prepare(
      "INSERT OR REPLACE INTO readings (system_id, dataset, failure) VALUES ('', 'room', hex(zeroblob(?)))",
    ).run(testRowBytes / 2);
    db.exec("DELETE FROM readings WHERE system_id = '' AND dataset = 'room'");
    return true;
  } catch (error) {
    if (isFull(error)) return false;
    throw error;
  }
};
