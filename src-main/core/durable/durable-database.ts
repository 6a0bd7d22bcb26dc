// What the order journal and the notes have in common: files of which no committed row may be lost. One connection, WAL, and
// every commit on the disk before it returns; a file that is not ours, or of a later version, is left as it is.
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

/** The write-ahead-log reset bug is fixed here. */
const leastSqlite = [3, 51, 3] as const;

/** What stands in the way of using a file. */
export type FileFault =
  | { readonly kind: 'damaged'; readonly text: string }
  /** Another program's, or of a later version of this one: left alone. */
  | { readonly kind: 'refused'; readonly text: string };

/** A row of the file can not be trusted: altered, or of no known shape. */
export class DamagedRow extends Error {}

/**
 * `synchronous=FULL` is set by hand and read back, because a build's default may be less. `exclusive` keeps every other
 * program out for as long as it is open.
 */
export function connectDurable(path: string, { exclusive = false } = {}): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: 1_000 });
  try {
    requireVersion(firstText(database, 'SELECT sqlite_version()'));
    if (exclusive) database.exec('PRAGMA locking_mode = EXCLUSIVE');
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    const mode = firstText(database, 'PRAGMA journal_mode');
    const synchronous = firstText(database, 'PRAGMA synchronous');
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
export function inspectFile(
  path: string,
  own: { readonly applicationId: number; readonly version: number },
): FileFault | null {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return null;
  if (!beginsLikeDatabase(path)) return { kind: 'refused', text: 'it is no database' };
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const application = Number(firstText(database, 'PRAGMA application_id'));
    const version = Number(firstText(database, 'PRAGMA user_version'));
    if (application !== own.applicationId) return { kind: 'refused', text: 'it was not made by this program' };
    return version > own.version ? { kind: 'refused', text: `it is of a later version (${version})` } : null;
  } finally {
    database.close();
  }
}

/**
 * A kill while the file was made leaves the first transaction beside it, half written. Only a writer can undo that; whoever
 * reads is refused. What is in the way else is found when the file is opened.
 */
export function undoHalfMade(path: string): void {
  if (!existsSync(`${path}-journal`) || !existsSync(path) || !beginsLikeDatabase(path)) return;
  const database = new DatabaseSync(path, { timeout: 1_000 });
  try {
    firstText(database, 'PRAGMA schema_version');
  } catch {
    // The same error is met again, and said, when the file is opened.
  } finally {
    database.close();
  }
}

/** SQLITE_CORRUPT (11) may be salvaged; a file that is no database (26), locked or read-only is refused. */
export function faultOf(error: unknown): FileFault {
  const text = error instanceof Error ? error.message : 'unknown error';
  if (error instanceof DamagedRow) return { kind: 'damaged', text };
  const code = typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  // A table or column that is missing means a damaged schema page, as does an SQL logic error (1) on our own statements.
  return { kind: code === 11 || code === 1 ? 'damaged' : 'refused', text };
}

const sqliteBusy = 5;

export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy;

export type SealedRow = Record<string, SQLOutputValue>;

/**
 * Reads the rows of a query from both ends, so that one unreadable page in between hides as little as it can; a row may come twice.
 * Only for rows with a digest: SQLite gives whatever stands on a page that looks like one. Returns how often it was stopped.
 */
export function eachSealedRow(database: DatabaseSync, sql: string, take: (row: SealedRow) => void): number {
  let stops = 0;
  for (const direction of ['ASC', 'DESC']) {
    try {
      for (const row of database.prepare(`${sql} ${direction}`).iterate()) take(row);
      return stops;
    } catch {
      // The page that could not be read ends this direction.
      stops += 1;
    }
  }
  return stops;
}

/** The first value of the first row, as text. */
export function firstText(database: DatabaseSync, sql: string): string {
  const value = Object.values(database.prepare(sql).get() ?? {})[0];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
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

function requireVersion(version: string): void {
  const parts = version.split('.').map(Number);
  const index = leastSqlite.findIndex((least, at) => parts[at] !== least);
  if (index >= 0 && (parts[index] ?? 0) < (leastSqlite[index] ?? 0)) {
    throw new Error(`SQLite ${version} is older than ${leastSqlite.join('.')}`);
  }
}
