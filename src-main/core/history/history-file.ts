// Past readings cannot be read again. Each connection has its own file for them, separate from the
// disposable cache, and every commit is synced to the disk.
import type { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#core/sqlite/database.ts';

/**
 * A row of `readings_of` is the value of a key (strategy, facet and name) from `read_at` until the
 * next row of the key. Null means that the key no longer exists. A row of `moments` is a reading
 * that was recorded, with the number of its changes.
 */
export const historyMigrations: readonly string[] = [
  `CREATE TABLE readings_of (
     system_id TEXT NOT NULL, facet TEXT NOT NULL, name TEXT NOT NULL, read_at INTEGER NOT NULL, value TEXT,
     PRIMARY KEY (system_id, facet, name, read_at)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE moments (
     system_id TEXT NOT NULL, read_at INTEGER NOT NULL, changes INTEGER NOT NULL,
     PRIMARY KEY (system_id, read_at)
   ) STRICT, WITHOUT ROWID;`,
  // Subscription records that differ from the previous reading. They are personal data of others:
  // they are kept apart from the account values and are never put in a bundle. A row of
  // `subscriber_readings` has the numbers of changes by kind.
  `CREATE TABLE subscriber_records (
     system_id TEXT NOT NULL, subscription_id TEXT NOT NULL, read_at INTEGER NOT NULL, person_id TEXT,
     listed INTEGER NOT NULL, record TEXT NOT NULL,
     PRIMARY KEY (system_id, subscription_id, read_at)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX subscriber_records_by_person ON subscriber_records (system_id, person_id);
   CREATE TABLE subscriber_readings (
     system_id TEXT NOT NULL, read_at INTEGER NOT NULL, joined INTEGER NOT NULL, departed INTEGER NOT NULL,
     status INTEGER NOT NULL, other INTEGER NOT NULL,
     PRIMARY KEY (system_id, read_at)
   ) STRICT, WITHOUT ROWID;`,
];

export const openHistoryDatabase = (file: string): DatabaseSync => {
  const db = openDatabase(file);
  db.exec('PRAGMA synchronous = FULL');
  return db;
};
