import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DamagedDatabase } from '#core/salvage/damaged-database.ts';
import type { StoredValue } from '#core/salvage/record.ts';

let folder: string;
let path: string;
let db: DatabaseSync;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stratdesk-pages-'));
});
afterEach(() => {
  db.close();
  rmSync(folder, { recursive: true, force: true });
});

const read = (table: string): { rows: StoredValue[][]; gaps: number; count: number | null } => {
  const source = DamagedDatabase.open(path);
  const rows: StoredValue[][] = [];
  let gaps = 0;
  source?.walk(table, {
    read: (values) => [...values],
    row: (row) => rows.push(row),
    gap: () => {
      gaps += 1;
    },
  });
  const count = source?.count(table) ?? null;
  source?.close();
  return { rows, gaps, count };
};

const stored = (table: string, order: string): unknown[][] =>
  db
    .prepare(`SELECT * FROM ${table} ORDER BY ${order}`)
    .all()
    .map((row) => Object.values(row));

const value = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -(2 ** 40), max: 2 ** 40 }) },
  { weight: 2, arbitrary: fc.constantFrom(0, 1, 127, 128, -129, 32_768, 2 ** 31, 2 ** 47, Number.MAX_SAFE_INTEGER) },
  { weight: 4, arbitrary: fc.string({ maxLength: 40, unit: 'binary' }).map((text) => text.replaceAll('\0', '')) },
  { weight: 1, arbitrary: fc.nat(9_000).map((length) => 'é'.repeat(length)) },
  { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ act: fc.constant('put'), key: fc.nat(400), values: fc.tuple(value, value) }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('drop'), key: fc.nat(400), values: fc.tuple(value, value) }) },
);

it('reads the rows of an intact file, its log and its overflow pages as SQLite does', () => {
  let round = 0;
  fc.assert(
    fc.property(
      fc.array(step, { minLength: 1, maxLength: 300 }),
      fc.constantFrom(512, 1_024, 4_096),
      fc.boolean(),
      (steps, pageSize, isCheckpointed) => {
        round += 1;
        path = join(folder, `${round}.db`);
        if (round > 1) db.close();
        db = new DatabaseSync(path);
        db.exec(`PRAGMA page_size = ${pageSize}; PRAGMA journal_mode = WAL;
          CREATE TABLE heap (key TEXT PRIMARY KEY, one, two);
          CREATE TABLE keyed (key TEXT, one, two, PRIMARY KEY (key)) WITHOUT ROWID`);
        for (const { act, key, values } of steps) {
          for (const table of ['heap', 'keyed']) {
            if (act === 'drop') db.prepare(`DELETE FROM ${table} WHERE key = ?`).run(`key ${key}`);
            else db.prepare(`INSERT OR REPLACE INTO ${table} VALUES (?, ?, ?)`).run(`key ${key}`, ...values);
          }
        }
        if (isCheckpointed) db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
        const heap = stored('heap', 'rowid');
        expect(read('heap')).toEqual({ rows: heap, gaps: 0, count: heap.length });
        expect(read('keyed')).toEqual({ rows: stored('keyed', 'key'), gaps: 0, count: null });
      },
    ),
    { numRuns: 40, endOnFailure: true },
  );
});

it('ignores a part of the log until it is committed', () => {
  path = join(folder, 'log.db');
  db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = WAL; CREATE TABLE heap (key TEXT PRIMARY KEY); INSERT INTO heap VALUES (1)');
  db.exec(`PRAGMA cache_size = 1; BEGIN; INSERT INTO heap WITH RECURSIVE n(i) AS
    (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 5000) SELECT printf('%0100d', i) FROM n`);
  expect(read('heap')).toMatchObject({ rows: [['1']], gaps: 0 });
  db.exec('COMMIT');
  expect(read('heap')).toMatchObject({ gaps: 0, count: 5_000 });
});

it('opens neither a database in UTF-16 nor a file that is not a database', () => {
  path = join(folder, 'none.db');
  db = new DatabaseSync(path);
  db.exec('PRAGMA encoding = "UTF-16le"; CREATE TABLE heap (key TEXT)');
  expect(DamagedDatabase.open(path)).toBeNull();
  expect(DamagedDatabase.open(new URL(import.meta.url).pathname)).toBeNull();
});
