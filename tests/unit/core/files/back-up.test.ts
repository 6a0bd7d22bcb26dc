import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { backUpDatabase } from '#core/files/back-up.ts';
import { temporaryFolder } from '../orders/order-fixtures.ts';

let folder: string;
let database: DatabaseSync;

beforeEach(() => {
  folder = temporaryFolder();
  database = new DatabaseSync(join(folder, 'journal.db'));
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE rows (text TEXT); BEGIN IMMEDIATE');
  database.exec("INSERT INTO rows VALUES ('first')");
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

it('a database that is being written is copied after the commit, with the new row', async () => {
  const path = join(folder, 'copy.db');
  setImmediate(() => database.exec('COMMIT'));
  await backUpDatabase(database, path);
  const copy = new DatabaseSync(path);
  expect(copy.prepare('SELECT text FROM rows').all()).toEqual([{ text: 'first' }]);
  copy.close();
});

it('a copy fails if a write does not end or the target folder is missing', async () => {
  await expect(backUpDatabase(database, join(folder, 'copy.db'))).rejects.toThrow();
  database.exec('COMMIT');
  await expect(backUpDatabase(database, join(folder, 'none', 'copy.db'))).rejects.toThrow('unable to open');
});
