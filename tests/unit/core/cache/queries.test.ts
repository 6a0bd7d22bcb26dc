import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Dataset } from '#contract/model/status.ts';
import { readEquity } from '#core/cache/tables/equity-table.ts';
import type { Cache } from '#core/cache/queries/open-cache.ts';
import { pruneSignals } from '#core/cache/retention/prune-signals.ts';
import { readSignals } from '#core/cache/tables/signals-table.ts';
import { ingestAnswer } from '#core/ingest/ingest-answer.ts';
import type { IngestJob, IngestOutcome } from '#core/ingest/ingest-job.ts';
import { bytes, list, signal, trade } from '#tests/fixtures/platform/answers.ts';
import { openedCache } from './temporary-cache.ts';

let opened: ReturnType<typeof openedCache>;
let cache: Cache;
let db: DatabaseSync;
beforeEach(() => {
  opened = openedCache();
  ({ cache, db } = opened);
});
afterEach(() => opened.close());

let readAt = 100;
const ingest = (dataset: Dataset, answer: Uint8Array, more: Partial<IngestJob> = {}): IngestOutcome => {
  readAt += 1;
  const job = { dataset, systemId: '7', readAt, slice: null, wantRecords: false, renewsAge: true, ...more };
  return ingestAnswer(db, job, answer);
};
const signals = () => cache.reader.signals('7', 100);

describe('signals', () => {
  it('are no longer returned after pruning', () => {
    ingest('signalsAll', list(signal('1', { status: 'canceled', canceled_time_unix: '1772461900' }), signal('2')));
    expect(signals()).toHaveLength(2);
    expect(pruneSignals(db, 1_800_000_000, [])).toBe(1);
    expect(signals().map(({ serviceId }) => serviceId)).toEqual(['2']);
  });

  it('are written only if they changed, and then increment the revision', () => {
    expect(ingest('signalsWorking', list(signal('1'), signal('2')))).toMatchObject({
      verdict: 'ok',
      records: 2,
      changed: 2,
    });
    expect(cache.reader.datasets('7').signalsWorking.revision).toBe(1);
    expect(ingest('signalsWorking', list(signal('1'), signal('2')))).toMatchObject({ changed: 0, touched: [] });
    const signalsBefore = signals();
    expect(ingest('signalsWorking', list(signal('1'), signal('2')))).toMatchObject({ changed: 0, touched: [] });
    expect(cache.reader.datasets('7').signalsWorking).toMatchObject({ revision: 1, readAt });
    expect(signals()).toBe(signalsBefore);
    expect(ingest('signalsWorking', list(signal('1', { quant: '50' }), signal('2')))).toMatchObject({ changed: 1 });
  });

  it('missing in a list are unlisted until another list shows them, never deleted', () => {
    ingest('signalsWorking', list(signal('1'), signal('2')));
    expect(ingest('signalsWorking', list(signal('2')))).toMatchObject({ unlisted: 1, changed: 1 });
    const byId = () => Object.fromEntries(signals().map((one) => [one.serviceId, one]));
    expect(byId()['1']).toMatchObject({ unlisted: true, inWorkingList: false, status: 'working' });
    expect(cache.reader.unresolvedTimes('7')).toEqual([1_772_461_860]);
    ingest(
      'signalsAll',
      list(signal('1', { status: 'traded', traded_price: '187.05', traded_time_unix: '1772461900' })),
    );
    expect(byId()['1']).toMatchObject({ unlisted: false, status: 'traded', tradedPrice: '187.05' });
    ingest('signalsWorking', list());
    expect(byId()['2']).toMatchObject({ unlisted: true });
    expect(signals()).toHaveLength(2);
  });

  it('remain listed after an answer with an unreadable record', () => {
    ingest('signalsWorking', list(signal('1'), signal('2')));
    expect(ingest('signalsWorking', list(signal('2'), signal('', {})))).toMatchObject({
      verdict: 'ok',
      bad: 1,
      unlisted: 0,
    });
    expect(signals().every(({ inWorkingList }) => inWorkingList)).toBe(true);
  });

  it('missing in a later list of their time range are unlisted; overlapping ranges are joined', () => {
    const slice = { from: 1_772_400_000, to: 1_772_500_000 };
    ingest('signalsAll', list(signal('1'), signal('9', { posted_time_unix: '1772600000' })), { slice });
    ingest('signalsAll', list(), { slice: { from: 1_772_300_000, to: 1_772_480_000 } });
    expect(new Map(signals().map(({ serviceId, unlisted }) => [serviceId, unlisted]))).toEqual(
      new Map([
        ['9', false],
        ['1', true],
      ]),
    );
    expect(cache.reader.slices('7')).toEqual([{ from: 1_772_300_000, to: 1_772_500_000 }]);
  });

  it('keep a final status, and known members that a later record omits', () => {
    ingest(
      'signalsAll',
      list(signal('1', { status: 'traded', traded_price: '187.05', localsignalid: '123456789012345', ocaid: '55' })),
    );
    ingest('signalsWorking', list(signal('1', { name: 'Apple' })));
    expect(signals()).toMatchObject([
      {
        status: 'traded',
        tradedPrice: '187.05',
        ownId: '123456789012345',
        ocaId: '55',
        name: 'Apple',
        inWorkingList: false,
      },
    ]);
  });

  it('are sorted with live signals first, then by the most recent change', () => {
    ingest(
      'signalsAll',
      list(
        signal('1', { status: 'canceled', canceled_time_unix: '1772461999' }),
        signal('2', { status: 'traded', traded_time_unix: '1772469999' }),
        signal('3'),
        signal('4', { status: 'posted' }),
      ),
    );
    const ids = (records: readonly { readonly serviceId: string }[]) => records.map(({ serviceId }) => serviceId);
    expect(ids(readSignals(db, '7', { scope: 'all', limit: 100 }))).toEqual(['4', '3', '2', '1']);
    expect(ids(readSignals(db, '7', { scope: 'live', limit: 100 }))).toEqual(['4', '3']);
    expect(ids(readSignals(db, '7', { scope: 'all', limit: 1 }))).toEqual(['4']);
    expect(cache.reader.signals('8', 100)).toEqual([]);
    expect(ids(cache.reader.signalsById('7', ['3', '99']))).toEqual(['3']);
    expect(cache.reader.newestPostingTime('7')).toBe(1_772_461_860);
  });
});

describe('trades', () => {
  it('have a list of their components, or null if the components were never read', () => {
    const component = {
      signalid: '55',
      action: 'BTO',
      quant: '100',
      symbol: 'AAPL',
      tradeprice: '187.1',
      tradedwhen: '',
    };
    ingest('tradesOpen', list(trade('1')));
    expect(cache.reader.components('7', '1')).toBeNull();
    expect(ingest('trades', list(trade('1', { component_signals: [component] }))).changed).toBe(1);
    expect(ingest('trades', list(trade('1', { component_signals: [component] }))).changed).toBe(0);
    expect(ingest('trades', list(trade('1', { component_signals: [] }))).changed).toBe(0);
    expect(cache.reader.components('7', '1')).toMatchObject([{ serviceId: '55', price: '187.1', tradedAt: null }]);
    expect(cache.reader.components('7', '404')).toBeNull();
  });
});

describe('positions', () => {
  it('imply a mark only for a single trade without a partial close', () => {
    const openTrade = (changes: Record<string, string>) =>
      trade('1', {
        quant_opened: '100',
        opening_price_VWAP: '10.10',
        PL: '55',
        markToMarket_time: '2026-03-02 09:40:00',
        ...changes,
      });
    const implied = (...trades: object[]) => {
      ingest('tradesOpen', list(...trades));
      return cache.reader.positions('7').map((position) => position.implied);
    };
    expect(implied(openTrade({}))).toEqual([{ price: '10.65', at: 1_772_462_400 }]);
    expect(implied(openTrade({ long_or_short: 'short' }))).toEqual([{ price: '9.55', at: 1_772_462_400 }]);
    expect(implied(openTrade({ quant_closed: '40' }))).toEqual([null]);
    expect(implied(openTrade({}), { ...openTrade({}), ...trade('2', {}) })).toEqual([null]);
    expect(implied(trade('9', { PL: '55', markToMarket_time: '' }))).toEqual([null]);
    expect(implied(openTrade({ long_or_short: 'short', PL: '5000' }))).toEqual([null]);
  });

  it('imply no mark if the profit is in dollars and the price is not', () => {
    const implied = (changes: Record<string, string>) => {
      ingest('tradesOpen', list(trade('1', { PL: '200', markToMarket_time: '2026-03-02 09:40:00', ...changes })));
      return cache.reader.positions('7').map((position) => position.implied?.price ?? null);
    };
    const pair = { instrument: 'forex', ptValue: '10000', quant_opened: '5' };
    expect(implied({ ...pair, symbol: 'EURUSD', opening_price_VWAP: '1.10' })).toEqual(['1.104']);
    expect(implied({ ...pair, symbol: 'USDJPY', opening_price_VWAP: '150' })).toEqual([null]);
    expect(implied({ symbol: 'SAP', currency: 'EUR' })).toEqual([null]);
  });

  it('group open trades at their exact average price, and working stops are listed beside them', () => {
    ingest(
      'tradesOpen',
      list(
        trade('1', { quant_opened: '100', quant_closed: '40', opening_price_VWAP: '10.10', PL: '5' }),
        trade('2', {
          quant_opened: '40',
          opening_price_VWAP: '10.20',
          PL: '-7',
          openedWhenUnixTimeStamp: '1772461000',
        }),
        trade('3', { long_or_short: 'short', symbol: '@ESH6', quant_opened: '2', ptValue: '50' }),
      ),
    );
    ingest(
      'signalsWorking',
      list(
        signal('11', { action: 'STC', isLimitOrder: '0', isStopOrder: '9', quant: '30' }),
        signal('12', { action: 'STC', isLimitOrder: '12', quant: '60' }),
        signal('13', { action: 'BTC', symbol: '@ESH6', isLimitOrder: '0', isStopOrder: '7000', quant: '5' }),
        signal('14', { action: 'STC', isLimitOrder: '0', isStopOrder: '8', isOrderParked: '1' }),
        signal('15', { action: 'STC', isLimitOrder: '0', isStopOrder: '7', status: 'weird' }),
      ),
    );
    expect(cache.reader.positions('7')).toMatchObject([
      {
        symbol: '@ESH6',
        side: 'short',
        quantity: '2',
        averagePrice: '187.10000',
        pointValue: '50',
      },
      {
        symbol: 'AAPL',
        side: 'long',
        quantity: '100',
        averagePrice: '10.14',
        profit: '-2',
        openedAt: 1_772_461_000,
        tradeIds: ['1', '2'],
      },
    ]);
    expect(new Set(cache.reader.workingStops('7').map(({ serviceId }) => serviceId))).toEqual(new Set(['11', '13']));
    expect(cache.reader.pointValues('7').get('@ESH6')).toBe('50');
    expect(ingest('tradesOpen', list(trade('3', { long_or_short: 'short', symbol: '@ESH6' })))).toMatchObject({
      unlisted: 2,
    });
    expect(cache.reader.positions('7').map(({ symbol }) => symbol)).toEqual(['@ESH6']);
    expect(cache.reader.newestTrades('7', { offset: 0, limit: 9 }).total).toBe(3);
  });

  it('are one for an option whose strike is written with and without zeros', () => {
    const option = { symbol: 'MSFT1220J30.5', instrument: 'option', quant_opened: '2' };
    ingest('tradesOpen', list(trade('1', option), trade('2', { ...option, symbol: 'MSFT1220J30.50' })));
    expect(cache.reader.positions('7')).toMatchObject([
      { symbol: 'MSFT1220J30.5', quantity: '4', tradeIds: ['1', '2'] },
    ]);
  });

  it('do not include a trade that is still listed as open after all of it was closed', () => {
    const closed = trade('1', { quant_opened: '100', quant_closed: '100' });
    ingest(
      'tradesOpen',
      list(closed, trade('2', { symbol: 'MSFT' }), trade('3', { symbol: 'MSFT', quant_closed: '100' })),
    );
    expect(cache.reader.positions('7')).toMatchObject([{ symbol: 'MSFT', quantity: '100', tradeIds: ['2'] }]);
  });
});

describe('failed answers', () => {
  it('leave the data and its age unchanged, and store the reason', () => {
    ingest('margin', bytes({ ok: 1, cash: '5', equity: -2 }));
    const before = cache.reader.datasets('7').margin;
    for (const [answer, verdict] of [
      ['<html>', 'bad-answer'],
      ['{"ok":"1"}', 'bad-answer'],
      ['{"ok":"1","response":[1,2]}', 'bad-answer'],
      ['{"ok":"0","error":{"title":"Unable to access this systemid","message":"m"}}', 'refused'],
    ] as const) {
      expect(ingest('margin', bytes(answer)).verdict, answer).toBe(verdict);
      expect(cache.reader.margin('7')).toMatchObject({ cash: '5', equity: '-2' });
    }
    expect(cache.reader.datasets('7').margin).toEqual({ ...before, failure: 'Unable to access this systemid: m' });
    ingest('margin', bytes({ ok: 1, cash: '5', equity: -2 }));
    expect(cache.reader.datasets('7').margin).toMatchObject({ revision: before.revision, failure: null, readAt });
    expect(ingest('tradesOpen', list(trade('', {}))).verdict, 'no readable record').toBe('bad-answer');
  });
});

describe('stored answers', () => {
  it('keep a missing statistic, with the time of the first reading without it, until it returns', () => {
    const details = (statistics: object): void => {
      ingest('details', bytes({ ok: 1, response: { system_id: '7', systemName: 'Seven', statistics } }));
    };
    const shown = () =>
      cache.reader.details('7')?.statistics.map(({ name, value, unlistedAt }) => [name, value, unlistedAt]);
    const revision = () => cache.reader.datasets('7').details.revision;
    details({ sharpe: '1.2', sortino: '2' });
    details({ sortino: '3' });
    const withSharpeUnlisted = [
      ['sortino', '3', undefined],
      ['sharpe', '1.2', readAt],
    ];
    expect(shown()).toEqual(withSharpeUnlisted);
    const before = revision();
    details({ sortino: '3' });
    expect(shown()).toEqual(withSharpeUnlisted);
    expect(revision()).toBe(before);
    details({ sharpe: '1.3', sortino: '3' });
    expect(shown()).toEqual([
      ['sharpe', '1.3', undefined],
      ['sortino', '3', undefined],
    ]);
  });

  it('contain each of two equity points with the same time, with its fees', () => {
    const point = (at: number, more: object) => ({
      unix_timestamp: String(at),
      strategy_with_cost: 1,
      strategy_raw: 2,
      ...more,
    });
    const answer = bytes({
      ok: 1,
      initial_index_to_equity_scaling_factor: '14.5',
      equity_data: [
        point(1_772_461_860, { index_price: '6800.5' }),
        point(1_772_461_860, { fee_event_list: [5, 1.5] }),
        point(1_772_375_460, {}),
      ],
    });
    expect(ingest('equity', answer).changed).toBe(4);
    expect(ingest('equity', answer).changed).toBe(0);
    expect(readEquity(db, { systemId: '7', plan: '' })).toEqual({
      systemId: '7',
      times: [1_772_375_460, 1_772_461_860, 1_772_461_860],
      withCost: [1, 1, 1],
      raw: [2, 2, 2],
      index: [null, 6800.5, null],
      indexScale: '14.5',
      fees: [{ row: 2, amounts: [5, 1.5] }],
    });
  });

  it('have the fees of the latest answer, also when the platform corrects them away', () => {
    const point = (more: object) => ({ unix_timestamp: '1772461860', strategy_with_cost: 1, ...more });
    const fees = (...points: readonly object[]) => {
      ingest('equity', bytes({ ok: 1, equity_data: points }));
      return readEquity(db, { systemId: '7', plan: '' }).fees;
    };
    const charged = point({ fee_event_list: [49] });
    expect(fees(charged)).toEqual([{ row: 0, amounts: [49] }]);
    // A new point of the same second precedes the point with the fee, which is charged once.
    expect(fees(point({}), charged)).toEqual([{ row: 1, amounts: [49] }]);
    expect(fees(point({}), point({}))).toEqual([]);
  });
});
