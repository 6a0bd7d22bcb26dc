import { DatabaseSync } from 'node:sqlite';
import { UnknownWord } from './row.ts';

/** The first version without the WAL reset bug, which affects files that two threads have open. */
const oldestSqlite = [3, 51, 3] as const;

/**
 * Opens a cache or history file for this thread. Throws SQLite's own errors: the caller handles a
 * damaged file.
 */
export const openDatabase = (file: string): DatabaseSync => {
  const db = new DatabaseSync(file, { timeout: 5_000 });
  try {
    assertVersion(db);
    // NORMAL is enough: what a power cut takes from the cache is read again. A larger page cache is
    // not faster, and uses more memory after a large answer (docs/performance.md).
    db.exec(
      'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8192',
    );
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
};

const assertVersion = (db: DatabaseSync): void => {
  const text = String(db.prepare('SELECT sqlite_version() AS version').get()?.['version']);
  const found = text.split('.').map(Number);
  const differing = oldestSqlite.findIndex((part, at) => (found[at] ?? 0) !== part);
  if (differing !== -1 && (found[differing] ?? 0) < (oldestSqlite[differing] ?? 0)) {
    throw new Error(`SQLite ${text} is older than ${oldestSqlite.join('.')}`);
  }
};

/** Runs `work` in one transaction and rolls back when it throws. */
export const transaction = <Value>(db: DatabaseSync, work: () => Value): Value => {
  db.exec('BEGIN IMMEDIATE');
  try {
    const value = work();
    db.exec('COMMIT');
    return value;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
};

/** Returns free pages to the disk. Row ids of tables without a key of their own may change. */
export const shrink = (db: DatabaseSync): void => {
  db.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)');
};

/** Whether the error means a full disk: `SQLITE_FULL`. */
export const isFull = (error: unknown): boolean => codeOf(error) === 13;

/**
 * Whether the error means a file that is damaged or not a database: `SQLITE_CORRUPT`,
 * `SQLITE_NOTADB`, or a value that is no JSON, an unknown word or no decimal. SQLite has no
 * checksums, so it finds no damage inside a value.
 */
export const isDamage = (error: unknown): boolean => {
  const code = codeOf(error);
  return code === 11 || code === 26 || error instanceof SyntaxError || error instanceof UnknownWord;
};

const codeOf = (error: unknown): number | null => {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'errcode') : undefined;
  return typeof code === 'number' ? code & 0xff : null;
};
