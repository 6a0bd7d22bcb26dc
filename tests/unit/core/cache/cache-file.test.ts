import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CacheFile } from '#core/cache/file/cache-file.ts';
import { openDatabase } from '#core/sqlite/database.ts';
import { salvageFile, type StoredTables } from '#core/salvage/salvage-file.ts';

let folder: string;
let file: string;
let migrations: string[];
let opened: CacheFile;
let tables: StoredTables;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stratdesk-cache-file-'));
  file = join(folder, 'cache.db');
  migrations = ['CREATE TABLE things (name TEXT) STRICT'];
  tables = { migrations, rowChecks: () => ({}), markIncomplete: () => undefined };
  opened = new CacheFile(file, () => 5, tables);
  opened.database().exec(`INSERT INTO things VALUES ('old')`);
});
afterEach(() => {
  opened.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Replaces the file by an empty one. */
const setAside = (): void => opened.setAside(salvageFile(null, opened.salvagePath(), tables));

const names = (): unknown[] =>
  opened
    .database()
    .prepare('SELECT name FROM things')
    .all()
    .map(({ name }) => name);

describe('quarantine of a cache file', () => {
  it('stays readable when the file cannot be moved, and is retried the next time', () => {
    mkdirSync(`${file}.damaged-5`);
    expect(() => setAside()).toThrow();
    expect(names()).toEqual(['old']);
    expect(opened.takeQuarantined()).toBeNull();
    rmdirSync(`${file}.damaged-5`);
    setAside();
    expect(names()).toEqual([]);
    expect(opened.takeQuarantined()).toEqual({ why: 'damaged', name: 'cache.db.damaged-5', tables: [] });
    expect(readdirSync(folder).sort()).toEqual(['cache.db', 'cache.db-shm', 'cache.db-wal', 'cache.db.damaged-5']);
  });

  it('never separates a file from its write-ahead log', () => {
    const other = openDatabase(file);
    other.exec(`INSERT INTO things VALUES ('in the log')`);
    mkdirSync(`${file}.damaged-5-wal`);
    expect(() => setAside()).toThrow();
    expect(names()).toEqual(['old', 'in the log']);
    expect(existsSync(`${file}.damaged-5`)).toBe(false);
    other.close();
  });

  it('restores the file when its replacement cannot be made or opened', () => {
    const salvaged = salvageFile(null, opened.salvagePath(), tables);
    writeFileSync(salvaged.file, 'no database, but longer than the header of one '.repeat(9));
    expect(() => opened.setAside(salvaged)).toThrow(/not a database/);
    expect(names()).toEqual(['old']);
    migrations.push('not a statement');
    expect(setAside).toThrow(/syntax/);
    expect(names()).toEqual(['old']);
    expect(readdirSync(folder).filter((name) => /damaged|salvage/.test(name))).toEqual([]);
  });

  it('replaces the file by its salvaged copy', () => {
    opened.database().exec(`INSERT INTO things VALUES ('in the log')`);
    opened.setAside(salvageFile(file, opened.salvagePath(), tables));
    expect(names()).toEqual(['old', 'in the log']);
    expect(opened.takeQuarantined()?.tables).toEqual([{ table: 'things', salvaged: 2, lost: 0 }]);
  });
});
