import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clearCache } from '#core/cache/retention/clear-cache.ts';
import { openDatabase } from '#core/sqlite/database.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { pruneSignals } from '#core/cache/retention/prune-signals.ts';
import { countRows } from '#core/cache/queries/stored-rows.ts';
import { openHistoryDatabase } from '#core/history/history-file.ts';
import { HistoryWriter } from '#core/history/history-writer.ts';
import { countReadings } from '#core/history/count-readings.ts';
import { openHistory, type History } from '#core/history/open-history.ts';
import { pruneReadings } from '#core/history/prune-readings.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import type { IngestJob } from '#core/ingest/ingest-job.ts';
import type { PruneLimits } from '#core/ingest/worker-message.ts';
import { openStorage } from '#core/session/session-storage.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { bytes, list, signal, trade } from '#tests/fixtures/platform/answers.ts';
import { openedCache, temporaryCaches } from '#tests/unit/core/cache/temporary-cache.ts';

let caches: ReturnType<typeof openedCache>;
let cache: Cache;
let db: DatabaseSync;
const read = (dataset: IngestJob['dataset'], answer: Uint8Array, more: Partial<IngestJob> = {}): void => {
  const job = { systemId: '7', readAt: 9, slice: null, wantRecords: false, renewsAge: true, dataset, ...more };
  expect(ingestAnswer(db, job, answer)).toMatchObject({ verdict: 'ok' });
};
beforeEach(() => {
  caches = openedCache();
  ({ cache, db } = caches);
});
afterEach(() => caches.close());

const endedSignal = (id: string, at: number) =>
  signal(id, { status: 'canceled', posted_time_unix: String(at - 60), canceled_time_unix: String(at) });
const ids = (): string[] =>
  cache.reader
    .signals('7', 9_000)
    .map(({ serviceId }) => serviceId)
    .sort();
const pruneAll = (before: number, retained: readonly string[] = []): number => {
  let batches = 0;
  while (pruneSignals(db, before, retained) > 0) batches += 1;
  return batches;
};

describe('pruning signals by age', () => {
  const old = 1_700_000_000;
  const limit = 1_750_000_000;

  it('deletes signals that ended before the limit, but none that is working or was entered here', () => {
    read('signalsAll', list(endedSignal('1', old), endedSignal('2', limit + 60), endedSignal('3', old)), {
      slice: { from: old - 900, to: limit + 900 },
    });
    read('signalsWorking', list(signal('4', { posted_time_unix: String(old) })));
    pruneAll(limit, ['3']);
    expect(ids()).toEqual(['2', '3', '4']);
  });

  it('counts the time slices of deleted signals as not read', () => {
    read('signalsAll', list(endedSignal('1', old), endedSignal('2', limit + 60)), {
      slice: { from: old - 900, to: limit + 900 },
    });
    pruneAll(limit);
    expect(cache.reader.slices('7')).toEqual([{ from: limit, to: limit + 900 }]);
  });

  it('works in short batches until nothing is left to delete', () => {
    const many = Array.from({ length: 4_500 }, (_, at) => endedSignal(String(at + 1), old + at));
    read('signalsAll', list(...many));
    expect(pruneAll(limit)).toBe(3);
    expect(ids()).toEqual([]);
  });

  it('increments the revision of the signals', () => {
    read('signalsAll', list(endedSignal('1', old)));
    const before = cache.reader.datasets('7').signalsAll.revision;
    pruneAll(limit);
    expect(cache.reader.datasets('7').signalsAll.revision).toBeGreaterThan(before);
    expect(pruneAll(limit)).toBe(0);
  });
});

describe('clearing a cache', () => {
  it('empties every table, retains signals of own orders, and keeps revisions growing', () => {
    read('strategies', list({ system_id: '7', systemName: 'Seven' }), { systemId: '' });
    read('trades', list(trade('5'), trade('6')));
    read('signalsAll', list(endedSignal('1', 100), endedSignal('2', 100)), { slice: { from: 0, to: 900 } });
    read('margin', bytes({ ok: 1, cash: '1' }));
    const before = cache.reader.datasets('7');
    clearCache(db, ['2']);
    expect(ids()).toEqual(['2']);
    expect(countRows(db)).toEqual([{ systemId: '7', trades: 0, signals: 1, points: 0 }]);
    expect(cache.reader.strategies()).toEqual([]);
    expect(cache.reader.margin('7')).toBeNull();
    expect(cache.reader.slices('7')).toEqual([]);
    const after = cache.reader.datasets('7');
    expect(after.trades).toEqual({ revision: before.trades.revision + 1, readAt: null, failure: null });
  });

  it('lets the same answer be stored again', () => {
    read('trades', list(trade('5')));
    clearCache(db, []);
    read('trades', list(trade('5')));
    expect(cache.reader.newestTrades('7', { offset: 0, limit: 5 }).total).toBe(1);
  });
});

describe('pruning past readings by age', () => {
  let history: History;
  let historyDb: DatabaseSync;
  const recordMargin = (cash: string, at: number): void => {
    read('margin', bytes({ ok: 1, cash }), { readAt: at });
    new HistoryWriter(historyDb).record(db, '7', at);
  };
  beforeEach(() => {
    history = openHistory({ ports: caches.ports, profileId: 'p', notify: () => undefined });
    historyDb = openHistoryDatabase(history.file ?? '');
  });
  afterEach(() => {
    historyDb.close();
    history.close();
  });
  const pruneReadingsAll = (before: number): void => {
    while (pruneReadings(historyDb, before) > 0);
  };

  it('keeps the complete account of the last reading before the limit, and all later ones', () => {
    read('tradesOpen', list(trade('1')), { readAt: 900 });
    for (const [at, cash] of [
      [1_000, '1'],
      [2_000, '2'],
      [3_000, '3'],
      [4_000, '4'],
    ] as const)
      recordMargin(cash, at);
    const [second, last] = [history.account('7', 2_000), history.account('7', 4_000)];
    pruneReadingsAll(2_500);
    expect(history.moments('7', { before: null, limit: 9 }).moments.map(({ at }) => at)).toEqual([4_000, 3_000, 2_000]);
    expect(history.account('7', 2_000)).toEqual(second);
    expect(second?.positions).toHaveLength(1);
    expect(history.account('7', 4_000)).toEqual(last);
    expect(history.account('7', 1_500)).toBeNull();
    expect(countReadings(historyDb)).toEqual([{ systemId: '7', readings: 3, oldest: 2_000 }]);
  });

  it('does not restore a value that had ended', () => {
    const writer = new HistoryWriter(historyDb);
    const recordOpenTrades = (answer: Uint8Array, at: number): void => {
      read('tradesOpen', answer, { readAt: at });
      writer.record(db, '7', at);
    };
    recordOpenTrades(list(trade('1'), trade('2')), 1_000);
    recordOpenTrades(list(trade('2')), 2_000);
    recordOpenTrades(list(trade('2'), trade('3')), 3_000);
    pruneReadingsAll(2_500);
    expect(history.account('7', 2_000)?.positions?.map(({ tradeId }) => tradeId)).toEqual(['2']);
    const count = historyDb.prepare('SELECT count(*) AS n FROM readings_of WHERE name = ?').get('1')?.['n'];
    expect(count).toBe(0);
  });

  it('deletes at most 2,000 rows per call, and values only after the moments that show them', () => {
    historyDb.exec(`WITH RECURSIVE times(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM times WHERE at < 4500)
      INSERT INTO moments SELECT '7', at, 1 FROM times`);
    historyDb.exec(`INSERT INTO readings_of SELECT '7', 'margin', '', read_at, '1' FROM moments`);
    const count = (table: string) => Number(historyDb.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.['n']);
    const seen: number[][] = [];
    let countBefore: number;
    do {
      countBefore = count('moments') + count('readings_of');
      pruneReadings(historyDb, 5_000);
      seen.push([count('moments'), count('readings_of')]);
      expect(countBefore - count('moments') - count('readings_of')).toBeLessThanOrEqual(2_000);
    } while (count('moments') + count('readings_of') < countBefore);
    expect(seen.at(-1)).toEqual([1, 1]);
    expect(seen.filter(([moments, values]) => moments !== 1 && values !== 4_500)).toEqual([]);
  });

  it('keeps the only reading even when it is older than the limit', () => {
    recordMargin('1', 1_000);
    pruneReadingsAll(9_000);
    expect(history.account('7', 1_000)?.margin?.cash).toBe('1');
  });
});

describe('the limits of pruning', () => {
  const day = 86_400_000;
  const today = Date.UTC(2026, 2, 2, 14, 30);

  /**
   * The limits of the first prunes with a computer that is `aheadMs` ahead of the platform.
   * `offsets`: its offset in each minute. `choiceAt`: the minute in which the user chooses a limit.
   */
  async function prunedLimits(
    aheadMs: number,
    offsets: readonly (number | null)[],
    choiceAt: number | null = null,
  ): Promise<PruneLimits[]> {
    const clock = new FakeClock(today + aheadMs);
    const found: PruneLimits[] = [];
    let offset = offsets[0] ?? null;
    const storage = openStorage(
      {
        ports: { clock },
        owner: { id: 'p', mode: 'LIVE' },
        journal: { orders: () => [] },
        retention: () => ({ readingsDays: 90, signalsDays: null }),
      },
      { sync: { forget: () => undefined }, connection: { clockOffsetMs: () => offset } },
      { prune: (limits) => (found.push(limits), Promise.resolve()) } as Parameters<typeof openStorage>[2],
    );
    for (const [minute, one] of offsets.entries()) {
      offset = one;
      if (minute === choiceAt) await storage.prune();
      await clock.advance(60_000);
    }
    storage.close();
    return found;
  }
  const limitOf = (now: number) => ({
    readingsBefore: now / 1_000 - 90 * 86_400,
    signalsBefore: null,
    retainedIds: [],
  });

  it('are counted from the time of the platform if the computer is ahead', async () => {
    expect(await prunedLimits(365 * day, [-365 * day])).toEqual([limitOf(today + 60_000)]);
  });

  it('are counted from the time of the computer if that is behind', async () => {
    expect(await prunedLimits(-3 * day, [3 * day])).toEqual([limitOf(today - 3 * day + 60_000)]);
  });

  it('are not known before the platform has answered', async () => {
    expect(await prunedLimits(0, [null, null, 0])).toEqual([limitOf(today + 180_000)]);
    // The computer slept after the first prune, so the time of the platform is not known again.
    const [first, second] = [limitOf(today + 60_000), limitOf(today + 180_000)];
    expect(await prunedLimits(0, [0, null, 0], 1)).toEqual([first, second]);
  });
});

describe('a cache that is cleared through another database connection', () => {
  it('is empty when it is opened next', () => {
    const otherCaches = temporaryCaches();
    const answer = list(trade('5'));
    const job = { systemId: '7', readAt: 9, slice: null, wantRecords: false, renewsAge: true } as const;
    otherCaches.open().close();
    const writeDb = openDatabase(otherCaches.file);
    expect(ingestAnswer(writeDb, { ...job, dataset: 'trades' }, answer)).toMatchObject({ verdict: 'ok' });
    writeDb.close();
    const other = openDatabase(otherCaches.file);
    clearCache(other, []);
    other.close();
    const next = otherCaches.open();
    expect(next.reader.newestTrades('7', { offset: 0, limit: 5 }).total).toBe(0);
    next.close();
    expect(otherCaches.notices).toEqual([]);
    otherCaches.remove();
  });

  it('can be of an earlier version, as the cache of a removed connection is', () => {
    const otherCaches = temporaryCaches();
    otherCaches.open().close();
    const other = openDatabase(otherCaches.file);
    other.exec('ALTER TABLE readings DROP COLUMN partly_read; DROP TABLE people; DROP TABLE brokers');
    expect(() => clearCache(other, [])).not.toThrow();
    other.close();
    otherCaches.remove();
  });

  it('is empty for its readers', () => {
    read('trades', list(trade('5')));
    const other = openDatabase(caches.file);
    clearCache(other, []);
    other.close();
    expect(cache.reader.newestTrades('7', { offset: 0, limit: 5 }).total).toBe(0);
  });
});
