import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import { list, signal } from '#tests/fixtures/platform/answers.ts';
import { openedCache } from '#tests/unit/core/cache/temporary-cache.ts';

let opened: ReturnType<typeof openedCache>;
let cache: Cache;
let db: DatabaseSync;
beforeEach(() => {
  opened = openedCache();
  ({ cache, db } = opened);
});
afterEach(() => opened.close());

const slice = { from: 1_772_400_000, to: 1_772_500_000 };
const read = (dataset: 'signalsWorking' | 'signalsAll', readAt: number, ...records: readonly object[]) => {
  const window = dataset === 'signalsAll' ? slice : null;
  const job = { dataset, systemId: '7', slice: window, wantRecords: true, renewsAge: true, readAt };
  return ingestAnswer(db, job, list(...records));
};
const readWorking = (readAt: number, ...records: readonly object[]) => read('signalsWorking', readAt, ...records);
const listedIds = (): string[] =>
  cache.reader
    .signals('7', 100)
    .filter(({ inWorkingList, unlisted }) => inWorkingList && !unlisted)
    .map(({ serviceId }) => serviceId)
    .sort();

const garbled = { isLimitOrder: '1,1395' };

describe('a working list with one unreadable record', () => {
  beforeEach(() => {
    readWorking(10, signal('1'), signal('2', { symbol: 'MSFT' }), signal('3', { symbol: 'EURUSD' }));
  });

  it('updates the readable rows and reports the unreadable record', () => {
    const outcome = readWorking(20, signal('1', { quant: '50' }), signal('2', { symbol: 'MSFT', ...garbled }));
    expect(outcome).toMatchObject({ verdict: 'ok', records: 1, bad: 1 });
    expect(cache.reader.datasets('7').signalsWorking.readAt).toBe(20);
    expect(cache.reader.signals('7', 100).find(({ serviceId }) => serviceId === '1')?.quantity).toBe('50');
    // `listed` is the number of records in the list.
    expect(cache.reader.unreadable('7')).toMatchObject([
      { serviceId: '2', symbol: 'MSFT', action: 'BTO', problem: 'signal: isLimitOrder, isStopOrder', listedCount: 2 },
    ]);
    expect(cache.reader.unreadable('7')[0]?.raw).toContain('"isLimitOrder":"1,1395"');
  });

  it('gives the same list of unreadable records while only readable ones change', () => {
    const before = cache.reader.unreadable('7');
    readWorking(20, signal('1', { quant: '50' }), signal('2', { symbol: 'MSFT' }));
    expect(cache.reader.unreadable('7')).toBe(before);
    readWorking(30, signal('1', { quant: '50' }), signal('2', { symbol: 'MSFT', ...garbled }));
    expect(cache.reader.unreadable('7')).toHaveLength(1);
  });

  it('marks an order as unlisted only if no unreadable record could be that order', () => {
    readWorking(20, signal('1'), signal('2', { symbol: 'MSFT', ...garbled }));
    expect(listedIds()).toEqual(['1', '2']);
    readWorking(30, signal('1'), signal('', { symbol: 'EURUSD', ...garbled }));
    expect(listedIds()).toEqual(['1']);
  });

  it('keeps every order listed when a record has no id, no symbol and no action', () => {
    readWorking(20, signal('1'), { broken: true });
    expect(listedIds()).toEqual(['1', '2', '3']);
  });

  it('keeps the unreadable record over a restart, until it can be read again', () => {
    readWorking(20, signal('1'), signal('2', { symbol: 'MSFT', ...garbled }));
    cache.close();
    cache = opened.open();
    expect(cache.reader.unreadable('7')).toHaveLength(1);
    readWorking(30, signal('1'), signal('2', { symbol: 'MSFT' }));
    expect(cache.reader.unreadable('7')).toEqual([]);
  });

  it('changes the revision only when the unreadable records change', () => {
    const revision = (): number => cache.reader.datasets('7').signalsWorking.revision;
    readWorking(20, signal('1'), signal('2', { symbol: 'MSFT', ...garbled }), signal('3', { symbol: 'EURUSD' }));
    const before = revision();
    readWorking(30, signal('1'), signal('2', { symbol: 'MSFT', ...garbled }), signal('3', { symbol: 'EURUSD' }));
    expect(revision()).toBe(before);
    readWorking(40, signal('1'), signal('2', { symbol: 'MSFT', quant: 'x' }), signal('3', { symbol: 'EURUSD' }));
    expect(revision()).toBeGreaterThan(before);
  });

  it('counts as read even when no record is readable', () => {
    expect(readWorking(20, signal('1', garbled))).toMatchObject({ verdict: 'ok', records: 0, bad: 1 });
    expect(cache.reader.unreadable('7')).toHaveLength(1);
    expect(listedIds()).toEqual(['1']);
  });
});

describe('the list of all orders', () => {
  it('replaces the unreadable records of its window', () => {
    read('signalsAll', 10, signal('1'), signal('2', garbled), { broken: true });
    // `working` says whether the record is from the working list.
    expect(cache.reader.unreadable('7')).toMatchObject([{ serviceId: '2', working: false }, { serviceId: null }]);
    read('signalsAll', 20, signal('1'), signal('2'));
    expect(cache.reader.unreadable('7')).toEqual([]);
  });

  it('does not change the unreadable records of the working list', () => {
    readWorking(10, signal('1', garbled));
    read('signalsAll', 20, signal('1'));
    expect(cache.reader.unreadable('7')).toMatchObject([{ serviceId: '1', working: true }]);
  });
});

describe('a list with one id twice', () => {
  const withRepeatedId = [signal('1', { symbol: 'MSFT' }), signal('2'), signal('2', { quant: '10' })] as const;

  it('uses neither record, stores both as unreadable and does not change the row', () => {
    readWorking(10, signal('1', { symbol: 'MSFT' }), signal('2'));
    expect(readWorking(20, ...withRepeatedId)).toMatchObject({ verdict: 'ok', records: 1, bad: 2 });
    const [first, second] = cache.reader.unreadable('7');
    // `contradicts` says that the list has the same id again, with other content.
    expect(first).toMatchObject({ serviceId: '2', contradicts: true, listedCount: 3 });
    expect(first?.raw).toContain('"quant":"100"');
    expect(second?.raw).toContain('"quant":"10"');
    expect(cache.reader.signals('7', 100).find(({ serviceId }) => serviceId === '2')?.quantity).toBe('100');
    expect(listedIds()).toEqual(['1', '2']);
    readWorking(30, signal('1', { symbol: 'MSFT' }), signal('2', { quant: '10' }));
    expect(cache.reader.unreadable('7')).toEqual([]);
    expect(cache.reader.signals('7', 100).find(({ serviceId }) => serviceId === '2')?.quantity).toBe('10');
  });

  it('uses a record that is listed twice with the same content', () => {
    expect(readWorking(10, signal('2'), signal('2'))).toMatchObject({ bad: 0 });
    expect(cache.reader.unreadable('7')).toEqual([]);
  });
});
