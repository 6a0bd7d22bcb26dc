import type { DatabaseSync } from 'node:sqlite';
import { firstText, type FileFault } from '#core/durable/durable-database.ts';
import { actsSchema, journalApplicationId, journalSchema, journalVersion } from './journal-schema.ts';

/** What is wrong with our own database, null when it may be used. A new one gets its tables. */
export function checkJournal(database: DatabaseSync): FileFault | null {
  const tables = Number(firstText(database, 'SELECT count(*) FROM sqlite_schema'));
  const application = Number(firstText(database, 'PRAGMA application_id'));
  if (tables === 0 && application === 0) {
    createTables(database);
    return null;
  }
  const verdict = firstText(database, 'PRAGMA quick_check(1)');
  if (verdict !== 'ok') return { kind: 'damaged', text: verdict };
  if (Number(firstText(database, 'PRAGMA user_version')) === 1) addActs(database);
  return null;
}

function addActs(database: DatabaseSync): void {
  database.exec(`BEGIN IMMEDIATE; ${actsSchema} PRAGMA user_version = ${journalVersion}; COMMIT;`);
}

function createTables(database: DatabaseSync): void {
  database.exec(`
    BEGIN IMMEDIATE;
    ${journalSchema}
    PRAGMA application_id = ${journalApplicationId};
    PRAGMA user_version = ${journalVersion};
    COMMIT;`);
}
