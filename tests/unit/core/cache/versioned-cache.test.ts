import { rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { VersionedCache } from '#core/cache/queries/versioned-cache.ts';

let folder: string;
let writer: DatabaseSync;
let reader: DatabaseSync;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stratdesk-versioned-cache-'));
  writer = new DatabaseSync(join(folder, 'a.db'));
  writer.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a INTEGER)');
  reader = new DatabaseSync(join(folder, 'a.db'));
});

afterEach(() => {
  writer.close();
  reader.close();
  rmSync(folder, { recursive: true });
});

/** A cache that counts its reads. */
function countingCache(): {
  readonly get: (key?: string, from?: DatabaseSync) => unknown;
  readonly reads: () => number;
} {
  const cache = new VersionedCache<readonly unknown[]>();
  let reads = 0;
  const read = (database: DatabaseSync): readonly unknown[] => {
    reads += 1;
    return database.prepare('SELECT a FROM t').all();
  };
  const stamp = (database: DatabaseSync): string =>
    String(database.prepare('SELECT count(*) AS rows FROM t').get()?.['rows']);
  return { get: (key = 'one', from = reader) => cache.of(from, key, { stamp, read }), reads: () => reads };
}

test('the cache returns the same object until another connection commits', () => {
  const { get, reads } = countingCache();
  const first = get();
  expect(get()).toBe(first);
  writer.exec('INSERT INTO t VALUES (7)');
  expect(get()).toEqual([{ a: 7 }]);
  expect(reads()).toBe(2);
});

test('after a commit, the same stamp keeps the value, and a new stamp causes a new read', () => {
  const { get, reads } = countingCache();
  const first = get();
  writer.exec('CREATE TABLE other (b INTEGER)');
  expect(get()).toBe(first);
  expect(reads()).toBe(1);
  writer.exec('INSERT INTO t VALUES (7)');
  expect(get()).toEqual([{ a: 7 }]);
});

test('the cache does not see an open transaction, but sees it right after its commit', () => {
  const { get } = countingCache();
  get();
  writer.exec('BEGIN; INSERT INTO t VALUES (7)');
  expect(get()).toEqual([]);
  writer.exec('COMMIT');
  expect(get()).toEqual([{ a: 7 }]);
});

test('each key is cached separately, and no value of one database is returned for another', () => {
  const { get, reads } = countingCache();
  get('one');
  get('two');
  expect(reads()).toBe(2);
  const other = new DatabaseSync(':memory:');
  other.exec('CREATE TABLE t (a INTEGER); INSERT INTO t VALUES (1)');
  expect(get('one', other)).toEqual([{ a: 1 }]);
  expect(get('one')).toEqual([]);
  other.close();
});
