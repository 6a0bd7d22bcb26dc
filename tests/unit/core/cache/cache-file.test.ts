import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CacheFile } from '#core/cache/cache-file.ts';
import { openDatabase } from '#core/cache/database.ts';

let folder: string;
let file: string;
let migrations: string[];
let opened: CacheFile;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stratdesk-cache-file-'));
  file = join(folder, 'cache.db');
  migrations = ['CREATE TABLE things (name TEXT)'];
  opened = new CacheFile(file, () => 5, migrations);
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

describe('a file that is to be set aside', () => {
  it('stays where it was, and readable, when it can not be moved, and is moved the next time', () => {
    mkdirSync(`${file}.damaged-5`);
    expect(() => opened.setAside('damaged')).toThrow();
    expect(names()).toEqual(['old']);
    expect(opened.takeSetAside()).toBeNull();
    rmdirSync(`${file}.damaged-5`);
    opened.setAside('damaged');
    expect(names()).toEqual([]);
    expect(opened.takeSetAside()).toEqual({ why: 'damaged', name: 'cache.db.damaged-5' });
  });

  it('is not parted from its write-ahead log', () => {
    const other = openDatabase(file);
    other.exec(`INSERT INTO things VALUES ('in the log')`);
    mkdirSync(`${file}.damaged-5-wal`);
    expect(() => opened.setAside('damaged')).toThrow();
    expect(names()).toEqual(['old', 'in the log']);
    expect(existsSync(`${file}.damaged-5`)).toBe(false);
    other.close();
  });

  it('is put back when an empty one can not be begun', () => {
    migrations.push('not a statement');
    expect(() => opened.setAside('damaged')).toThrow(/syntax/);
    expect(names()).toEqual(['old']);
    expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  });
});
