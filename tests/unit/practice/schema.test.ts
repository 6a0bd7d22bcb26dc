import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '#practice/store/schema.ts';

/** The table of licenses in version 1, with one license. */
const VERSION_1_LICENSES = `
CREATE TABLE licences (id INTEGER PRIMARY KEY, person INTEGER NOT NULL, due INTEGER, record TEXT NOT NULL);
CREATE INDEX licences_person ON licences (person);
CREATE INDEX licences_due ON licences (due) WHERE due IS NOT NULL;
INSERT INTO licences VALUES (4, 7, 99, '{}')`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stratdesk-schema-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Opens a database of version 1 that has these tables for licenses. */
function reopened(tables: string): DatabaseSync {
  const file = join(folder, 'practice.db');
  const old = openDatabase(file);
  old.exec(`DROP TABLE licenses; ${tables}; PRAGMA user_version = 1`);
  old.close();
  return openDatabase(file);
}

const names = (db: DatabaseSync): unknown[] =>
  db
    .prepare("SELECT name FROM sqlite_master WHERE name LIKE 'lic%' ORDER BY name")
    .all()
    .map((row) => row['name']);

it('the licenses of version 1 are in the renamed table', () => {
  const db = reopened(VERSION_1_LICENSES);
  expect(db.prepare('SELECT id, person, due FROM licenses').all()).toEqual([{ id: 4, person: 7, due: 99 }]);
  expect(names(db)).toEqual(['licenses', 'licenses_due', 'licenses_person']);
  db.close();
});

it('a folder that is older than the table of licenses gets an empty table', () => {
  const db = reopened('');
  expect(db.prepare('SELECT * FROM licenses').all()).toEqual([]);
  db.close();
});
