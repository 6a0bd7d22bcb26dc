import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { cacheTables } from '#core/cache/file/cache-tables.ts';
import { openDatabase } from '#core/sqlite/database.ts';
import { readEquity } from '#core/cache/tables/equity-table.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { damaged, damages, misplacements } from './damages.ts';
import { fillCache, pageBytes, pagesOf, readAt, readTradesAgain, rootsOf, rowsOf, StoredFile } from './stored-file.ts';

const count = 300;
const damagedTitle = 'Stored data is being read again';

let stored: StoredFile;
let whole: Buffer;
/** The rows of the intact file, by table. */
let original: ReadonlyMap<string, readonly string[]>;

/** Each row as a text, without the columns that only describe how much was read. */
const tables: Readonly<Record<string, string>> = {
  strategies: 'SELECT * FROM strategies',
  details: 'SELECT * FROM details',
  margin: 'SELECT * FROM margin',
  signals: 'SELECT * FROM signals',
  signal_slices: 'SELECT * FROM signal_slices',
  trades: `SELECT system_id, trade_id, open, in_open, side, symbol, description, instrument, point_value, currency,
    quantity_opened, quantity_closed, open_price, close_price, opened_at, closed_at, profit, held_seconds FROM trades`,
  components: 'SELECT * FROM components',
  equity: 'SELECT * FROM equity',
  equity_scale: 'SELECT * FROM equity_scale',
};
const contentOf = (path: string): Map<string, string[]> =>
  new Map(
    Object.entries(tables).map(([table, sql]) => [
      table,
      rowsOf(path, sql).map(({ revision: _, ...row }) => JSON.stringify(row)),
    ]),
  );

beforeAll(() => {
  stored = new StoredFile('cache');
  stored.openCache().close();
  fillCache(stored.path, count);
  whole = stored.bytes();
  original = contentOf(stored.path);
});
afterAll(() => stored.remove());
beforeEach(() => stored.put(whole));

const damagePages = (pages: readonly number[]): void => {
  const content = Buffer.from(whole);
  for (const page of pages) content.fill(0xa5, (page - 1) * pageBytes, page * pageBytes);
  stored.put(content);
};

/** Reads everything that a panel reads. None of it may throw. */
const readAll = ({ reader, file }: Cache): void => {
  reader.strategies();
  reader.details('7');
  reader.margin('7');
  reader.positions('7');
  for (const { tradeId } of reader.newestTrades('7', { offset: 0, limit: count }).trades)
    reader.components('7', tradeId);
  reader.signals('7', count);
  const db = openDatabase(file);
  readEquity(db, { systemId: '7', plan: '' });
  db.close();
};

const open = (): void => {
  const cache = stored.openCache();
  readAll(cache);
  cache.close();
};

/** Datasets, and the tables of their rows. */
const sources = [
  ['', 'strategies', 'strategies', ''],
  ['7', 'details', 'details', ''],
  ['7', 'margin', 'margin', ''],
  ['7', 'signalsWorking', 'signals', ''],
  ['7', 'signalsAll', 'signals', ''],
  ['7', 'trades', 'trades', ''],
  ['7', 'trades', 'components', ''],
  ['7', 'tradesOpen', 'trades', ''],
  ['7', 'equity', 'equity', '"plan":""'],
  ['7', 'equity/plan a', 'equity', '"plan":"plan a"'],
] as const;

/** Every row is an original one, and a dataset that lost rows does not count as read. */
const expectNothingInvented = (): Map<string, string[]> => {
  const left = contentOf(stored.path);
  for (const [table, rows] of left) {
    const known = new Set(original.get(table));
    expect(rows.filter((row) => !known.has(row), table)).toEqual([]);
  }
  const read = new Set(
    rowsOf(stored.path, 'SELECT system_id, dataset FROM readings WHERE read_at IS NOT NULL').map(
      (row) => `${String(row['system_id'])}/${String(row['dataset'])}`,
    ),
  );
  const of = (content: ReadonlyMap<string, readonly string[]>, table: string, part: string): number =>
    (content.get(table) ?? []).filter((row) => row.includes(part)).length;
  for (const [systemId, dataset, table, part] of sources) {
    if (of(left, table, part) < of(original, table, part)) expect(read).not.toContain(`${systemId}/${dataset}`);
  }
  if (of(left, 'signals', '') < of(original, 'signals', '')) expect(left.get('signal_slices')).toEqual([]);
  expectComponentsWhole(left);
  return left;
};

/**
 * A trade whose components count as read has all of them, and no component belongs to a missing
 * trade.
 */
const expectComponentsWhole = (left: ReadonlyMap<string, readonly string[]>): void => {
  const read = rowsOf(
    stored.path,
    `SELECT t.trade_id, components_read, (SELECT count(*) FROM components c WHERE c.system_id = t.system_id
       AND c.trade_id = t.trade_id) AS signals FROM trades t`,
  );
  expect(read.filter((row) => row['components_read'] === 1 && row['signals'] !== 2)).toEqual([]);
  const known = new Set(read.map((row) => String(row['trade_id'])));
  const ids = (left.get('components') ?? []).map((row) => /"trade_id":"(\d+)"/.exec(row)?.[1] ?? '');
  expect(ids.filter((id) => !known.has(id))).toEqual([]);
};

describe('a damaged cache', () => {
  it('returns only original rows and reads lost ones again, after any damage', () => {
    let repaired = 0;
    fc.assert(
      fc.property(damages, (list) => {
        stored.put(damaged(whole, list));
        open();
        expectNothingInvented();
        repaired += stored.notices.length;
        expect(stored.names().filter((name) => name.includes('salvage'))).toEqual([]);
        // The new file is intact.
        stored.notices.length = 0;
        open();
        expect(stored.notices).toEqual([]);
      }),
      { numRuns: 40, endOnFailure: true },
    );
    expect(repaired).toBeGreaterThan(30);
  });

  it('rejects pages in the wrong place', () => {
    fc.assert(
      fc.property(misplacements, (list) => {
        stored.put(whole);
        const roots = rootsOf(stored.path);
        // A leaf of the same table in the place of the root looks like a small table.
        const below = list.filter(({ at }) => !roots.has(Math.floor((whole.length * at) / pageBytes) + 1));
        stored.put(damaged(whole, below));
        stored.salvage(cacheTables);
        expectNothingInvented();
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it('loses only the rows of a damaged page', () => {
    const [, page = 0] = pagesOf(stored.path, 'signals', 'leaf');
    damagePages([page]);
    open();
    const left = expectNothingInvented();
    const lost = count - (left.get('signals')?.length ?? 0);
    expect(lost).toBeGreaterThan(5);
    expect(lost).toBeLessThan(60);
    for (const table of ['trades', 'components', 'equity', 'margin', 'strategies'])
      expect(left.get(table)).toEqual(original.get(table));
    expect(stored.notices).toMatchObject([{ title: damagedTitle }]);
    const [quarantined = ''] = stored.names().filter((name) => name.includes('damaged'));
    expect(stored.notices[0]?.text).toContain(
      `Recovered: 2 strategies, 1 strategy’s details, 1 account, ${count - lost} orders, 300 trades, 600 orders of trades, and 400 equity points. Lost: ${lost} orders. `,
    );
    expect(stored.notices[0]?.text).toContain(`was saved as ${quarantined}`);
    expect(readFileSync(join(stored.folder, quarantined)).subarray(100)).toEqual(damagedBytes([page]).subarray(100));
  });

  const damagedBytes = (pages: readonly number[]): Buffer => {
    const content = Buffer.from(whole);
    for (const page of pages) content.fill(0xa5, (page - 1) * pageBytes, page * pageBytes);
    return content;
  };

  it('states the age of the remaining rows, and keeps it for undamaged datasets', () => {
    damagePages(pagesOf(stored.path, 'signals', 'leaf').slice(0, 1));
    const cache = stored.openCache();
    const { signalsWorking, signalsAll, trades, margin } = cache.reader.datasets('7');
    expect(signalsWorking).toEqual({
      revision: 3,
      readAt: null,
      failure: { code: 'dataset.some-lost', readAt },
    });
    expect(signalsAll.readAt).toBeNull();
    expect([trades.readAt, margin.readAt]).toEqual([readAt, readAt]);
    expect(cache.reader.slices('7')).toEqual([]);
    const records = cache.reader.signals('7', count);
    expect(records.filter(({ unlisted }) => unlisted)).toEqual([]);
    expect(records.every(({ status, inWorkingList }) => (status === 'working') === inWorkingList)).toBe(true);
    cache.close();
  });

  it('shows all components of a trade or none, and all again after the next read', () => {
    damagePages(pagesOf(stored.path, 'components', 'leaf').slice(2, 4));
    open();
    const left = expectNothingInvented();
    expect(left.get('trades')).toEqual(original.get('trades'));
    expect(left.get('components')?.length).toBeGreaterThan(300);
    expect(left.get('components')?.length).toBeLessThan(600);
    readTradesAgain(stored.path, count);
    expect(contentOf(stored.path).get('components')).toEqual(original.get('components'));
    expect(rowsOf(stored.path, 'SELECT 1 FROM trades WHERE components_read = 0')).toEqual([]);
  });

  it('restores lost trades and their components by the next read', () => {
    damagePages(pagesOf(stored.path, 'trades', 'leaf').slice(1, 3));
    open();
    expect(expectNothingInvented().get('trades')?.length).toBeLessThan(count);
    readTradesAgain(stored.path, count);
    const again = contentOf(stored.path);
    for (const table of ['trades', 'components'])
      expect(again.get(table)?.sort()).toEqual([...(original.get(table) ?? [])].sort());
    expect(rowsOf(stored.path, 'SELECT 1 FROM trades WHERE components_read = 0')).toEqual([]);
  });

  it('loses nothing when only an index was damaged, and reports it', () => {
    damagePages(pagesOf(stored.path, 'signals_by_posting', 'leaf').slice(0, 1));
    open();
    expect(expectNothingInvented()).toEqual(original);
    expect(stored.notices).toMatchObject([{ title: 'Stored data was repaired' }]);
    expect(stored.notices[0]?.text).toContain('Nothing was lost.');
  });

  it('reports an unknown age when only the readings were damaged', () => {
    damagePages(pagesOf(stored.path, 'readings', 'leaf'));
    const cache = stored.openCache();
    expect(cache.reader.datasets('7').trades).toEqual({
      revision: 1,
      readAt: null,
      failure: { code: 'dataset.age-lost' },
    });
    expect(cache.reader.equityState('7', 'plan a').failure).toEqual({ code: 'dataset.age-lost' });
    expect(cache.reader.newestTrades('7', { offset: 0, limit: 1 }).total).toBe(count);
    cache.close();
    expectNothingInvented();
  });

  it('starts empty, with a notice, when its first page is lost', () => {
    damagePages([1]);
    open();
    expect([...expectNothingInvented().values()].flat()).toEqual([]);
    expect(stored.notices).toMatchObject([{ title: damagedTitle }]);
    expect(stored.notices[0]?.text).toContain('Nothing in it could be read.');
  });
});
