import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CacheFile } from '#core/cache/file/cache-file.ts';
import { openDatabase } from '#core/sqlite/database.ts';
import type { StoredTables } from '#core/salvage/salvage-file.ts';

let folder: string;
let file: string;
let migrations: string[];
let opened: CacheFile;
let tables: StoredTables;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stratdesk-cache-file-'));
  file = join(folder, 'cache.db');
  migrations = ['CREATE TABLE things (name TEXT) STRICT'];
  tables = { migrations, salvage: null };
  opened = new CacheFile(file, () => 5, tables);
  opened.database().exec(`INSERT INTO things VALUES ('old')`);
});
afterEach(() => {
  opened.close();
  rmSync(folder, { recursive: true, force: true });
});

const names = (): unknown[] =>
  opened
    .database()
    .prepare('SELECT name FROM things')
    .all()
    .map(({ name }) => name);

describe('quarantine of a cache file', () => {
  it('leaves the file readable if it cannot be moved, and succeeds at the next attempt', () => {
    mkdirSync(`${file}.damaged-5`);
    expect(() => opened.replaceDamaged()).toThrow();
    expect(names()).toEqual(['old']);
    expect(opened.takeQuarantined()).toBeNull();
    rmdirSync(`${file}.damaged-5`);
    opened.replaceDamaged();
    expect(names()).toEqual([]);
    expect(opened.takeQuarantined()).toEqual({ why: 'damaged', name: 'cache.db.damaged-5', tables: [] });
    expect(readdirSync(folder).sort()).toEqual(['cache.db', 'cache.db-shm', 'cache.db-wal', 'cache.db.damaged-5']);
  });

  it('restores the file when its replacement cannot be opened', () => {
    opened.close();
    // Each use of the migrations takes the next element of `versions`, if there is one.
    let versions: string[][] = [];
    const changing: StoredTables = {
      salvage: null,
      get migrations() {
        return versions.shift() ?? migrations;
      },
    };
    opened = new CacheFile(file, () => 5, changing);
    versions = [[...migrations, 'CREATE TABLE more (name TEXT) STRICT'], migrations];
    expect(() => opened.replaceDamaged()).toThrow(/newer/);
    expect(names()).toEqual(['old']);
    expect(readdirSync(folder).filter((name) => /damaged|salvage/.test(name))).toEqual([]);
  });

  it('never separates a file from its write-ahead log', () => {
    const other = openDatabase(file);
    other.exec(`INSERT INTO things VALUES ('in the log')`);
    mkdirSync(`${file}.damaged-5-wal`);
    expect(() => opened.replaceDamaged()).toThrow();
    expect(names()).toEqual(['old', 'in the log']);
    expect(existsSync(`${file}.damaged-5`)).toBe(false);
    other.close();
  });

  it('restores the file when its replacement cannot be made', () => {
    migrations.push('not a statement');
    expect(() => opened.replaceDamaged()).toThrow(/syntax/);
    expect(names()).toEqual(['old']);
    expect(readdirSync(folder).filter((name) => /damaged|salvage/.test(name))).toEqual([]);
  });
});
