import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/sqlite/database.ts';
import { migrations } from '#core/cache/tables/migrations.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { rowHash } from '#core/cache/tables/row-hash.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import type { IngestOutcome } from '#core/ingest/ingest-job.ts';
import { bytes, list, trade } from '#tests/fixtures/platform/answers.ts';
import { openedCache, temporaryCaches } from './temporary-cache.ts';

let opened: ReturnType<typeof openedCache>;
let cache: Cache;
let db: DatabaseSync;
beforeEach(() => {
  opened = openedCache();
  ({ cache, db } = opened);
});
afterEach(() => opened.close());

const ingestAt = (readAt: number, dataset: 'trades' | 'tradesOpen', ...records: readonly object[]): IngestOutcome => {
  const job = { systemId: '7', dataset, readAt, slice: null, wantRecords: false, renewsAge: true };
  return ingestAnswer(db, job, list(...records));
};
const ingest = (dataset: 'trades' | 'tradesOpen', ...records: readonly object[]): IngestOutcome =>
  ingestAt(100, dataset, ...records);
const writtenRowCount = (): number => Number(db.prepare('SELECT total_changes() AS rows').get()?.['rows']);
const closedTrades = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => trade(String(at + 1), { open_or_closed: 'closed' }));
const openIds = () => cache.reader.positions('7').flatMap(({ tradeIds }) => tradeIds);

describe('repeated trades', () => {
  // Below a thousand trades the rows are compared, above that their hashes.
  it.each([50, 1_500])('are not written again, in this run or the next (%i closed trades)', (count) => {
    const component = {
      signalid: '55',
      action: 'BTO',
      quant: '100',
      symbol: 'AAPL',
      tradeprice: '187.1',
      tradedwhen: '',
    };
    const answer = [...closedTrades(count), trade('9999', { component_signals: [component] })];
    ingest('trades', ...answer);
    for (const connection of [db, openDatabase(opened.file)]) {
      db = connection;
      const before = writtenRowCount();
      expect(ingest('trades', ...answer)).toMatchObject({ records: count + 1, changed: 0 });
      expect(writtenRowCount() - before, 'the time of the reading only').toBe(1);
    }
    expect(
      ingest(
        'trades',
        ...answer.slice(0, count),
        trade('9999', { component_signals: [{ ...component, quant: '60' }] }),
      ),
    ).toMatchObject({ changed: 1 });
    expect(cache.reader.components('7', '9999')).toMatchObject([{ quantity: '60' }]);
  });

  it('are open again when the list of open trades contains them again', () => {
    ingest('tradesOpen', trade('1'), trade('2'));
    expect(ingest('tradesOpen', trade('2'))).toMatchObject({ unlisted: 1 });
    expect(openIds()).toEqual(['2']);
    expect(ingest('tradesOpen', trade('1'), trade('2'))).toMatchObject({ changed: 1 });
    expect(openIds()).toEqual(['1', '2']);
  });

  it('keep members that an answer omits, however answers alternate', () => {
    const full = trade('1', { symbol_description: 'Apple Inc', ptValue: '1', PL: '12' });
    const bare = trade('1', { ptValue: null, PL: null });
    for (const answer of [full, bare, full, bare]) ingest('tradesOpen', answer);
    expect(cache.reader.newestTrades('7', { offset: 0, limit: 1 }).trades).toMatchObject([
      { description: 'Apple Inc', pointValue: '1', profit: '12' },
    ]);
  });

  it('have no result if they are closed without one: the open profit and mark are not used', () => {
    ingest('tradesOpen', trade('1', { PL: '400', closing_price_VWAP: '140' }));
    ingest('trades', trade('1', { open_or_closed: 'closed', PL: null, closing_price_VWAP: '' }));
    expect(cache.reader.newestTrades('7', { offset: 0, limit: 1 }).trades).toMatchObject([
      { open: false, profit: null, closePrice: null },
    ]);
  });

  it('have no closing time and duration once they are reported open again', () => {
    ingest('trades', trade('1', { open_or_closed: 'closed', closedWhenUnixTimeStamp: '1772551860' }));
    const read = () => cache.reader.newestTrades('7', { offset: 0, limit: 1 }).trades;
    expect(read()).toMatchObject([{ open: false, closedAt: 1_772_551_860 }]);
    ingest('trades', trade('1'));
    expect(read()).toMatchObject([{ open: true, closedAt: null, heldSeconds: null }]);
  });

  it('use the last record when an answer contains a trade twice', () => {
    ingest('trades', trade('1', { PL: '1' }), trade('1', { PL: '2' }));
    expect(cache.reader.newestTrades('7', { offset: 0, limit: 9 }).trades.map(({ profit }) => profit)).toEqual(['2']);
  });
});

it('of over a thousand trades, only those that changed, went missing or returned are written', () => {
  const many = closedTrades(1_500);
  const changed = (at: number, member: object): object[] =>
    many.map((one, place) => (place === at ? { ...one, ...member } : one));
  ingest('trades', ...many);
  expect(ingest('trades', ...changed(7, { PL: '77' }))).toMatchObject({ changed: 1, unlisted: 0 });
  expect(ingest('trades', ...changed(7, { PL: null })), 'an omitted member').toMatchObject({ changed: 0 });
  expect(ingest('trades', ...changed(7, { PL: '78' }))).toMatchObject({ changed: 1 });
  expect(ingest('trades', ...changed(7, { PL: '78' }).slice(1))).toMatchObject({ changed: 1, unlisted: 1 });
  db = openDatabase(opened.file);
  expect(ingest('trades', ...changed(7, { PL: '78' }).slice(1))).toMatchObject({ changed: 0, unlisted: 0 });
  expect(ingest('trades', ...changed(7, { PL: '78' }))).toMatchObject({ changed: 1, unlisted: 0 });
  expect(ingest('trades', ...changed(7, { PL: '78' }))).toMatchObject({ changed: 0, unlisted: 0 });
});

describe('the point value of a symbol', () => {
  const pointValueOf = (symbol: string) => cache.reader.pointValues('7').get(symbol);
  const point50 = { symbol: '@ESH6', ptValue: '50' };

  it('is that of the latest trade that has a point value, in any order of answers', () => {
    ingest('trades', trade('100', { symbol: '@ESH6', ptValue: '5' }), trade('99', point50));
    expect([pointValueOf('@ESH6'), pointValueOf('AAPL')]).toEqual(['5', undefined]);
    ingest('trades', trade('98', point50), trade('101', { ...point50, ptValue: null }));
    expect(pointValueOf('@ESH6')).toBe('5');
    ingest('tradesOpen', trade('101', point50));
    expect(pointValueOf('@ESH6')).toBe('50');
    ingest('trades', trade('101', { ...point50, ptValue: '20' }));
    expect(pointValueOf('@ESH6'), 'the same trade, corrected').toBe('20');
    ingest('trades', trade('9007199254740993', { ...point50, ptValue: '7' }), trade('9007199254740992', point50));
    expect(pointValueOf('@ESH6'), 'ids beyond the precision of a float').toBe('7');
  });

  it('is unknown if it is not in dollars', () => {
    const euro = { symbol: '@FDZ6', instrument: 'future', ptValue: '25', currency: 'EUR' };
    ingest('tradesOpen', trade('1', euro), trade('2', { symbol: 'USDJPY', instrument: 'forex', ptValue: '10000' }));
    expect(['@FDZ6', 'USDJPY'].map(pointValueOf)).toEqual([undefined, undefined]);
    expect(cache.reader.positions('7').map(({ pointValue }) => pointValue)).toEqual([null, null]);
  });

  it('is computed from the trades of a cache that has no table of point values', () => {
    const caches = temporaryCaches();
    const old = openDatabase(caches.file);
    for (const sql of migrations.slice(0, 7)) old.exec(sql);
    const insert =
      old.prepare(`INSERT INTO trades (system_id, trade_id, open, side, symbol, description, point_value, currency,
      quantity_opened, quantity_closed) VALUES (?, ?, 0, 'long', ?, '', ?, ?, '1', '1')`);
    for (const row of [
      ['7', '9', '@ESH6', '50', 'USD'],
      ['7', '10', '@ESH6', '5', ''],
      ['7', '11', '@ESH6', null, 'USD'],
      ['7', '13', '@FDZ6', '25', 'EUR'],
      ['8', '12', '@ESH6', '1', 'USD'],
    ])
      insert.run(...row);
    old.exec('PRAGMA user_version = 7');
    old.close();
    const reopened = caches.open();
    const { reader } = reopened;
    expect(['7', '8'].map((systemId) => reader.pointValues(systemId).get('@ESH6'))).toEqual(['5', '1']);
    expect(reader.pointValues('7').has('@FDZ6')).toBe(false);
    reopened.close();
    caches.remove();
  });
});

describe('a trade missing in a later complete list', () => {
  const unlistedTimes = () =>
    Object.fromEntries(
      cache.reader
        .newestTrades('7', { offset: 0, limit: 9 })
        .trades.map(({ tradeId, unlistedAt = null }) => [tradeId, unlistedAt]),
    );
  const revision = () => cache.reader.tradesRevision('7');

  it('remains, unlisted since the first reading without it, until it is listed again', () => {
    const [one, two, three] = closedTrades(3);
    ingestAt(100, 'trades', one ?? {}, two ?? {}, three ?? {});
    expect(unlistedTimes()).toEqual({ 1: null, 2: null, 3: null });
    expect(ingestAt(200, 'trades', one ?? {}, three ?? {})).toMatchObject({ changed: 1, unlisted: 1 });
    expect(unlistedTimes()).toEqual({ 1: null, 2: 200, 3: null });
    expect(cache.reader.newestTrades('7', { offset: 0, limit: 9 }).trades[1]).toMatchObject({ profit: '12' });
    const before = revision();
    expect(ingestAt(300, 'trades', one ?? {}, three ?? {})).toMatchObject({ changed: 0, unlisted: 0 });
    expect([revision(), unlistedTimes()]).toEqual([before, { 1: null, 2: 200, 3: null }]);
    expect(ingestAt(400, 'trades', one ?? {}, two ?? {}, three ?? {})).toMatchObject({ changed: 1, unlisted: 0 });
    expect([revision(), unlistedTimes()]).toEqual([before + 1, { 1: null, 2: null, 3: null }]);
  });

  it('is marked unlisted in a later run too, and only by a list of its own strategy', () => {
    ingest('trades', ...closedTrades(3));
    const job = {
      systemId: '8',
      dataset: 'trades',
      readAt: 150,
      slice: null,
      wantRecords: false,
      renewsAge: true,
    } as const;
    ingestAnswer(db, job, list(...closedTrades(1)));
    db = openDatabase(opened.file);
    expect(ingestAt(200, 'trades', ...closedTrades(2))).toMatchObject({ changed: 1, unlisted: 1 });
    expect(unlistedTimes()).toEqual({ 1: null, 2: null, 3: 200 });
  });

  it('has one row written when it becomes unlisted or is listed again, and otherwise none', () => {
    ingest('trades', ...closedTrades(50));
    const rowsWrittenBy = (answer: readonly object[]): number => {
      const before = writtenRowCount();
      ingest('trades', ...answer);
      return writtenRowCount() - before;
    };
    const revisionRows = 2;
    const ageRows = 1;
    expect(rowsWrittenBy(closedTrades(49))).toBe(1 + revisionRows + ageRows);
    expect(rowsWrittenBy(closedTrades(49))).toBe(ageRows);
    expect(rowsWrittenBy(closedTrades(50))).toBe(1 + revisionRows + ageRows);
    expect(rowsWrittenBy(closedTrades(50))).toBe(ageRows);
  });

  it('is not marked by a list with a record without a readable id, or with a repeated trade', () => {
    for (const [dataset, state] of [
      ['trades', 'closed'],
      ['tradesOpen', 'open'],
    ] as const) {
      const one = (id: string) => trade(id, { open_or_closed: state });
      ingest(dataset, one('1'), one('2'), one('3'));
      expect(ingestAt(200, dataset, one('1'), { trade_id: {} })).toMatchObject({ bad: 1, unlisted: 0 });
      expect(ingestAt(200, dataset, one('1'), one('2'), one('2'))).toMatchObject({ unlisted: 0 });
      expect(unlistedTimes()).toEqual({ 1: null, 2: null, 3: null });
    }
    expect(openIds()).toEqual(['1', '2', '3']);
  });

  it('is not marked unlisted by an invalid answer or a refusal', () => {
    ingest('trades', ...closedTrades(2));
    const job = {
      systemId: '7',
      dataset: 'trades',
      readAt: 200,
      slice: null,
      wantRecords: false,
      renewsAge: true,
    } as const;
    for (const answer of [bytes({ ok: '0', response: [] }), bytes({ ok: '1' }), bytes('{"ok": "1", "response": [')]) {
      expect(ingestAnswer(db, job, answer).verdict).not.toBe('ok');
    }
    expect(unlistedTimes()).toEqual({ 1: null, 2: null });
  });

  it('is unlisted by the list of open trades while open, and by the list of all trades after that', () => {
    ingestAt(100, 'tradesOpen', trade('1'), trade('2'));
    ingestAt(200, 'trades', trade('1'));
    expect([openIds(), unlistedTimes()], 'the lists contradict each other').toEqual([['1', '2'], { 1: null, 2: null }]);
    ingestAt(300, 'tradesOpen', trade('2'));
    expect([openIds(), unlistedTimes()]).toEqual([['2'], { 1: 300, 2: null }]);
    ingestAt(400, 'trades', trade('2', { open_or_closed: 'closed' }));
    expect([openIds(), unlistedTimes()]).toEqual([[], { 1: 300, 2: null }]);
    ingestAt(500, 'trades', trade('1', { open_or_closed: 'closed' }));
    expect([openIds(), unlistedTimes()]).toEqual([[], { 1: null, 2: 500 }]);
    ingestAt(600, 'tradesOpen', trade('2'));
    expect([openIds(), unlistedTimes()]).toEqual([['2'], { 1: null, 2: null }]);
  });

  it('is not marked unlisted when the answer could not be stored', () => {
    ingest('trades', ...closedTrades(10));
    const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count']);
    db.exec(`PRAGMA max_page_count = ${pages + 4}`);
    expect(ingestAt(200, 'trades', ...closedTrades(5_000).slice(10))).toMatchObject({ verdict: 'not-stored' });
    expect(Object.values(unlistedTimes()).every((since) => since === null)).toBe(true);
    db.exec('PRAGMA max_page_count = 1000000');
    expect(ingestAt(300, 'trades', ...closedTrades(9))).toMatchObject({ verdict: 'ok', unlisted: 1 });
    expect(ingestAt(400, 'trades', ...closedTrades(10))).toMatchObject({ verdict: 'ok', changed: 1, unlisted: 0 });
  });
});

it('a cache without the unlisted column keeps its trades, all listed', () => {
  const caches = temporaryCaches();
  const old = openDatabase(caches.file);
  for (const sql of migrations.slice(0, 5)) old.exec(sql);
  old.exec(`PRAGMA user_version = 5;
    INSERT INTO trades (system_id, trade_id, open, side, symbol, description, currency, quantity_opened, quantity_closed)
    VALUES ('7', '1', 0, 'long', 'AAPL', '', 'USD', '1', '1')`);
  old.close();
  const reopened = caches.open();
  const { trades } = reopened.reader.newestTrades('7', { offset: 0, limit: 9 });
  expect(trades.map(({ tradeId, unlistedAt }) => [tradeId, unlistedAt])).toEqual([['1', undefined]]);
  expect(caches.notices).toEqual([]);
  reopened.close();
  caches.remove();
});

it('an answer that does not fit on the disk changes nothing, and can be stored later', () => {
  ingest('trades', ...closedTrades(10));
  const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count']);
  db.exec(`PRAGMA max_page_count = ${pages + 4}`);
  const more = closedTrades(5_000);
  expect(ingest('trades', ...more)).toMatchObject({ verdict: 'not-stored', changed: 0, damaged: false });
  expect(cache.reader.newestTrades('7', { offset: 0, limit: 1 }).total).toBe(10);
  db.exec('PRAGMA max_page_count = 1000000');
  expect(ingest('trades', ...more)).toMatchObject({ verdict: 'ok', changed: 4_990 });
  expect(cache.reader.newestTrades('7', { offset: 0, limit: 1 }).total).toBe(5_000);
});

it('a large first load builds its non-partial indexes last, and leaves an intact file', () => {
  const indexes = () =>
    db.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'trades' ORDER BY name").all();
  const before = indexes();
  const notPartial = "tbl_name = 'trades' AND sql NOT LIKE '% WHERE %'";
  db.exec(`CREATE TEMP TABLE seen AS SELECT 0 AS built WHERE 0;
    CREATE TEMP TRIGGER observe AFTER INSERT ON main.trades WHEN NOT EXISTS (SELECT 1 FROM temp.seen) BEGIN
      INSERT INTO seen SELECT count(*) FROM main.sqlite_schema WHERE type = 'index' AND ${notPartial};
    END`);
  ingest('trades', ...closedTrades(10_001));
  expect(db.prepare('SELECT built FROM temp.seen').all(), 'at the first row').toEqual([{ built: 0 }]);
  expect(before.length).toBeGreaterThan(2);
  expect(indexes()).toEqual(before);
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
});

it('hashes distinguish rows by the value, type and position of their members', () => {
  const rows = [['1', '2'], ['12', ''], ['', '12'], ['2', '1'], [1, '2'], ['1', 2], [null, '2'], ['null', '2'], ['1']];
  const found = rows.map(rowHash);
  expect(new Set(found).size).toBe(rows.length);
  expect(found.every(Number.isSafeInteger)).toBe(true);
});
