// Shared by the order journal and the notes: files of which no committed row may be lost. They use
// one connection and WAL, and every commit is on disk before it returns. A file of another program,
// or of a later version, is not changed.
import type { Message, Text } from '#contract/message.ts';
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Row } from '#core/sqlite/row.ts';

/** The first version without the write-ahead-log reset bug. */
const minSqlite = [3, 51, 3] as const;

/** Why a file cannot be used. */
export type FileFault =
  | { readonly kind: 'damaged'; readonly text: Text }
  /** It belongs to another program or a later version, or cannot be opened: it is not changed. */
  | { readonly kind: 'refused'; readonly text: Text };

/** A row of the file was altered or has an unknown shape. The window shows `text`. */
export class DamagedRow extends Error {
  readonly text: Message;

  constructor(text: Message) {
    super(text.code);
    this.text = text;
  }
}

/**
 * Opens a durable connection. `synchronous=FULL` is set explicitly and read back, because the
 * default of a build may be weaker. `exclusive` locks out every other program while the file is
 * open.
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
 * Checks which program a file belongs to, without changing a byte. A file without a database header
 * is never opened for writing: SQLite would treat a very short one as a new, empty database.
 */
export function inspectFile(
  path: string,
  expected: { readonly applicationId: number; readonly version: number },
): FileFault | null {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return null;
  if (!hasDatabaseHeader(path)) return { kind: 'refused', text: { code: 'fault.no-database' } };
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const application = Number(firstText(database, 'PRAGMA application_id'));
    const version = Number(firstText(database, 'PRAGMA user_version'));
    if (application !== expected.applicationId) return { kind: 'refused', text: { code: 'fault.foreign' } };
    return version > expected.version ? { kind: 'refused', text: { code: 'fault.newer', version } } : null;
  } finally {
    database.close();
  }
}

/**
 * If the program is killed while it creates a file, the first transaction of the file stays half
 * written. This function rolls it back. Only a writer can do that; readers get an error. Any other
 * fault is found when the file is opened.
 */
export function rollBackCreation(path: string): void {
  if (!existsSync(`${path}-journal`) || !existsSync(path) || !hasDatabaseHeader(path)) return;
  const database = new DatabaseSync(path, { timeout: 1_000 });
  try {
    firstText(database, 'PRAGMA schema_version');
  } catch {
    // The same error is reported when the file is opened.
  } finally {
    database.close();
  }
}

/**
 * A file with SQLITE_CORRUPT (11) or an SQL logic error (1) may be salvaged. A file that is no
 * database (26), locked or read-only is refused.
 */
export function faultOf(error: unknown): FileFault {
  if (error instanceof DamagedRow) return { kind: 'damaged', text: error.text };
  const text = error instanceof Error ? error.message : 'unknown error';
  const code = typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : 0;
  // In statements of this program, an SQL logic error (1), such as a missing table or column, means
  // a damaged schema page.
  return { kind: code === 11 || code === 1 ? 'damaged' : 'refused', text };
}

const sqliteBusy = 5;

export const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === sqliteBusy;

/**
 * Reads the rows of a query from both ends, so that one unreadable page loses as few rows as
 * possible. A row may be read twice. Use it only for rows with a digest: if a page looks valid,
 * SQLite returns its content unchecked. Returns how many of the two directions ended at an
 * unreadable page: one such page counts twice.
 */
export function eachSealedRow(
  database: DatabaseSync,
  sql: string,
  take: (row: Row, direction: 'ASC' | 'DESC') => void,
): number {
  let stopped = 0;
  for (const direction of ['ASC', 'DESC'] as const) {
    try {
      for (const row of database.prepare(`${sql} ${direction}`).iterate()) take(row, direction);
      return stopped;
    } catch {
      // The unreadable page ends this direction.
      stopped += 1;
    }
  }
  return stopped;
}

/** The first value of the first row, as text. */
export function firstText(database: DatabaseSync, sql: string): string {
  const value = Object.values(database.prepare(sql).get() ?? {})[0];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function hasDatabaseHeader(path: string): boolean {
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
  const index = minSqlite.findIndex((minimum, at) => parts[at] !== minimum);
  if (index >= 0 && (parts[index] ?? 0) < (minSqlite[index] ?? 0)) {
    throw new Error(`SQLite ${version} is older than ${minSqlite.join('.')}`);
  }
}
