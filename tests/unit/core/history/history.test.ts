import { words } from '#renderer/messages/words.ts';
import type { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import fc from 'fast-check';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dataset } from '#contract/model/status.ts';
import { openDatabase } from '#core/sqlite/database.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { HistoryWriter } from '#core/history/history-writer.ts';
import { openHistoryDatabase } from '#core/history/history-file.ts';
import { openHistory, type History } from '#core/history/open-history.ts';
import { readPastAccount } from '#core/history/past-account.ts';
import { Ingest } from '#core/ingest/ingest.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import { bytes, list, signal, trade } from '#tests/fixtures/platform/answers.ts';
import { runStep, signalStep } from '../cache/signal-steps.ts';
import { temporaryCaches } from '../cache/temporary-cache.ts';

let caches: ReturnType<typeof temporaryCaches>;
let cache: Cache;
let db: DatabaseSync;
let history: History;
let pastDb: DatabaseSync;
let writer: HistoryWriter;
const open = (): History =>
  openHistory({ ports: caches.ports, profileId: 'p', notify: ({ title }) => caches.notices.push(words(title)) });

beforeEach(() => {
  caches = temporaryCaches();
  cache = caches.open();
  db = openDatabase(caches.file);
  history = open();
  pastDb = openHistoryDatabase(history.file ?? '');
  writer = new HistoryWriter(pastDb);
});
afterEach(() => {
  pastDb.close();
  history.close();
  db.close();
  cache.close();
  caches.remove();
});

const job = { systemId: '7', slice: null, wantRecords: false, renewsAge: true };
/** Ingests an answer. Returns true if the history recorded the reading. */
const read = (dataset: Dataset, readAt: number, answer: Uint8Array): boolean => {
  expect(ingestAnswer(db, { ...job, dataset, readAt }, answer)).toMatchObject({ verdict: 'ok' });
  return writer.record(db, '7', readAt);
};
const margin = (cash: string): Uint8Array => bytes({ ok: 1, cash, equity: -2 });
const details = bytes({ ok: 1, response: { system_id: '7', statistics: { sharpe: '1.2' } } });
const equity = bytes({
  ok: 1,
  equity_data: [{ unix_timestamp: 1_772_461_860, strategy_with_cost: 1, strategy_raw: 2 }],
});
const moments = () => history.moments('7', { before: null, limit: 10 }).moments.map(({ at }) => at);

const page = { before: null, limit: 10 };

describe('the time machine', () => {
  it('shows the account as it was known then, and nothing later', () => {
    read('tradesOpen', 1_000, list(trade('1', { PL: '12', closing_price_VWAP: '188' })));
    read('signalsWorking', 1_010, list(signal('11', { action: 'STC', isLimitOrder: '0', isStopOrder: '180' })));
    read('margin', 1_500, margin('5000'));
    read('tradesOpen', 2_000, list(trade('2', { symbol: 'MSFT' })));
    expect(history.account('7', 999)).toBeNull();
    expect(history.account('7', 1_005)).toEqual({
      at: 1_000,
      margin: null,
      equity: null,
      positions: [
        {
          tradeId: '1',
          symbol: 'AAPL',
          side: 'long',
          quantity: '100',
          openPrice: '187.10000',
          mark: '188',
          markedAt: null,
          profit: '12',
        },
      ],
      working: null,
      desired: null,
      statistics: [],
    });
    expect(history.account('7', 1_999)).toMatchObject({
      at: 1_500,
      margin: { cash: '5000' },
      working: [{ serviceId: '11', stop: '180' }],
      positions: [{ tradeId: '1' }],
    });
    expect(history.account('7', 9_999)).toMatchObject({ at: 2_000, positions: [{ tradeId: '2' }] });
    expect(history.account('8', 9_999)).toBeNull();
  });

  it('tells an empty list from one that was not read yet', () => {
    read('margin', 1_000, margin('5000'));
    expect(history.account('7', 1_000)).toMatchObject({ positions: null, working: null });
    read('tradesOpen', 1_010, list());
    read('details', 1_020, details);
    expect(history.account('7', 1_020)).toMatchObject({ positions: [], working: null });
    read('signalsWorking', 1_030, list());
    read('tradesOpen', 1_040, list(trade('1')));
    expect(history.account('7', 1_040)).toMatchObject({ positions: [{ tradeId: '1' }], working: [] });
    expect(history.moments('7', page).moments.map(({ changes }) => changes)).toEqual([2, 1, 1]);
    // A file that an earlier version began.
    pastDb.exec("DELETE FROM readings_of WHERE facet = 'read' AND read_at < 1020");
    expect(history.account('7', 1_020)).toMatchObject({ positions: [], working: [] });
    // A file of an earlier version.
    pastDb.exec("DELETE FROM readings_of WHERE facet = 'read'");
    expect(history.account('7', 1_000)).toMatchObject({ positions: [], working: [] });
  });

  it('records the last listed equity point, not a later point that the platform withdrew', () => {
    const first = 1_772_461_860;
    const curve = (...values: number[]): Uint8Array =>
      bytes({ ok: 1, equity_data: values.map((value, at) => ({ unix_timestamp: first + at, strategy_raw: value })) });
    read('equity', 1_000, curve(10, 99));
    read('equity', 2_000, curve(10));
    expect(history.account('7', 1_500)?.equity).toMatchObject({ at: first + 1, raw: 99 });
    expect(history.account('7', 2_500)?.equity).toMatchObject({ at: first, raw: 10 });
  });

  it('records each changed reading, but changes of mark prices alone only every five minutes', () => {
    expect(read('tradesOpen', 1_000, list(trade('1', { PL: '12' })))).toBe(true);
    expect(read('tradesOpen', 1_020, list(trade('1', { PL: '12' })))).toBe(false);
    expect(read('tradesOpen', 1_040, list(trade('1', { PL: '15' })))).toBe(false);
    expect(history.account('7', 1_040)).toMatchObject({ positions: [{ profit: '12' }] });
    expect(read('tradesOpen', 1_300, list(trade('1', { PL: '15' })))).toBe(true);
    expect(read('tradesOpen', 1_310, list(trade('1', { PL: '16', quant_closed: '40' })))).toBe(true);
    expect(history.account('7', 1_310)).toMatchObject({ positions: [{ profit: '16', quantity: '60' }] });
    expect(moments()).toEqual([1_310, 1_300, 1_000]);
  });

  it('continues after an earlier run, and gives each reading a later time than the last moment', () => {
    read('margin', 1_000, margin('5000'));
    writer = new HistoryWriter(pastDb);
    expect(writer.record(db, '7', 1_600)).toBe(false);
    read('tradesOpen', 400, list(trade('1')));
    expect(moments()).toEqual([1_001, 1_000]);
    expect(history.account('7', 1_000)).toMatchObject({ margin: { cash: '5000' }, positions: null });
    expect(history.account('7', 1_001)).toMatchObject({ margin: { cash: '5000' }, positions: [{ tradeId: '1' }] });
  });

  it('continues recording after a reading that was made while the clock was ahead', () => {
    read('margin', 900_000, margin('5000'));
    writer = new HistoryWriter(pastDb);
    expect(read('margin', 1_000, margin('4000'))).toBe(true);
    expect(read('margin', 1_200, margin('3900'))).toBe(false);
    expect(read('margin', 1_300, margin('3800'))).toBe(true);
    expect(moments()).toEqual([900_002, 900_001, 900_000]);
    expect(history.compare('7', 900_001, 900_002)).toContainEqual(
      expect.objectContaining({ member: 'cash', before: '4000', after: '3800' }),
    );
  });

  it('records two readings of the same second as two moments', () => {
    read('signalsWorking', 1_000, list(signal('11')));
    read('signalsWorking', 1_000, list(signal('11', { isLimitOrder: '190' })));
    expect(moments()).toEqual([1_001, 1_000]);
    expect(history.account('7', 1_000)).toMatchObject({ working: [{ limit: '187.10' }] });
    expect(history.account('7', 1_001)).toMatchObject({ working: [{ limit: '190' }] });
  });

  it('compares two moments value by value, in either direction', () => {
    read('margin', 1_000, margin('5000'));
    read('signalsWorking', 1_010, list(signal('11'), signal('12', { symbol: 'MSFT' })));
    read('margin', 2_000, margin('4000.5'));
    read('signalsWorking', 2_010, list(signal('11', { isLimitOrder: '190' })));
    const compared = (from: number, to: number) =>
      history
        .compare('7', from, to)
        ?.map(({ facet, name, id, member, before, after }) => [facet, name, id, member, before, after]);
    expect(compared(1_000, 2_000)?.[0]).toEqual(['margin', null, null, 'cash', '5000', '4000.5']);
    expect(compared(1_010, 2_010)).toContainEqual(['working', 'AAPL', '11', 'limit', '187.10', '190']);
    expect(compared(2_010, 1_010)).toContainEqual(['working', 'AAPL', '11', 'limit', '190', '187.10']);
    expect(compared(1_010, 1_010)).toEqual([]);
    expect(compared(1, 1_010)).toBeUndefined();
  });

  it('compares no member that has no value in either moment', () => {
    read('signalsWorking', 1_000, list(signal('11')));
    read('signalsWorking', 2_000, list(signal('11'), signal('12', { symbol: 'MSFT' })));
    const added = history.compare('7', 1_000, 2_000) ?? [];
    expect(added.map(({ member }) => member)).toEqual(['status', 'action', 'quantity', 'kind', 'limit']);
    expect(history.compare('7', 2_000, 1_000)?.map(({ member }) => member)).toEqual(added.map(({ member }) => member));
  });

  it('compares every line of a target list that has a symbol twice', () => {
    const desired = (...quantities: readonly string[]) =>
      bytes({ ok: 1, response: quantities.map((quant) => ({ symbol: 'AAPL', typeofsymbol: 'stock', quant })) });
    read('desired', 1_000, desired('5', '10'));
    read('desired', 2_000, desired('3', '10'));
    read('desired', 3_000, desired('3'));
    const compared = (from: number, to: number) =>
      history.compare('7', from, to)?.map(({ name, before, after }) => [name, before, after]);
    expect(compared(1_000, 2_000)).toEqual([['AAPL', '5', '3']]);
    expect(compared(1_000, 3_000)).toEqual([
      ['AAPL', '5', '3'],
      ['AAPL', '10', null],
    ]);
  });

  it('returns its moments in pages', () => {
    for (const at of [1_000, 2_000, 3_000]) read('margin', at, margin(String(at)));
    expect(history.moments('7', { before: null, limit: 2 })).toEqual({
      moments: [
        { at: 3_000, changes: 1 },
        { at: 2_000, changes: 1 },
      ],
      total: 3,
    });
    expect(history.moments('7', { before: 2_000, limit: 2 }).moments).toEqual([{ at: 1_000, changes: 1 }]);
  });

  it('survives the deletion of the cache', () => {
    read('margin', 1_000, margin('5000'));
    db.close();
    cache.close();
    caches.deleteCacheFile();
    cache = caches.open();
    db = openDatabase(caches.file);
    expect(cache.reader.margin('7')).toBeNull();
    expect(history.account('7', 1_000)).toMatchObject({ margin: { cash: '5000' } });
  });

  it('returns nothing and notifies once when a stored value is invalid', () => {
    read('margin', 1_000, margin('5000'));
    pastDb.exec(`UPDATE readings_of SET value = '{"cash'`);
    expect(history.account('7', 1_000)).toBeNull();
    expect(history.compare('7', 1_000, 1_000)).toBeNull();
    expect(caches.notices).toEqual(['Past readings cannot be read']);
  });

  it('returns nothing when the file is damaged, and quarantines it at the next start', () => {
    const file = history.file ?? '';
    pastDb.exec(`INSERT INTO moments WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 3000)
      SELECT '7', at, 1 FROM n; INSERT INTO readings_of VALUES ('8', 'margin', '', 1, zeroblob(9000000) || 'x')`);
    pastDb.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    expect(statSync(file).size).toBeGreaterThan(8 * 1024 * 1024);
    // Damages pages 2 to 200. A commit makes the reader discard its cached pages.
    writeFileSync(file, readFileSync(file).fill(0xa5, 4_096, 4_096 * 200));
    pastDb.exec('PRAGMA application_id = 5');
    expect(history.moments('7', page)).toEqual({ moments: [], total: 0 });
    expect(history.account('7', 9_999)).toBeNull();
    expect(history.compare('7', 1, 2)).toBeNull();
    expect(caches.notices).toEqual(['Past readings cannot be read']);
    pastDb.close();
    history.close();
    history = open();
    pastDb = openHistoryDatabase(file);
    expect(caches.notices).toEqual(['Past readings cannot be read', 'Past readings start over']);
  });

  it('keeps the values that a new cache has not read yet', () => {
    read('details', 900, details);
    read('tradesOpen', 1_000, list(trade('1'), trade('2')));
    read('signalsWorking', 1_010, list(signal('11')));
    read('equity', 1_020, equity);
    read('margin', 1_500, margin('5000'));
    const before = history.account('7', 1_500);
    expect(before).toMatchObject({ positions: [{}, {}], working: [{}], equity: {}, statistics: [{}] });
    db.close();
    cache.close();
    caches.deleteCacheFile();
    cache = caches.open();
    db = openDatabase(caches.file);
    read('margin', 2_000, margin('4000'));
    expect(history.account('7', 2_000)).toEqual({ ...before, at: 2_000, margin: { ...before?.margin, cash: '4000' } });
    read('tradesOpen', 2_010, list(trade('2')));
    read('signalsWorking', 2_020, list());
    expect(history.account('7', 2_020)).toMatchObject({ positions: [{ tradeId: '2' }], working: [], equity: {} });
  });

  it('quarantines a damaged file, notifies, and starts empty', () => {
    const file = history.file ?? '';
    pastDb.close();
    history.close();
    expect(statSync(file).size).toBeGreaterThan(100);
    writeFileSync(file, 'not a database, and longer than the header of one '.repeat(10));
    history = open();
    pastDb = openHistoryDatabase(file);
    expect(caches.notices).toEqual(['Past readings start over']);
    expect(history.moments('7', { before: null, limit: 1 }).total).toBe(0);
  });
});

it('recording only changed signals gives the same records as comparing all signals', () => {
  const comparedHistory = openHistory({ ports: caches.ports, profileId: 'whole', notify: () => undefined });
  const comparedDb = openHistoryDatabase(comparedHistory.file ?? '');
  let at = 10_000;
  fc.assert(
    fc.property(fc.array(fc.tuple(signalStep, fc.boolean()), { maxLength: 20 }), (steps) => {
      for (const [next, isRecorded] of steps) {
        runStep(db, next);
        if (!isRecorded) continue;
        at += 1;
        expect(writer.record(db, '7', at), 'something to record').toBe(
          new HistoryWriter(comparedDb).record(db, '7', at),
        );
        expect(readPastAccount(pastDb, '7', at)).toEqual(readPastAccount(comparedDb, '7', at));
      }
    }),
    { numRuns: 150 },
  );
  comparedDb.close();
  comparedHistory.close();
});

it('the history is written by the ingest thread, which continues when it cannot write', async () => {
  const entry = new URL('../../../../src-main/core/ingest/worker.ts', import.meta.url);
  const ingest = new Ingest(entry, cache, caches.ports.log, { history });
  await ingest.run({ ...job, dataset: 'margin', readAt: 1_000 }, margin('5000'));
  expect(history.account('7', 1_000)).toMatchObject({ margin: { cash: '5000' } });
  pastDb.exec('DROP TABLE moments');
  const outcome = await ingest.run({ ...job, dataset: 'margin', readAt: 2_000 }, margin('1'));
  expect(outcome).toMatchObject({ verdict: 'ok', changed: 1 });
  await ingest.run({ ...job, dataset: 'margin', readAt: 3_000 }, margin('2'));
  expect(caches.notices).toEqual(['Readings are not stored']);
  expect(cache.reader.margin('7')).toMatchObject({ cash: '2' });
  await ingest.close();
  expect(join(caches.dataDir, 'history-p.db')).toBe(history.file);
});

it('the ingest thread reports that nothing is recorded if it cannot open the file', async () => {
  const entry = new URL('../../../../src-main/core/ingest/worker.ts', import.meta.url);
  const reasons: string[] = [];
  const absent = {
    file: join(caches.dataDir, 'absent', 'history.db'),
    reportNotRecorded: (why: string) => reasons.push(why),
  };
  const ingest = new Ingest(entry, cache, caches.ports.log, { history: absent });
  const outcome = await ingest.run({ ...job, dataset: 'margin', readAt: 1_000 }, margin('5000'));
  expect(outcome).toMatchObject({ verdict: 'ok', changed: 1 });
  expect(reasons).toEqual(['unable to open database file']);
  await ingest.close();
});
