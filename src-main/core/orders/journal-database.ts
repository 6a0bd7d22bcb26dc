import { DatabaseSync } from 'node:sqlite';
import { journalApplicationId, journalSchema, journalVersion, leastSqlite } from './journal-schema.ts';

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
    requireVersion(text(database, 'SELECT sqlite_version() AS value'));
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    const mode = text(database, 'SELECT journal_mode AS value FROM pragma_journal_mode()');
    const synchronous = text(database, 'SELECT synchronous AS value FROM pragma_synchronous()');
    if (mode !== 'wal' || synchronous !== '2') throw new Error(`no durable mode: ${mode}, synchronous ${synchronous}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** What is wrong with the database, null when it may be used. A new, empty one gets its tables. */
export function checkJournal(database: DatabaseSync): JournalFault | null {
  const application = Number(text(database, 'SELECT application_id AS value FROM pragma_application_id()'));
  const version = Number(text(database, 'SELECT user_version AS value FROM pragma_user_version()'));
  const tables = Number(text(database, 'SELECT count(*) AS value FROM sqlite_schema'));
  if (tables === 0 && application === 0 && version === 0) {
    createTables(database);
    return null;
  }
  if (application !== journalApplicationId) return { kind: 'refused', text: 'it was not made by this program' };
  if (version > journalVersion) return { kind: 'refused', text: `it is of a later version (${version})` };
  const verdict = text(database, 'SELECT quick_check AS value FROM pragma_quick_check(1)');
  return verdict === 'ok' ? null : { kind: 'damaged', text: verdict };
}

function createTables(database: DatabaseSync): void {
  database.exec(`
    BEGIN IMMEDIATE;
    ${journalSchema}
    PRAGMA application_id = ${journalApplicationId};
    PRAGMA user_version = ${journalVersion};
    COMMIT;`);
}

/** One value as text. */
function text(database: DatabaseSync, sql: string): string {
  const value = database.prepare(sql).get()?.['value'];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function requireVersion(version: string): void {
  const parts = version.split('.').map(Number);
  const index = leastSqlite.findIndex((least, at) => parts[at] !== least);
  if (index >= 0 && (parts[index] ?? 0) < (leastSqlite[index] ?? 0)) {
    throw new Error(`SQLite ${version} is older than ${leastSqlite.join('.')}`);
  }
}
