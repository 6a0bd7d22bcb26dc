// The readings of the past can not be read again, so they are kept apart from the cache, which may be thrown away at any
// time: in a file of their own for each profile, with every commit on the disk before it counts.
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#core/cache/database.ts';

/** A value from the reading at which it was first seen until the next row of its key; null from where it was gone. */
export const historyMigrations: readonly string[] = [
  `CREATE TABLE readings_of (
     system_id TEXT NOT NULL, facet TEXT NOT NULL, name TEXT NOT NULL, read_at INTEGER NOT NULL, value TEXT,
     PRIMARY KEY (system_id, facet, name, read_at)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE moments (
     system_id TEXT NOT NULL, read_at INTEGER NOT NULL, changes INTEGER NOT NULL,
     PRIMARY KEY (system_id, read_at)
   ) STRICT, WITHOUT ROWID;`,
];

export const openHistoryDatabase = (file: string): DatabaseSync => {
  const db = openDatabase(file);
  db.exec('PRAGMA synchronous = FULL');
  return db;
};
