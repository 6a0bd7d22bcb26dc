import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, renameSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/sqlite/database.ts';
import { fillHistory, pageBytes, pagesOf, rowsOf, StoredFile } from './stored-file.ts';

const child = fileURLToPath(new URL('./salvage-child.ts', import.meta.url));
let stored: StoredFile;
let damaged: Buffer;
let valueCount = 0;
let momentCount = 0;
beforeAll(() => {
  stored = new StoredFile();
  stored.openHistory().close();
  fillHistory(stored.path);
  damaged = stored.bytes();
  const [, page = 0] = pagesOf(stored.path, 'readings_of', 'leaf');
  valueCount = rowsOf(stored.path, 'SELECT 1 FROM readings_of').length;
  momentCount = rowsOf(stored.path, 'SELECT 1 FROM moments').length;
  damaged.fill(0xa5, (page - 1) * pageBytes, page * pageBytes);
});
afterAll(() => stored.remove());
beforeEach(() => stored.replaceWith(damaged));

const run = (nth: number): Promise<NodeJS.Signals | number | null> =>
  new Promise((resolve, reject) => {
    const running = spawn(process.execPath, [child, stored.path, String(nth)], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    running.on('error', reject);
    running.on('exit', (code, signal) => resolve(signal ?? code));
  });

/** Opens the file as the next start does. Returns row counts, titles of notices and file names. */
const start = (): { valueCount: number; momentCount: number; titles: string[]; names: string[] } => {
  stored.openHistory().close();
  const countOf = (table: string): number => rowsOf(stored.path, `SELECT 1 FROM ${table}`).length;
  const titles = stored.notices.map(({ title }) => title);
  const names = stored.names().map((name) => name.replaceAll(/\d{3,}/g, 'T'));
  return { valueCount: countOf('readings_of'), momentCount: countOf('moments'), titles, names };
};

const expected = {
  titles: ['Past readings were repaired'],
  names: ['history-p.db', 'history-p.db.damaged-T'],
};

describe('a process that copies the readable rows', () => {
  it.each([1, 250, 700])(
    'leaves an unfinished copy when killed at row %i, and the next start replaces that copy',
    async (nth) => {
      expect(await run(nth)).toBe('SIGKILL');
      expect(stored.names()).toEqual(['history-p.db', 'history-p.db.salvage-1']);
      expect(stored.bytes().subarray(100).equals(damaged.subarray(100))).toBe(true);
      const after = start();
      expect(after).toMatchObject(expected);
      expect(after.momentCount).toBe(momentCount);
      expect(after.valueCount).toBeGreaterThan(valueCount / 2);
      expect(after.valueCount).toBeLessThan(valueCount);
    },
  );

  it('ends normally if it is not killed, and the next start repairs nothing', async () => {
    expect(await run(1_000_000)).toBe(0);
    expect(start()).toMatchObject({ momentCount, titles: [] });
  });
});

describe('the start after a kill during the replacement of the old file', () => {
  it.each([
    ['nothing was moved', []],
    ['the file was moved', ['']],
    ['the file and its log were moved', ['', '-wal']],
  ])('repairs the file with the changes in its log if %s', (_when, moved) => {
    // A change that is only in the log. Closing the last connection would checkpoint it.
    const db = openDatabase(stored.path);
    db.exec("UPDATE moments SET changes = 77 WHERE system_id = '7' AND read_at = 1000");
    const parts = ['', '-wal', '-shm'];
    for (const part of parts) copyFileSync(stored.path + part, `${stored.folder}/copy${part}`);
    db.close();
    for (const part of parts) renameSync(`${stored.folder}/copy${part}`, stored.path + part);
    // A leftover `.salvage` file is never used.
    copyFileSync(stored.path, `${stored.path}.salvage-17`);
    for (const part of moved) renameSync(stored.path + part, `${stored.path}.damaged-17${part}`);
    expect(start()).toMatchObject(expected);
    expect(rowsOf(stored.path, "SELECT changes FROM moments WHERE system_id = '7' AND read_at = 1000")).toEqual([
      { changes: 77 },
    ]);
    expect(existsSync(`${stored.path}.salvage-17`)).toBe(false);
  });
});
