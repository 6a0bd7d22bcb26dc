import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { actsSchema, journalApplicationId, journalSchema, journalVersion, leastSqlite } from './journal-schema.ts';

/** What stands in the way of using a file as the journal. */
export type JournalFault =
  | { readonly kind: 'damaged'; readonly text: string }
  /** Another program's, or of a later version of this one: left alone. */
  | { readonly kind: 'refused'; readonly text: string };

/**
 * One connection, WAL, and every commit on the disk before it returns: `synchronous=FULL` is set by hand and read back,
 * because a build's default may be less and an unsynced row is a lost order.
 */
export function connectJournal(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 1_000 });
  try {
    requireVersion(text(database, 'SELECT sqlite_version()'));
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    const mode = text(database, 'PRAGMA journal_mode');
    const synchronous = text(database, 'PRAGMA synchronous');
    if (mode !== 'wal' || synchronous !== '2') throw new Error(`no durable mode: ${mode}, synchronous ${synchronous}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Whose file this is, without changing a byte of it. A file that does not begin like a database is never handed to SQLite
 * for writing: it would take a very short one for a new, empty database.
 */
export function inspectJournal(path: string): JournalFault | null {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return null;
  if (!beginsLikeDatabase(path)) return { kind: 'refused', text: 'it is no database' };
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const application = Number(text(database, 'PRAGMA application_id'));
    const version = Number(text(database, 'PRAGMA user_version'));
    if (application !== journalApplicationId) return { kind: 'refused', text: 'it was not made by this program' };
    return version > journalVersion ? { kind: 'refused', text: `it is of a later version (${version})` } : null;
  } finally {
    database.close();
  }
}

/** What is wrong with our own database, null when it may be used. A new one gets its tables. */
export function checkJournal(database: DatabaseSync): JournalFault | null {
  const tables = Number(text(database, 'SELECT count(*) FROM sqlite_schema'));
  const application = Number(text(database, 'PRAGMA application_id'));
  if (tables === 0 && application === 0) {
    createTables(database);
    return null;
  }
  const verdict = text(database, 'PRAGMA quick_check(1)');
  if (verdict !== 'ok') return { kind: 'damaged', text: verdict };
  if (Number(text(database, 'PRAGMA user_version')) === 1) addActs(database);
  return null;
}

function addActs(database: DatabaseSync): void {
  database.exec(`BEGIN IMMEDIATE; ${actsSchema} PRAGMA user_version = ${journalVersion}; COMMIT;`);
}

function beginsLikeDatabase(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const start = Buffer.alloc(16);
    return readSync(file, start, 0, 16, 0) === 16 && start.equals(Buffer.from('SQLite format 3\0'));
  } finally {
    closeSync(file);
  }
}

function createTables(database: DatabaseSync): void {
  database.exec(`
    BEGIN IMMEDIATE;
    ${journalSchema}
    PRAGMA application_id = ${journalApplicationId};
    PRAGMA user_version = ${journalVersion};
    COMMIT;`);
}

/** The first value of the first row, as text. */
function text(database: DatabaseSync, sql: string): string {
  const value = Object.values(database.prepare(sql).get() ?? {})[0];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function requireVersion(version: string): void {
  const parts = version.split('.').map(Number);
  const index = leastSqlite.findIndex((least, at) => parts[at] !== least);
  if (index >= 0 && (parts[index] ?? 0) < (leastSqlite[index] ?? 0)) {
    throw new Error(`SQLite ${version} is older than ${leastSqlite.join('.')}`);
  }
}
