import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { Ingest } from '#core/ingest/ingest.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import type { IngestJob } from '#core/ingest/ingest-job.ts';
import type { JournaledStop } from '#core/report/journaled-stops.ts';
import { reportFromCache } from '#core/report/report-from-cache.ts';
import type { ReportWithBasis, ReportQuery } from '#core/report/report-query.ts';
import { bytes, list, signal, trade } from '#tests/fixtures/platform/answers.ts';
import { openedCache } from '#tests/unit/core/cache/temporary-cache.ts';
import { everything, pick } from '#tests/unit/core/review/review-fixtures.ts';

const workerUrl = new URL('../../../../src-main/core/ingest/worker.ts', import.meta.url);
const query: ReportQuery = { systemId: '7', plan: '', selection: everything, riskFree: 0, stops: [] };

let opened: ReturnType<typeof openedCache>;
let cache: Cache;
let db: DatabaseSync;
beforeEach(() => {
  opened = openedCache();
  ({ cache, db } = opened);
});
afterEach(() => opened.close());

function store(dataset: IngestJob['dataset'], answer: Uint8Array, readAt: number): void {
  const job = { dataset, systemId: '7', readAt, slice: null, wantRecords: false, renewsAge: true };
  expect(ingestAnswer(db, job, answer)).toMatchObject({ verdict: 'ok' });
}

const reportOf = (changes: Partial<ReportQuery> = {}): ReportWithBasis => reportFromCache(db, { ...query, ...changes });

const closedTrade = (id: string, profit: string, components: readonly object[] = []): object =>
  trade(id, {
    open_or_closed: 'closed',
    quant_closed: '100',
    closedWhenUnixTimeStamp: '1772465460',
    PL: profit,
    component_signals: components,
  });
const component = (id: string, at: string): object => ({
  signalid: id,
  action: 'BTO',
  quant: '100',
  symbol: 'AAPL',
  tradeprice: '187.10',
  tradedwhen: at,
});
const entryStop = (entryId: string, price: string): JournaledStop => ({
  symbol: 'AAPL',
  side: 'long',
  price,
  entryId,
  at: 1_772_461_800,
});

describe('the report of a strategy', () => {
  it('uses all stored data and gives the age of each dataset', () => {
    store('trades', list(closedTrade('1', '300'), closedTrade('2', '-100')), 500);
    store('tradesOpen', list(trade('3')), 600);
    const points = [
      { unix_timestamp: '1772461860', strategy_with_cost: '10000', strategy_raw: '10000' },
      { unix_timestamp: '1772548260', strategy_with_cost: '10150', strategy_raw: '10200' },
    ];
    store('equity', bytes({ ok: '1', equity_data: points }), 700);
    const { report, basis } = reportOf();
    expect(basis).toEqual({
      tradesReadAt: 500,
      openTradesReadAt: 600,
      equityReadAt: 700,
      trades: 3,
      points: 2,
      tradesWithFirstStop: 0,
      unlisted: { trades: 0, points: 0, replaced: 0 },
    });
    expect(pick(report.trades.figures, 'trades.netProfit').text).toBe('200');
    expect(pick(report.trades.figures, 'trades.open').value).toBe(1);
    expect(pick(report.withCost.figures, 'equity.change').value).toBe(150);
    expect(pick(report.raw.figures, 'equity.change').value).toBe(200);
  });

  it('has reasons instead of figures, and no ages, if nothing is stored', () => {
    const { report, basis } = reportOf();
    expect(basis).toMatchObject({ tradesReadAt: null, equityReadAt: null, trades: 0, points: 0 });
    expect(pick(report.withCost.figures, 'equity.return')).toMatchObject({ value: null });
    expect(pick(report.withCost.figures, 'equity.return').caveats).not.toEqual([]);
  });

  it('counts a closed trade that is no longer listed, and reports it as unlisted', () => {
    store('trades', list(closedTrade('1', '300'), closedTrade('2', '-100')), 500);
    store('trades', list(closedTrade('2', '-100')), 600);
    const { report, basis } = reportOf();
    expect(pick(report.trades.figures, 'trades.netProfit').text).toBe('200');
    expect(basis).toMatchObject({ trades: 2, unlisted: { trades: 1 } });
  });

  it('leaves out an open trade that is no longer listed, because its outcome is unknown', () => {
    store('tradesOpen', list(trade('3'), trade('4')), 600);
    store('tradesOpen', list(trade('4')), 601);
    expect(pick(reportOf().report.trades.figures, 'trades.open').value).toBe(1);
  });

  it('uses the stop of the opening signal, never that of a signal that added to the trade', () => {
    const components = [component('92', '2026-03-02 09:35:00'), component('91', '2026-03-02 09:31:00')];
    store('trades', list(closedTrade('1', '300', components)), 500);
    const { report, basis } = reportOf({ stops: [entryStop('92', '180.00'), entryStop('91', '186.10')] });
    expect(basis.tradesWithFirstStop).toBe(1);
    expect(report.trades.risk).toMatchObject({ tradeIds: ['1'], multiples: [3] });
    expect(reportOf({ stops: [entryStop('92', '180.00')] }).basis.tradesWithFirstStop).toBe(0);
  });

  it('knows no opening signal if the time of another entry is not known', () => {
    const exit = { ...component('93', ''), action: 'STC' };
    const stops = [entryStop('92', '180.00')];
    store('trades', list(closedTrade('1', '300', [component('91', '2026-03-02 09:31:00'), component('92', '')])), 500);
    expect(reportOf({ stops }).basis.tradesWithFirstStop).toBe(0);
    store('trades', list(closedTrade('1', '300', [component('91', ''), component('92', '2026-03-02 09:35:00')])), 501);
    expect(reportOf({ stops }).basis.tradesWithFirstStop).toBe(0);
    // A later stop of the trade is not known to be the first one either.
    const laterStops = [...stops, { ...entryStop('', '183.00'), entryId: null, at: 1_772_462_000 }];
    expect(reportOf({ stops: laterStops }).basis.tradesWithFirstStop).toBe(0);
    store('trades', list(closedTrade('1', '300', [component('92', ''), exit])), 502);
    expect(reportOf({ stops }).basis.tradesWithFirstStop).toBe(1);
  });

  it('uses the trade id of the signal when the components of the trade were never read', () => {
    store('tradesOpen', list(trade('3')), 600);
    store('signalsWorking', list(signal('91', { trade_id_opening: '3' })), 601);
    expect(reportOf({ stops: [entryStop('91', '186.10')] }).basis.tradesWithFirstStop).toBe(1);
  });

  it('contains only the trades of the chosen period and filters', () => {
    store('trades', list(closedTrade('1', '300'), closedTrade('2', '-100')), 500);
    const count = (selection: Partial<typeof everything>) =>
      pick(reportOf({ selection: { ...everything, ...selection } }).report.trades.figures, 'trades.count').value;
    expect(count({ from: '2026-03-02', to: '2026-03-02' })).toBe(2);
    expect(count({ from: '2026-03-03' })).toBe(0);
    expect(count({ symbols: ['MSFT'] })).toBe(0);
  });
});

describe('the report thread', () => {
  it('survives an exception in a report, and refuses reports once the data is closed', async () => {
    const ingest = new Ingest(workerUrl, cache, opened.ports.log);
    store('tradesOpen', list(trade('3')), 600);
    await expect(ingest.report({ ...query, riskFree: -2 })).rejects.toThrow('RangeError');
    expect(await ingest.report(query)).toMatchObject({ basis: { trades: 1, openTradesReadAt: 600 } });
    await ingest.close();
    expect(await ingest.report(query)).toEqual({ failure: { code: 'store.closed' } });
  });
});
