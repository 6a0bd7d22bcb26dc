import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '#core/cache/database.ts';
import type { Cache } from '#core/cache/open-cache.ts';
import { rowHash } from '#core/cache/row-hash.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import type { IngestOutcome } from '#core/ingest/ingest-job.ts';
import { list, trade } from '#tests/fixtures/platform/answers.ts';
import { openedCache } from './temporary-cache.ts';

let opened: ReturnType<typeof openedCache>;
let cache: Cache;
let db: DatabaseSync;
beforeEach(() => {
  opened = openedCache();
  ({ cache, db } = opened);
});
afterEach(() => opened.close());

const take = (dataset: 'trades' | 'tradesOpen', ...records: readonly object[]): IngestOutcome => {
  const job = { systemId: '7', dataset, readAt: 100, slice: null, wantRecords: false, renewsAge: true };
  return ingestAnswer(db, job, list(...records));
};
const written = (): number => Number(db.prepare('SELECT total_changes() AS rows').get()?.['rows']);
const closed = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => trade(String(at + 1), { open_or_closed: 'closed' }));
const open = () => cache.reader.positions('7').flatMap(({ tradeIds }) => tradeIds);

describe('trades that an answer says again', () => {
  it('cost no write, whether this run or an earlier one stored them', () => {
    const component = {
      signalid: '55',
      action: 'BTO',
      quant: '100',
      symbol: 'AAPL',
      tradeprice: '187.1',
      tradedwhen: '',
    };
    const answer = [...closed(50), trade('99', { component_signals: [component] })];
    take('trades', ...answer);
    for (const connection of [db, openDatabase(opened.file)]) {
      db = connection;
      const before = written();
      expect(take('trades', ...answer)).toMatchObject({ records: 51, changed: 0 });
      expect(written() - before, 'the note of the reading alone').toBe(1);
    }
    expect(
      take('trades', ...answer.slice(0, 50), trade('99', { component_signals: [{ ...component, quant: '60' }] })),
    ).toMatchObject({ changed: 1 });
    expect(cache.reader.components('7', '99')).toMatchObject([{ quantity: '60' }]);
  });

  it('are open again when the list of the open ones names them again', () => {
    take('tradesOpen', trade('1'), trade('2'));
    expect(take('tradesOpen', trade('2'))).toMatchObject({ left: 1 });
    expect(open()).toEqual(['2']);
    expect(take('tradesOpen', trade('1'), trade('2'))).toMatchObject({ changed: 1 });
    expect(open()).toEqual(['1', '2']);
  });

  it('keep what an answer leaves out, however the answers alternate', () => {
    const full = trade('1', { symbol_description: 'Apple Inc', ptValue: '1', PL: '12' });
    const bare = trade('1', { ptValue: null, PL: null });
    for (const answer of [full, bare, full, bare]) take('tradesOpen', answer);
    expect(cache.reader.newestTrades('7', { offset: 0, limit: 1 }).trades).toMatchObject([
      { description: 'Apple Inc', pointValue: '1', profit: '12' },
    ]);
  });

  it('may stand twice in one answer: the last one holds', () => {
    take('trades', trade('1', { PL: '1' }), trade('1', { PL: '2' }));
    expect(cache.reader.newestTrades('7', { offset: 0, limit: 9 }).trades.map(({ profit }) => profit)).toEqual(['2']);
  });
});

it('an answer that the disk can not hold leaves all as it was, and is stored whole once there is room', () => {
  take('trades', ...closed(10));
  const pages = Number(db.prepare('PRAGMA page_count').get()?.['page_count']);
  db.exec(`PRAGMA max_page_count = ${pages + 4}`);
  const more = closed(5_000);
  expect(take('trades', ...more)).toMatchObject({ verdict: 'not-stored', changed: 0, damaged: false });
  expect(cache.reader.newestTrades('7', { offset: 0, limit: 1 }).total).toBe(10);
  db.exec('PRAGMA max_page_count = 1000000');
  expect(take('trades', ...more)).toMatchObject({ verdict: 'ok', changed: 4_990 });
  expect(cache.reader.newestTrades('7', { offset: 0, limit: 1 }).total).toBe(5_000);
});

it('a first load of many makes its indexes last, and has them all', () => {
  const indexes = () =>
    db.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'trades' ORDER BY name").all();
  const before = indexes();
  take('trades', ...closed(10_001));
  expect(before.length).toBeGreaterThan(2);
  expect(indexes()).toEqual(before);
  expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
});

it('fingerprints tell rows apart by value, kind and place', () => {
  const rows = [['1', '2'], ['12', ''], ['', '12'], ['2', '1'], [1, '2'], ['1', 2], [null, '2'], ['null', '2'], ['1']];
  const found = rows.map(rowHash);
  expect(new Set(found).size).toBe(rows.length);
  expect(found.every(Number.isSafeInteger)).toBe(true);
});
