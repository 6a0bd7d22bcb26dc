import Big from 'big.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ascendingRows } from '#core/review/ascending-rows.ts';
import { profitColumn } from '#core/review/trades/profit-column.ts';
import { ProfitSums } from '#core/review/trades/profit-sums.ts';
import { at, pick, report, trade } from './review-fixtures.ts';

const trades = [
  trade({ symbol: '@ESH6', instrument: 'future', profit: '300', openedAt: at('2026-03-02 09:35') }),
  trade({ symbol: '@ESH6', instrument: 'future', profit: '-100', side: 'short', openedAt: at('2026-03-03 15:59') }),
  trade({ symbol: 'AAPL', profit: '50.25', openedAt: at('2026-03-02 23:30') }),
  trade({ symbol: 'EURUSD', instrument: 'forex', profit: '-200.25', openedAt: null, closedAt: at('2026-03-04') }),
  trade({ symbol: 'ODD', instrument: null, profit: '0', openedAt: at('2026-03-08 03:00') }),
];

describe('splits', () => {
  const { splits } = report({ trades }).trades;
  const brief = (rows: (typeof splits)['side']['rows']) =>
    rows.map(({ name, trades: count, profit }) => [name, count, profit]);

  it('group by side, symbol and instrument', () => {
    expect(brief(splits.side.rows)).toEqual([
      ['long', 4, '150'],
      ['short', 1, '-100'],
    ]);
    expect(brief(splits.symbol.rows)).toEqual([
      ['@ESH6', 2, '200'],
      ['AAPL', 1, '50.25'],
      ['EURUSD', 1, '-200.25'],
      ['ODD', 1, '0'],
    ]);
    expect(brief(splits.instrument.rows)).toEqual([
      ['stock', 1, '50.25'],
      ['future', 2, '200'],
      ['forex', 1, '-200.25'],
      [null, 1, '0'],
    ]);
  });

  it('count an option as one symbol, also if its strike is written with zeros', () => {
    const options = ['SPXW2519L6850.5', 'SPXW2519L6850.50', 'SPXW2519L6851'].map((symbol) =>
      trade({ symbol, instrument: 'option', profit: '10' }),
    );
    expect(brief(report({ trades: options }).trades.splits.symbol.rows)).toEqual([
      ['SPXW2519L6850.5', 2, '20'],
      ['SPXW2519L6851', 1, '10'],
    ]);
    const selected = report({ trades: options, selection: { symbols: ['SPXW2519L6850.50'] } }).trades;
    expect(pick(selected.figures, 'trades.count').value).toBe(2);
  });

  it('group by weekday and hour of the opening in New York', () => {
    // 23:30 on Monday is Tuesday in UTC; 03:00 on 8 March is the first hour after the skipped one.
    expect(brief(splits.weekday.rows)).toEqual([
      ['0', 1, '0'],
      ['1', 2, '350.25'],
      ['2', 1, '-100'],
      [null, 1, '-200.25'],
    ]);
    expect(brief(splits.hour.rows)).toEqual([
      ['03', 1, '0'],
      ['09', 1, '300'],
      ['15', 1, '-100'],
      ['23', 1, '50.25'],
      [null, 1, '-200.25'],
    ]);
  });

  it('have the ratios of their group', () => {
    expect(splits.symbol.rows[0]).toMatchObject({ wins: 1, losses: 1, winRate: 50, average: 100, profitFactor: 3 });
    // A trade at zero is neither won nor lost.
    expect(splits.symbol.rows[3]).toMatchObject({ name: 'ODD', trades: 1, wins: 0, losses: 0, winRate: 0 });
    expect(splits.symbol.rows[1]).toMatchObject({ profitFactor: null, lost: 0, won: 50.25 });
  });

  it('add up exactly to the total for any amounts', () => {
    const amount = fc.oneof(
      fc.integer({ min: -100_000, max: 100_000 }).map(String),
      fc.tuple(fc.integer({ min: -9_999, max: 9_999 }), fc.nat(99_999)).map(([whole, part]) => `${whole}.${part}`),
      fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }).map(String),
    );
    const drawn = fc.record({
      profit: amount,
      symbol: fc.constantFrom('A', 'B', 'C', ''),
      side: fc.constantFrom('long' as const, 'short' as const),
      instrument: fc.constantFrom('stock' as const, 'option' as const, null),
      openedAt: fc.option(fc.integer({ min: 0, max: 1_800_000_000 })),
    });
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 30 }), (changes) => {
        const found = report({ trades: changes.map((change) => trade(change)) }).trades;
        const total = changes.reduce((sum, { profit }) => sum.plus(profit), new Big(0));
        expect(pick(found.figures, 'trades.netProfit').text).toBe(total.toFixed());
        for (const { rows } of Object.values(found.splits)) {
          expect(rows.reduce((sum, { profit }) => sum.plus(profit), new Big(0)).toFixed()).toBe(total.toFixed());
          expect(rows.reduce((sum, row) => sum + row.trades, 0)).toBe(changes.length);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('sums of money', () => {
  it('are exact where floats are not', () => {
    const sum = (...texts: string[]): string => {
      const sums = new ProfitSums(profitColumn(texts), 1);
      texts.forEach((_, row) => sums.add(0, row));
      return sums.text(0);
    };
    expect(sum('0.1', '0.2')).toBe('0.3');
    expect(sum('9007199254740993', '1')).toBe('9007199254740994');
    expect(sum('9007199254740992', '0.000000000000000001')).toBe('9007199254740992.000000000000000001');
    expect(sum('-0.50', '0.25')).toBe('-0.25');
    expect(sum('5.00', '-5')).toBe('0');
  });
});

describe('rows in order', () => {
  it('are sorted by value, equal ones in the given order, for any numbers', () => {
    const value = fc.oneof(
      fc.integer({ min: 0, max: 50 }),
      fc.integer(),
      fc.double({ noNaN: true }),
      fc.maxSafeInteger(),
    );
    fc.assert(
      fc.property(fc.array(value, { maxLength: 60 }), (values) => {
        const rows = Int32Array.from(values.keys());
        const expected = [...values.keys()].sort(
          (left, right) => (values[left] ?? 0) - (values[right] ?? 0) || left - right,
        );
        expect([...ascendingRows(rows, Float64Array.from(values))]).toEqual(expected);
      }),
    );
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1_000_000_000, max: 2_000_000_000 }), { maxLength: 60 }), (values) => {
        const sorted = ascendingRows(Int32Array.from(values.keys()), Float64Array.from(values));
        expect([...sorted].map((row) => values[row])).toEqual(values.toSorted((left, right) => left - right));
      }),
    );
  });
});

describe('a selection', () => {
  const netProfitOf = (selection: Parameters<typeof report>[0]['selection']) =>
    pick(report({ trades, ...(selection === undefined ? {} : { selection }) }).trades.figures, 'trades.netProfit').text;

  it('filters by symbol, instrument and side together', () => {
    expect(netProfitOf({ symbols: ['@ESH6'] })).toBe('200');
    expect(netProfitOf({ symbols: ['@ESH6', 'AAPL'], sides: ['long'] })).toBe('350.25');
    expect(netProfitOf({ instruments: ['forex'] })).toBe('-200.25');
    expect(netProfitOf({ symbols: ['NOBODY'] })).toBe('0');
  });

  it('selects trades by the New York day of their closing', () => {
    const late = trade({ profit: '1', closedAt: at('2026-03-05 23:59:59') });
    const next = trade({ profit: '2', closedAt: at('2026-03-06 00:00:00') });
    const net = (from: string | null, to: string | null) =>
      pick(report({ trades: [late, next], selection: { from, to } }).trades.figures, 'trades.netProfit').text;
    expect([net(null, '2026-03-05'), net('2026-03-06', null), net('2026-03-05', '2026-03-06')]).toEqual([
      '1',
      '2',
      '3',
    ]);
  });

  it('leaves out trades without a closing time when a period is set, and reports their number', () => {
    const untimed = [trade({ closedAt: null, profit: '5' })];
    expect(report({ trades: untimed, selection: { from: '2026-01-01' } }).trades.leftOutCount).toBe(1);
    expect(report({ trades: untimed }).trades.leftOutCount).toBe(0);
  });

  it('does not filter the equity curve', () => {
    const points = [
      ['2026-03-02', 100],
      ['2026-03-03', 110],
    ] as const;
    const { withCost } = report({ points, trades, selection: { symbols: ['AAPL'] } });
    expect(pick(withCost.figures, 'equity.change').value).toBe(10);
  });
});

describe('concentration', () => {
  it('gives the share of the best trade and symbol, and the Herfindahl index', () => {
    const { figures } = report({ trades }).trades;
    // Gross profit 350.25. Symbols: +200, +50.25, −200.25 and 0; their absolute sum is 450.5.
    expect(pick(figures, 'trades.topTradeShare').value).toBeCloseTo((300 / 350.25) * 100, 10);
    expect(pick(figures, 'trades.topSymbolShare').value).toBeCloseTo((200 / 250.25) * 100, 10);
    expect(pick(figures, 'trades.topSymbol')).toMatchObject({ value: null, text: '@ESH6', unit: 'text' });
    expect(pick(figures, 'trades.herfindahl').value).toBeCloseTo(
      (200 / 450.5) ** 2 + (50.25 / 450.5) ** 2 + (200.25 / 450.5) ** 2,
      12,
    );
  });

  it('has a Herfindahl index of one for one symbol, and of a quarter for four equal symbols', () => {
    const herfindahlOf = (symbols: readonly string[]) =>
      pick(report({ trades: symbols.map((symbol) => trade({ symbol })) }).trades.figures, 'trades.herfindahl');
    expect(herfindahlOf(['A', 'A']).value).toBe(1);
    expect(herfindahlOf(['A', 'B', 'C', 'D'])).toMatchObject({ value: 0.25, inputs: { equalSymbols: 4 } });
  });

  it('is not defined without a gain', () => {
    const { figures } = report({ trades: [trade({ profit: '-1' }), trade({ profit: '0' })] }).trades;
    expect(pick(figures, 'trades.topTradeShare')).toMatchObject({
      value: null,
      caveats: [{ code: 'figure.no-win' }],
    });
    expect(pick(figures, 'trades.topSymbolShare').value).toBeNull();
  });
});

describe('the distribution of profits', () => {
  const histogramOf = (profits: readonly number[]) =>
    report({ trades: profits.map((profit) => trade({ profit: String(profit) })) }).trades.histogram;

  it('has readable bins with a bound at zero', () => {
    // 27 trades from −130 to 130 in tens: quartiles ±65, width 2 × 130 ÷ 3 = 86.7, rounded up to
    // 100.
    const found = histogramOf(Array.from({ length: 27 }, (_, place) => (place - 13) * 10));
    expect(found.width).toBe(100);
    expect(found.bins).toEqual([
      { from: null, to: -100, trades: 3 },
      { from: -100, to: 0, trades: 10 },
      { from: 0, to: 100, trades: 10 },
      { from: 100, to: null, trades: 4 },
    ]);
  });

  it('counts every trade once, never mixes wins and losses, and limits the number of bins', () => {
    const amounts = fc.array(
      fc.oneof(fc.integer({ min: -50, max: 500 }), fc.integer({ min: -1_000_000, max: 1_000_000 })),
      {
        minLength: 1,
        maxLength: 120,
      },
    );
    fc.assert(
      fc.property(amounts, (profits) => {
        const { bins } = histogramOf(profits);
        expect(bins.length).toBeLessThanOrEqual(62);
        for (const { from, to, trades: count } of bins) {
          const inBin = profits.filter((one) => (from === null || one >= from) && (to === null || one < to));
          expect(count).toBe(inBin.length);
          expect(inBin.some((one) => one < 0) && inBin.some((one) => one > 0)).toBe(false);
        }
        expect(bins.reduce((sum, { trades: count }) => sum + count, 0)).toBe(profits.length);
      }),
    );
  });

  it('has bins for equal amounts and for a single amount', () => {
    expect(histogramOf([100, 100, 100]).bins.reduce((sum, { trades: count }) => sum + count, 0)).toBe(3);
    expect(histogramOf([0]).bins.length).toBeGreaterThan(0);
    expect(histogramOf([])).toMatchObject({ bins: [], width: null, sample: 0 });
  });
});
