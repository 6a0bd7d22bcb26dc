import type { DatabaseSync } from 'node:sqlite';
import { isFull } from './database.ts';

/** More than most answers take. */
const wantedBytes = 1024 * 1024;

/** Whether the disk takes as much as an answer. Written and taken away again: nothing else tells of quotas and limits. */
export const hasRoom = (db: DatabaseSync): boolean => {
  try {
    db.prepare(
      "INSERT OR REPLACE INTO readings (system_id, dataset, failure) VALUES ('', 'room', hex(zeroblob(?)))",
    ).run(wantedBytes / 2);
    db.exec("DELETE FROM readings WHERE system_id = '' AND dataset = 'room'");
    return true;
  } catch (error) {
    if (isFull(error)) return false;
    throw error;
  }
};
