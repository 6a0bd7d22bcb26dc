import type { DatabaseSync } from 'node:sqlite';
import { firstText, type FileFault } from './durable-database.ts';

/** What a durable file contains, and how it is recognized. */
export type DurableFile = {
  readonly applicationId: number;
  readonly version: number;
  /** Creates all tables of this version. */
  readonly schema: string;
  /** What each version added, from version 2 on. */
  readonly additions: readonly string[];
  /**
   * All are checked at the start, so that a missing one is not first noticed when a row is written.
   */
  readonly tables: readonly string[];
};

/**
 * Returns what is wrong with the database, null when it may be used. Creates the tables of a new
 * one, and adds those that an earlier version lacks.
 */
export function prepareTables(database: DatabaseSync, file: DurableFile): FileFault | null {
  const tableCount = Number(firstText(database, 'SELECT count(*) FROM sqlite_schema'));
  const application = Number(firstText(database, 'PRAGMA application_id'));
  if (tableCount === 0 && application === 0) {
    createTables(database, file);
    return null;
  }
  const verdict = firstText(database, 'PRAGMA quick_check(1)');
  if (verdict !== 'ok') return { kind: 'damaged', text: verdict };
  migrate(database, file, Number(firstText(database, 'PRAGMA user_version')));
  const missing = file.tables.find((table) => !hasTable(database, table));
  return missing === undefined ? null : { kind: 'damaged', text: { code: 'fault.no-table', table: missing } };
}

const hasTable = (database: DatabaseSync, table: string): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined;

function migrate(database: DatabaseSync, { version, additions }: DurableFile, foundVersion: number): void {
  if (foundVersion >= version) return;
  const missing = additions.slice(foundVersion - 1).join('\n');
  database.exec(`BEGIN IMMEDIATE; ${missing} PRAGMA user_version = ${version}; COMMIT;`);
}

function createTables(database: DatabaseSync, { applicationId, version, schema }: DurableFile): void {
  database.exec(`
    BEGIN IMMEDIATE;
    ${schema}
    PRAGMA application_id = ${applicationId};
    PRAGMA user_version = ${version};
    COMMIT;`);
}
