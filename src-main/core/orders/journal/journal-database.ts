import type { DatabaseSync } from 'node:sqlite';
import { firstText, type FileFault } from '#core/files/durable-database.ts';
import {
  actColumns,
  actsSchema,
  connectionsSchema,
  journalApplicationId,
  journalSchema,
  journalTables,
  journalVersion,
} from './journal-schema.ts';

/**
 * Returns what is wrong with the journal's database, null when it may be used. Creates the tables
 * of a new one.
 */
export function checkJournal(database: DatabaseSync): FileFault | null {
  const tables = Number(firstText(database, 'SELECT count(*) FROM sqlite_schema'));
  const application = Number(firstText(database, 'PRAGMA application_id'));
  if (tables === 0 && application === 0) {
    createTables(database);
    return null;
  }
  const verdict = firstText(database, 'PRAGMA quick_check(1)');
  if (verdict !== 'ok') return { kind: 'damaged', text: verdict };
  migrate(database, Number(firstText(database, 'PRAGMA user_version')));
  const missing = journalTables.find((table) => !hasTable(database, table));
  return missing === undefined ? null : { kind: 'damaged', text: { code: 'fault.no-table', table: missing } };
}

const hasTable = (database: DatabaseSync, table: string): boolean =>
  database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined;

/** What each version added, from version 2 on. */
const additions = [actsSchema, connectionsSchema, actColumns];

function migrate(database: DatabaseSync, version: number): void {
  if (version >= journalVersion) return;
  const missing = additions.slice(version - 1).join('\n');
  database.exec(`BEGIN IMMEDIATE; ${missing} PRAGMA user_version = ${journalVersion}; COMMIT;`);
}

function createTables(database: DatabaseSync): void {
  database.exec(`
    BEGIN IMMEDIATE;
    ${journalSchema}
    PRAGMA application_id = ${journalApplicationId};
    PRAGMA user_version = ${journalVersion};
    COMMIT;`);
}
