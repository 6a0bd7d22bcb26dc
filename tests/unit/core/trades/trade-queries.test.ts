import type { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Sort } from '#contract/model/scalars.ts';
import type { Trade } from '#contract/model/trade.ts';
import { everyTrade, type TradeFilter } from '#contract/model/trade-filter.ts';
import { openDatabase } from '#core/sqlite/database.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import { openLongReads } from '#core/session/open-long-reads.ts';
import { TradeQueries } from '#core/trades/trade-queries.ts';
import { TradeSelector } from '#core/trades/trade-selector.ts';
import type { SelectRequest } from '#core/trades/trade-selection.ts';
import { list, trade } from '#tests/fixtures/platform/answers.ts';
import { temporaryCaches } from '../cache/temporary-cache.ts';

let caches: ReturnType<typeof temporaryCaches>;
let cache: Cache;
let db: DatabaseSync;
let queries: TradeQueries;
let requests: SelectRequest[];
beforeEach(() => {
  caches = temporaryCaches();
  cache = caches.open();
  db = openDatabase(caches.file);
  requests = [];
  const selector = new TradeSelector();
  const select = async (request: SelectRequest) => {
    requests.push(request);
    return selector.select(request);
  };
  queries = new TradeQueries({ cache, log: caches.ports.log, select });
});
afterEach(() => {
  db.close();
  cache.close();
  caches.remove();
});

let readAt = 100;
const store = (systemId: string, ...records: readonly object[]): void => {
  readAt += 1;
  const job = { systemId, dataset: 'trades', readAt, slice: null, wantRecords: false, renewsAge: true } as const;
  expect(ingestAnswer(db, job, list(...records))).toMatchObject({ verdict: 'ok', bad: 0 });
};
const firstThousand = { offset: 0, limit: 1_000 };
const pageOf = async (filter: Partial<TradeFilter>, sort: Sort | null = null, page = firstThousand, systemId = '7') => {
  const found = await queries.page({ systemId, filter: { ...everyTrade, ...filter }, sort }, page);
  if (found === null) throw new Error('not selected');
  return found;
};
const ids = async (filter: Partial<TradeFilter>, sort: Sort | null = { column: 'tradeId', descending: false }) =>
  (await pageOf(filter, sort)).trades.map(({ tradeId }) => tradeId);
const sum = async (filter: Partial<TradeFilter>) => (await queries.sum('7', { ...everyTrade, ...filter }))?.sums;

const texts = fc.constantFrom(null, '0', '-5', '10', '9', '73.980000000', '73.98', '1000000');
const records = fc.uniqueArray(
  fc.record({
    trade_id: fc.oneof(fc.integer({ min: 1, max: 99_999 }).map(String), fc.constant('99999999999999999999')),
    PL: texts,
    opening_price_VWAP: texts,
    quant_opened: fc.constantFrom('1', '10', '9'),
    symbol: fc.constantFrom('AAPL', 'MSFT', '@ESH6'),
    symbol_description: fc.constantFrom('Apple', 'e-mini S&P 100%'),
    instrument: fc.constantFrom('stock', 'future', null),
    long_or_short: fc.constantFrom('long', 'short'),
    openedWhenUnixTimeStamp: fc.constantFrom('1772461860', '1772548260', '0'),
    closedWhenUnixTimeStamp: fc.constantFrom('1772551860', '1772638260', '0'),
    open_or_closed: fc.constantFrom('open', 'closed'),
  }),
  { selector: ({ trade_id }) => trade_id, minLength: 1, maxLength: 30 },
);

describe('a page of trades', () => {
  it('equals a naive sort by every column in both directions, missing values last', async () => {
    const columns = fc.constantFrom('tradeId', 'profit', 'openPrice', 'quantityOpened', 'symbol', 'openedAt', 'side');
    let system = 10;
    const check = async (generated: readonly { trade_id: string }[], column: string, descending: boolean) => {
      system += 1;
      const systemId = String(system);
      store(systemId, ...generated.map((one) => trade(one.trade_id, one)));
      const page = (offset: number, limit: number) => pageOf({}, { column, descending }, { offset, limit }, systemId);
      const all = await page(0, 1_000);
      const pieces = [...(await page(0, 7)).trades, ...(await page(7, 7)).trades, ...(await page(14, 1_000)).trades];
      expect(all.total).toBe(generated.length);
      expect(pieces).toEqual(all.trades);
      expect(all.trades.map(({ tradeId }) => tradeId)).toEqual(naiveOrder(all.trades, column, descending));
    };
    await fc.assert(fc.asyncProperty(records, columns, fc.boolean(), check), { numRuns: 100 });
  });

  it('contains the trades that pass every bound, and sums them exactly', async () => {
    const days = fc.constantFrom(null, '2026-03-02', '2026-03-03', '2026-03-04');
    const span = fc.record({ from: days, to: days });
    const filters: fc.Arbitrary<TradeFilter> = fc.record({
      text: fc.constantFrom('', ' apple', 'S&P', '0%', 'zz'),
      status: fc.constantFrom('all', 'open', 'closed'),
      symbols: fc.subarray(['AAPL', '@ESH6']),
      instruments: fc.subarray(['stock', 'future'] as const),
      sides: fc.subarray(['long', 'short'] as const),
      opened: span,
      closed: span,
      profit: fc.record({ min: fc.constantFrom(null, '-5', '9.5'), max: fc.constantFrom(null, '10', '73.98') }),
      ids: fc.constant(null),
    });
    let system = 1_000;
    const check = async (generated: readonly { trade_id: string }[], filter: TradeFilter) => {
      system += 1;
      const systemId = String(system);
      store(systemId, ...generated.map((one) => trade(one.trade_id, one)));
      const sort = { column: 'tradeId', descending: false };
      const all = (await pageOf({}, sort, firstThousand, systemId)).trades;
      const wanted = all.filter((one) => naiveFilter(one, filter));
      const found = await pageOf(filter, sort, firstThousand, systemId);
      expect(found.trades).toEqual(wanted);
      const sums = (await queries.sum(systemId, filter))?.sums;
      expect(sums).toMatchObject({ count: wanted.length, open: wanted.filter(({ open }) => open).length });
      const cents = wanted.filter(({ open }) => !open).map(({ profit }) => Math.round(Number(profit) * 100));
      expect(Math.round(Number(sums?.closedProfit) * 100)).toBe(cents.reduce((left, right) => left + right, 0));
    };
    await fc.assert(fc.asyncProperty(records, filters, check), { numRuns: 150 });
  });

  it('passes no unknown column to the SQL and treats text literally', async () => {
    store('7', trade('1'), trade('2', { symbol: '100%_A' }));
    expect(await ids({}, { column: 'symbol; DROP TABLE trades', descending: false })).toEqual(['2', '1']);
    expect(await ids({ text: '0%_a' })).toEqual(['2']);
    expect(await ids({ text: "' OR 1=1 --" })).toEqual([]);
  });

  it('selects by id, also ids that exceed the range of numbers', async () => {
    store('7', trade('1'), trade('2'), trade('99999999999999999999'));
    expect(await ids({ ids: ['99999999999999999999', '1', '404'] })).toEqual(['1', '99999999999999999999']);
    expect(await ids({ ids: [] })).toEqual([]);
    expect(await ids({ ids: ['1', '2'], text: 'nothing' })).toEqual([]);
  });

  it('finds exactly the trades of a histogram bar, an hour, a weekday and a streak', async () => {
    // Opened on Monday 2026-03-02 at 09:30 or 10:30 in New York, or on Tuesday; '4' has no profit.
    const monday = Date.UTC(2026, 2, 2, 14, 30) / 1_000;
    const closedTrade = (id: string, PL: string | null, opened: number, closed: number) =>
      trade(id, {
        PL,
        open_or_closed: 'closed',
        openedWhenUnixTimeStamp: String(opened),
        closedWhenUnixTimeStamp: String(closed),
      });
    store(
      '7',
      closedTrade('1', '0', monday, monday + 100),
      closedTrade('2', '50', monday + 3_600, monday + 7_200),
      closedTrade('3', '-20', monday + 86_400, monday + 90_000),
      closedTrade('4', null, monday, monday + 100),
      closedTrade('5', '100', monday, monday + 200_000),
    );
    const noBounds = { below: null, closedFrom: null, closedTo: null, weekday: null, hour: null };
    const idsOfFigure = (bounds: Partial<typeof noBounds> | object) =>
      ids({ figureBounds: { ...noBounds, ...bounds } });
    expect(await idsOfFigure({})).toEqual(['1', '2', '3', '5']);
    expect(await ids({ profit: { min: '0', max: null }, figureBounds: { ...noBounds, below: '100' } })).toEqual([
      '1',
      '2',
    ]);
    expect(await idsOfFigure({ above: '0' })).toEqual(['2', '5']);
    expect(await idsOfFigure({ hour: 9 })).toEqual(['1', '3', '5']);
    expect(await idsOfFigure({ hour: 10 })).toEqual(['2']);
    expect(await idsOfFigure({ weekday: 2 })).toEqual(['3']);
    expect(await idsOfFigure({ closedFrom: monday + 100, closedTo: monday + 7_200 })).toEqual(['1', '2']);
    expect(await ids({})).toHaveLength(5);
  });

  it('counts a day from midnight to midnight in New York, across clock changes', async () => {
    // 2026-03-08 has 23 hours: 05:00 UTC to 04:00 UTC of the next day.
    const at = (seconds: number) => ({ openedWhenUnixTimeStamp: String(seconds) });
    const [start, end] = [Date.UTC(2026, 2, 8, 5) / 1_000, Date.UTC(2026, 2, 9, 4) / 1_000];
    store('7', trade('1', at(start - 1)), trade('2', at(start)), trade('3', at(end - 1)), trade('4', at(end)));
    expect(await ids({ opened: { from: '2026-03-08', to: '2026-03-08' } })).toEqual(['2', '3']);
    expect(await ids({ opened: { from: '2026-03-09', to: null } })).toEqual(['4']);
  });

  it('is selected once per revision, and again when trades are added', async () => {
    store('7', trade('1'), trade('2', { PL: '5' }));
    expect(await ids({}, { column: 'profit', descending: true })).toEqual(['1', '2']);
    await pageOf({}, { column: 'profit', descending: true }, { offset: 1, limit: 1 });
    expect(requests).toHaveLength(1);
    store('7', trade('3', { PL: '99' }));
    expect(await ids({}, { column: 'profit', descending: true })).toEqual(['3', '1', '2']);
    expect(requests).toHaveLength(2);
  });

  it('needs no selection for the newest trades', async () => {
    store(
      '7',
      trade('1'),
      trade('2', { openedWhenUnixTimeStamp: '1772461999' }),
      trade('3', { openedWhenUnixTimeStamp: '0' }),
    );
    expect(await ids({}, null)).toEqual(['2', '1', '3']);
    expect(requests).toEqual([]);
    expect(await ids({ text: 'a' }, null)).toEqual(['2', '1', '3']);
    expect(requests).toHaveLength(1);
  });

  it('reports a failed selection and selects again the next time', async () => {
    store('7', trade('1'));
    let isBroken = true;
    const selector = new TradeSelector();
    const select = async (request: SelectRequest) => (isBroken ? null : selector.select(request));
    queries = new TradeQueries({ cache, log: caches.ports.log, select });
    expect(await queries.sum('7', everyTrade)).toBeNull();
    isBroken = false;
    expect(await sum({})).toMatchObject({ count: 1 });
  });

  it('selects again after a selection that threw an error', async () => {
    store('7', trade('1'));
    const selector = new TradeSelector();
    const answers = [() => Promise.reject(new Error('a bug'))];
    const select = async (request: SelectRequest) => (answers.pop() ?? (() => selector.select(request)))();
    queries = new TradeQueries({ cache, log: caches.ports.log, select });
    await expect(queries.sum('7', everyTrade)).rejects.toThrow('a bug');
    expect(await sum({})).toMatchObject({ count: 1 });
  });
});

it('sums the filtered trades exactly and counts those whose profit is not known', async () => {
  const closed = { open_or_closed: 'closed', closedWhenUnixTimeStamp: '1772551860' };
  store(
    '7',
    trade('1', { ...closed, PL: '0.10' }),
    trade('2', { ...closed, PL: '0.2' }),
    trade('3', { ...closed, PL: '-900000000000000.5' }),
    trade('4', { ...closed, PL: null }),
    trade('5', { ...closed, PL: '0' }),
    trade('6', { PL: '7' }),
  );
  expect(await sum({})).toEqual({
    count: 6,
    open: 1,
    closed: 5,
    wins: 2,
    losses: 1,
    withoutProfitCount: 1,
    closedProfit: '-900000000000000.2',
    openProfit: '7',
  });
  expect(await sum({ profit: { min: '0', max: '1' } })).toMatchObject({ count: 3, closedProfit: '0.3' });
  expect(await sum({ ids: ['4'] })).toMatchObject({ withoutProfitCount: 1, closedProfit: null, openProfit: '0' });
});

it('filters by the contract of an option, not by how its strike is written', async () => {
  store('7', trade('1', { symbol: 'SPXW2519L6850.5' }), trade('2', { symbol: 'SPXW2519L6850.50' }), trade('3'));
  expect(await sum({ symbols: ['SPXW2519L6850.5'] })).toMatchObject({ count: 2 });
});

it('selects in a separate thread that ends with the session', async () => {
  store('7', trade('1'), trade('2'));
  const ingestWorker = new URL('../../../../src-main/core/ingest/worker.ts', import.meta.url);
  const longReads = openLongReads({ ingestWorker, log: caches.ports.log }, cache);
  const sort = { column: 'tradeId', descending: true };
  const page = await longReads.page({ systemId: '7', filter: everyTrade, sort }, firstThousand);
  expect(page?.trades.map(({ tradeId }) => tradeId)).toEqual(['2', '1']);
  await longReads.close();
});

const naiveOrder = (trades: readonly Trade[], column: string, descending: boolean): string[] => {
  const sign = descending ? -1 : 1;
  const compare = (a: number | bigint | string, b: number | bigint | string): number => (a < b ? -1 : a > b ? 1 : 0);
  const key = (one: Trade): number | string | null => {
    const value = one[column as keyof Trade];
    if (value === null || column === 'symbol' || column === 'side') return value as string | null;
    return Number(value);
  };
  const order = (left: Trade, right: Trade): number => {
    const [a, b] = [key(left), key(right)];
    if (a !== b && (a === null || b === null)) return a === null ? 1 : -1;
    const byKey = a === null || b === null || column === 'tradeId' ? 0 : compare(a, b);
    return (byKey === 0 ? compare(BigInt(left.tradeId), BigInt(right.tradeId)) : byKey) * sign;
  };
  return [...trades].sort(order).map(({ tradeId }) => tradeId);
};

/** New York is five hours behind UTC on all days of these cases. */
const dayOf = (seconds: number): string => new Date((seconds - 5 * 3_600) * 1_000).toISOString().slice(0, 10);

const isWithin = (value: string | number | null, from: string | number, to: string | number): boolean =>
  value !== null && value >= from && value <= to;

const naiveFilter = (one: Trade, filter: TradeFilter): boolean => {
  const { opened, closed, profit } = filter;
  const isOn = (at: number | null, { from, to }: TradeFilter['opened']): boolean =>
    (from === null && to === null) || isWithin(at === null ? null : dayOf(at), from ?? '0', to ?? '9');
  return (
    (filter.status === 'all' || one.open === (filter.status === 'open')) &&
    `${one.symbol}\n${one.description}`.toLowerCase().includes(filter.text.trim().toLowerCase()) &&
    (filter.symbols.length === 0 || filter.symbols.includes(one.symbol)) &&
    (filter.instruments.length === 0 || (one.instrument !== null && filter.instruments.includes(one.instrument))) &&
    (filter.sides.length === 0 || filter.sides.includes(one.side)) &&
    isOn(one.openedAt, opened) &&
    isOn(one.closedAt, closed) &&
    ((profit.min === null && profit.max === null) ||
      isWithin(
        one.profit === null ? null : Number(one.profit),
        Number(profit.min ?? -Infinity),
        Number(profit.max ?? Infinity),
      ))
  );
};
