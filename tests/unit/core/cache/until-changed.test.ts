import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UntilChanged } from '#core/cache/until-changed.ts';

let folder: string;
let writer: DatabaseSync;
let reader: DatabaseSync;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stratdesk-until-changed-'));
  writer = new DatabaseSync(join(folder, 'a.db'));
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a INTEGER)');
  reader = new DatabaseSync(join(folder, 'a.db'));
});

afterEach(() => {
  writer.close();
  reader.close();
  rmSync(folder, { recursive: true });
});

/** How often it had to be read, and what came of it. */
function counted(): { readonly ask: (key?: string, from?: DatabaseSync) => unknown; readonly reads: () => number } {
  const kept = new UntilChanged<readonly unknown[]>();
  let reads = 0;
  const read = (database: DatabaseSync): readonly unknown[] => {
    reads += 1;
    return database.prepare('SELECT a FROM t').all();
  };
  const stamp = (database: DatabaseSync): string =>
    String(database.prepare('SELECT count(*) AS rows FROM t').get()?.['rows']);
  return { ask: (key = 'one', from = reader) => kept.of(from, key, { stamp, read }), reads: () => reads };
}

test('the same list, the same object, until somebody else writes', () => {
  const { ask, reads } = counted();
  const first = ask();
  expect(ask()).toBe(first);
  writer.exec('INSERT INTO t VALUES (7)');
  expect(ask()).toEqual([{ a: 7 }]);
  expect(reads()).toBe(2);
});

test('a commit that leaves the stamp as it was leaves the list, and a later one that does not is seen', () => {
  const { ask, reads } = counted();
  const first = ask();
  writer.exec('CREATE TABLE other (b INTEGER)');
  expect(ask()).toBe(first);
  expect(reads()).toBe(1);
  writer.exec('INSERT INTO t VALUES (7)');
  expect(ask()).toEqual([{ a: 7 }]);
});

test('what is not committed yet is not seen, and is seen at once after', () => {
  const { ask } = counted();
  ask();
  writer.exec('BEGIN; INSERT INTO t VALUES (7)');
  expect(ask()).toEqual([]);
  writer.exec('COMMIT');
  expect(ask()).toEqual([{ a: 7 }]);
});

test('strategies are kept apart, and another file is another cache', () => {
  const { ask, reads } = counted();
  ask('one');
  ask('two');
  expect(reads()).toBe(2);
  const other = new DatabaseSync(':memory:');
  other.exec('CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)');
  expect(ask('one', other)).toEqual([{ a: 1 }]);
  expect(ask('one')).toEqual([]);
  other.close();
});
