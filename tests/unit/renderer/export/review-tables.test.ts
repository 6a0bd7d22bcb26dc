import { describe, expect, it } from 'vitest';
import type { PastAccount } from '#contract/model/history.ts';
import type { Trade } from '#contract/model/trade.ts';
import type { Figure, ReportBasis } from '#contract/model/review.ts';
import { tableOf } from '#renderer/export/table-of.ts';
import { writeTable } from '#renderer/export/write-table.ts';
import { tradeExport, type TradeExportRow } from '#renderer/trades/trade-export.ts';
import { withNotes } from '#renderer/trades/with-notes.ts';
import { differenceExport, pastExport, pastRows } from '#renderer/history/past-export.ts';
import { wholeStrategy } from '#renderer/performance/performance-store.svelte.ts';
import {
  binExport,
  figureExport,
  reviewTable,
  rollingExport,
  rollingRows,
  statisticExport,
} from '#renderer/performance/review-export.ts';
import type { ExportColumn } from '#renderer/export/export-table.ts';

const origin = { mode: 'PRACTICE', systemId: '7' } as const;

async function lines<Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): Promise<string[]> {
  const { parts } = await writeTable(tableOf('x', '7', columns, rows), 'csv', origin);
  return parts.join('').slice(1).trimEnd().split('\r\n');
}

async function objects<Row>(columns: readonly ExportColumn<Row>[], rows: readonly Row[]): Promise<unknown> {
  const { parts } = await writeTable(tableOf('x', '7', columns, rows), 'json', origin);
  return JSON.parse(parts.join(''));
}

/** The note columns of a trade in a file. */
const noteColumns = tradeExport.filter(({ id }) => ['tradeId', 'rating', 'tags', 'note', 'pictures'].includes(id));

const figure: Figure = {
  key: 'equity.sharpe',
  unit: 'ratio',
  value: -0.71,
  text: null,
  sample: 900,
  from: 1_772_461_805,
  to: null,
  inputs: {},
  caveats: [{ code: 'figure.extrapolated' }, { code: 'figure.small-sample', of: 'closed-trades', limit: 30 }],
};

describe('tables of a review', () => {
  it('exports a figure with a number, a time range, a formula and caveats', async () => {
    const [head, row] = await lines(figureExport, [figure]);
    expect(head).toContain('Key,Figure,Value,Unit');
    expect(row).toBe(
      'PRACTICE,7,equity.sharpe,Sharpe ratio,-0.71,ratio,,900,2026-03-02 09:30:05,2026-03-02 14:30:05,,,(mean daily return − risk-free rate) ÷ standard deviation × √(returns per year),Less than a year of equity: the annual rate is extrapolated. Fewer than 30 closed trades.',
    );
  });

  it('names the selection and the curve in every row', async () => {
    const selection = { ...wholeStrategy, from: '2025-01-01', symbols: ['AAPL'] };
    const scope = { selection, riskFree: 0.0425, withCosts: false, basis: null, reading: false, failure: null };
    const basis = { equityPlan: 'pro' } as ReportBasis;
    const bins = [{ from: 0, to: 100, trades: 2 }];
    const written = async (data: 'equity' | 'trades', change: { withCosts?: boolean; basis?: ReportBasis } = {}) => {
      const table = reviewTable('x', { systemId: '7', data }, { ...scope, ...change }, binExport, bins);
      if (table === null) throw new Error('no table');
      const { parts } = await writeTable(table, 'csv', origin);
      return parts.join('').split('\r\n').slice(0, 2);
    };
    expect(await written('trades')).toEqual([
      '\uFEFFMode,Strategy,Selection,From,To,Trades',
      'PRACTICE,7,"2025-01-01 → today, AAPL",0,100,2',
    ]);
    expect(await written('equity')).toEqual([
      '\uFEFFMode,Strategy,Selection,Curve,"Risk-free rate, % a year",From,To,Trades',
      'PRACTICE,7,"2025-01-01 → today, AAPL",without costs,4.25,0,100,2',
    ]);
    expect((await written('equity', { withCosts: true }))[1]).toContain(',with costs,4.25,');
    expect((await written('equity', { withCosts: true, basis }))[1]).toContain(',"with costs, plan pro",4.25,');
    // The rows still belong to the previous selection.
    for (const change of [{ reading: true }, { failure: 'The period ends before it begins.' }])
      expect(reviewTable('x', { systemId: '7', data: 'trades' }, { ...scope, ...change }, binExport, bins)).toBeNull();
  });

  it('exports rolling windows with a row per daily close, and with gaps for missing values', async () => {
    const rolling = { months: 3, times: [60, 120], returns: [1.5, 2], volatility: [null, 3], sharpe: [] };
    expect(await objects(rollingExport, rollingRows([rolling]))).toMatchObject([
      { months: 3, return: 1.5, volatility: null, sharpe: null },
      { months: 3, return: 2, volatility: 3, sharpe: null },
    ]);
  });

  it('exports a text statistic as text', async () => {
    const statistic = {
      name: 'a',
      group: 'g',
      helpText: '',
      prefix: '',
      suffix: '',
      precision: null,
      multiplier: null,
    };
    const rows = [
      { ...statistic, value: '12.50' },
      { ...statistic, value: '=1+1' },
      { ...statistic, value: null },
    ];
    const [, ...written] = await lines(statisticExport, rows);
    expect(written.map((line) => line.split(',')[4])).toEqual(['12.50', "'=1+1", '']);
  });

  it('exports a trade with its complete note, and fails if a note cannot be read', async () => {
    const trade = (tradeId: string): Trade => ({ tradeId }) as Trade;
    const note = { text: 'Too early, =again', tags: ['gap', 'late'], rating: 2, setup: '', images: [] };
    const pages = async function* () {
      yield [trade('1'), trade('2')];
    };
    const table = {
      ...tableOf('trades', '7', noteColumns, []),
      pages: () => withNotes(pages(), async ({ tradeId }) => (tradeId === '1' ? note : null)),
    };
    const text = (await writeTable(table, 'csv', origin)).parts.join('').slice(1);
    expect(text.trimEnd().split('\r\n').slice(1)).toEqual([
      'PRACTICE,7,1,2,"gap, late","Too early, =again",0',
      'PRACTICE,7,2,,,,',
    ]);
    const unread = { ...table, pages: () => withNotes(pages(), () => Promise.reject(new Error('not read'))) };
    await expect(writeTable(unread, 'csv', origin)).rejects.toThrow('not read');
  });

  it('exports the time since which a trade is unlisted', async () => {
    const trade = { tradeId: '1', note: null } as TradeExportRow;
    const columns = tradeExport.filter(({ id }) => id === 'unlistedAt');
    const [head = '', ...rows] = await lines(columns, [trade, { ...trade, unlistedAt: 1_773_410_400 }]);
    expect(head).toContain('No longer listed since');
    expect(rows).toEqual(['PRACTICE,7,,', 'PRACTICE,7,2026-03-13 10:00:00,2026-03-13 14:00:00']);
  });

  it('names the profit of a trade as dollars, and its currency as that of its prices', async () => {
    const columns = tradeExport.filter(({ id }) => id === 'profit' || id === 'currency');
    const future = { profit: '1250', currency: 'EUR' } as TradeExportRow;
    expect(await lines(columns, [future])).toEqual([
      'Mode,Strategy,"P/L, USD",Currency of prices',
      'PRACTICE,7,1250,EUR',
    ]);
  });

  it('exports an open trade that left the list of open trades as ended', async () => {
    const columns = tradeExport.filter(({ id }) => id === 'state');
    const trade = { tradeId: '1', note: null } as TradeExportRow;
    const states = [
      { ...trade, open: true },
      { ...trade, open: true, unlistedAt: 5 },
      { ...trade, open: false },
      { ...trade, open: false, unlistedAt: 5 },
    ];
    const [, ...rows] = await lines(columns, states);
    expect(rows.map((row) => row.split(',')[2])).toEqual(['open', 'ended', 'closed', 'closed']);
  });

  it('exports each value of a past account in its own row, with the time of the account', async () => {
    const account: PastAccount = {
      at: 1_772_461_805,
      margin: null,
      equity: { at: 1, withCost: 100.5, raw: null },
      positions: [
        {
          tradeId: '9',
          symbol: 'IBM',
          side: 'long',
          quantity: '1',
          openPrice: null,
          mark: '101',
          markedAt: 1_772_461_805,
          profit: null,
        },
      ],
      working: [
        {
          serviceId: '155',
          status: 'working',
          action: 'BTO',
          quantity: '10',
          symbol: 'KO',
          kind: 'limit',
          limit: '60.5',
          stop: null,
        },
      ],
      desired: [{ symbol: 'MSFT', quantity: '-5' }],
      statistics: [],
    };
    const [, ...rows] = await lines(pastExport, pastRows(account));
    expect(rows.every((row) => row.startsWith('PRACTICE,7,2026-03-02 09:30:05,2026-03-02 14:30:05,'))).toBe(true);
    const cells = rows.map((row) => row.split(',').slice(4).join(','));
    expect(cells).toContain('equity,,With costs,100.5');
    expect(cells).toContain('position,IBM 9,Mark time,2026-03-02 09:30:05 ET');
    expect(cells).toContain('signal,KO 155,Limit,60.5');
    expect(cells).toContain('target,MSFT,Quantity,-5');
  });

  it('uses the same names for parts of the account in the differences and in a past account', async () => {
    const ends = { from: 1_772_461_805, to: 1_772_461_806 };
    const facets = ['margin', 'equity', 'position', 'working', 'desired', 'statistic'] as const;
    const rows = facets.map((facet) => ({
      ...{ ...ends, facet, name: 'KO', id: '155' },
      ...{ member: 'quantity', before: '1', after: '2' },
    }));
    const [head = '', ...differences] = await lines(differenceExport, rows);
    const at = head.split(',').indexOf('Part');
    expect(differences.map((row) => row.split(',')[at])).toEqual([
      ...['account', 'equity', 'position', 'signal', 'target', 'statistic'],
    ]);
    const itemAt = head.split(',').indexOf('Item');
    expect(differences.every((row) => row.split(',')[itemAt] === 'KO 155')).toBe(true);
  });
});
