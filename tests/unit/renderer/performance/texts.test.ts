import { describe, expect, it } from 'vitest';
import type { FigureKey } from '#contract/messages/review.ts';
import type { Figure, ReportBasis } from '#contract/model/review.ts';
import { profitHistogram } from '#core/review/trades/profit-histogram.ts';
import type { TradeColumns } from '#core/review/trades/trade-columns.ts';
import { noDrawdownText, noWindowText } from '#renderer/performance/absent-figures.ts';
import { readDay } from '#renderer/format/read-day.ts';
import { binText, binTone } from '#renderer/performance/bin-text.ts';
import {
  drillFilter,
  drillToBin,
  drillToDrawdown,
  drillToGroup,
  drillToSpan,
  drillToStreak,
} from '#renderer/performance/drill.ts';
import { equityGroups, figureFormula, figureName, tradeGroups } from '#renderer/performance/figure-names.ts';
import { figureSources } from '#renderer/performance/figure-sources.ts';
import { figureTone, figureValue, inputText } from '#renderer/performance/figure-value.ts';
import { linePath, valueRange } from '#renderer/performance/line-path.ts';
import { wholeStrategy } from '#renderer/performance/performance-store.svelte.ts';
import { periodOf, periodStart, periodText } from '#renderer/performance/period.ts';
import { report } from '#tests/unit/core/review/review-fixtures.ts';

const figure = (key: FigureKey, unit: Figure['unit'], value: number | null, text: string | null = null): Figure => ({
  key,
  unit,
  value,
  text,
  sample: 1,
  from: null,
  to: null,
  inputs: {},
  caveats: [],
});

describe('figures on screen', () => {
  it('all belong to a group, and every group contains only known figures', () => {
    const sampleReport = report({});
    const keys = [...sampleReport.withCost.figures, ...sampleReport.trades.figures].map(({ key }) => key);
    const groupedKeys = [...equityGroups, ...tradeGroups].flatMap((group) => group.keys);
    expect(keys.filter((key) => !groupedKeys.includes(key))).toEqual([]);
    expect(groupedKeys.filter((key) => !keys.includes(key))).toEqual([]);
  });

  it('have a name and a formula, even for a single year or month', () => {
    expect(figureName('equity.year.2026')).toBe('Return of 2026');
    expect(figureFormula('equity.month.2026-03')).toContain('last close of the span');
    expect(figureFormula('equity.change')).toBe('last equity − first equity');
  });

  it('keep exact money, have a sign for gain or loss, and are a dash when undefined', () => {
    expect(figureValue(figure('trades.netProfit', 'dollars', 1234.5, '1234.50'))).toBe('+$1,234.50');
    expect(figureValue(figure('trades.grossLoss', 'dollars', -22865, '-22865'))).toBe('−$22,865');
    expect(figureValue(figure('equity.volatility', 'percent', 8.9412))).toBe('8.94 %');
    expect(figureValue(figure('equity.return', 'percent', 8.9412))).toBe('+8.94 %');
    expect(figureValue(figure('equity.maxDrawdownDays', 'days', 0.25))).toBe('6 h');
    expect(figureValue(figure('trades.topSymbol', 'text', null, '@ESH6'))).toBe('@ESH6');
    expect(figureValue(figure('equity.sharpe', 'ratio', null))).toBe('–');
    expect(figureTone(figure('equity.return', 'percent', 0))).toBeUndefined();
    expect(figureTone(figure('equity.volatility', 'percent', 3))).toBeUndefined();
    expect(figureTone(figure('equity.maxDrawdown', 'percent', -3))).toBe('loss');
  });

  it('show inputs as numbers, exact amounts, or times', () => {
    const time = (seconds: number): string => `at ${seconds}`;
    expect(inputText('covariance', -0.000_012_345_678_9, time)).toBe('−0.000012345679');
    expect(inputText('firstClosedAt', 1_772_466_127, time)).toBe('at 1772466127');
    expect(inputText('grossProfit', '41207.50', time)).toBe('41,207.50');
    expect(inputText('peak', null, time)).toBe('–');
    expect(inputText('trade', '91000042', time)).toBe('91000042');
    expect(inputText('symbol', '6758', time)).toBe('6758');
  });

  it('name the bars of a distribution by their bounds', () => {
    expect(binText({ from: null, to: -250, trades: 1 })).toBe('below −250');
    expect(binText({ from: -0.5, to: 0, trades: 1 })).toBe('−0.50 to 0');
    expect(binText({ from: 1500, to: null, trades: 1 })).toBe('1,500 and more');
  });

  it('color the bars of a distribution by the trades in them', () => {
    const review = (...profits: number[]) => {
      const units = Float64Array.from(profits);
      return profitHistogram(
        { profits: { scale: 0, units, bigUnits: null } } as TradeColumns,
        Int32Array.from(units.keys()),
      ).bins;
    };
    const tones = (...profits: number[]) =>
      review(...profits)
        .filter(({ trades }) => trades > 0)
        .map(binTone);
    // All won: the first bar is below 200. All lost: the last bar is −200 and more.
    expect(new Set(tones(150, 250, 350))).toEqual(new Set(['gain']));
    expect(new Set(tones(-150, -250, -350))).toEqual(new Set(['loss']));
    expect(new Set(tones(-5, -5, -5))).toEqual(new Set(['loss']));
    expect(tones(-150, 150)).toEqual(['loss', 'gain']);
    expect(tones(-150, 0)).toEqual(['loss', 'gain']);
  });
});

describe('the source data of a figure', () => {
  const basis: ReportBasis = {
    ...{ tradesReadAt: 100, openTradesReadAt: 900, equityReadAt: 500, trades: 1, points: 1, tradesWithFirstStop: 0 },
    unlisted: { trades: 0, points: 0, replaced: 0 },
  };
  const sources = (key: FigureKey) =>
    Object.fromEntries(figureSources(figure(key, 'count', 1), basis, (seconds) => `at ${seconds}`));

  it('has the reading of the open trades if the figure uses them', () => {
    expect(sources('trades.openProfit')).toMatchObject({ 'Trades read': 'at 100', 'Open trades read': 'at 900' });
    expect(sources('trades.netProfit')).toMatchObject({ 'Trades read': 'at 100', 'Open trades read': null });
    expect(sources('equity.return')).toMatchObject({ 'Equity read': 'at 500' });
    expect(sources('equity.return')).not.toHaveProperty('Trades read');
  });
});

describe('the text instead of an empty list', () => {
  const figuresOf = (...values: number[]) =>
    report({ points: values.map((value, day) => [`2026-03-0${day + 1} 00:00`, value]) }).withCost.figures;

  it('is the reason why there is nothing to measure', () => {
    expect(noDrawdownText(figuresOf(1, 2, 3))).toBe('No drawdown in this period.');
    expect(noDrawdownText(figuresOf())).toBe('No point of the equity in this period.');
    expect(noDrawdownText(figuresOf(-1, -2))).toBe('The equity was never above zero.');
    for (const values of [
      [1, 2, 3],
      [1, 2],
    ])
      expect(noWindowText(figuresOf(...values), 12)).toBe('The curve is shorter than a window of 12 months.');
    expect(noWindowText(figuresOf(), 12)).toBe('No point of the equity in this period.');
    expect(noWindowText(figuresOf(1, 0, 3), 12)).toBe('The equity was not above zero on 2026-03-02.');
  });
});

describe('the trades of a figure', () => {
  const month = (name: `${number}-${number}`) =>
    drillToSpan(figure(`equity.month.${name}`, 'percent', 1), wholeStrategy);

  it('of a month are those closed from its first to its last day', () => {
    expect(month('2024-02')?.selection).toMatchObject({ from: '2024-02-01', to: '2024-02-29' });
    expect(month('2025-12')?.selection).toMatchObject({ from: '2025-12-01', to: '2025-12-31' });
    expect(drillToSpan(figure('equity.year.2025', 'percent', 1), wholeStrategy)?.selection).toMatchObject({
      from: '2025-01-01',
      to: '2025-12-31',
    });
    expect(drillToSpan(figure('equity.sharpe', 'ratio', 1), wholeStrategy)).toBeNull();
  });

  it('stay within the selection', () => {
    const selection = { ...wholeStrategy, from: '2024-02-10', to: '2024-02-20', symbols: ['AAPL'] };
    expect(drillToSpan(figure('equity.month.2024-02', 'percent', 1), selection)?.selection).toEqual(selection);
  });

  it('of a group are filtered by the group, if there is a filter for it', () => {
    const row = { ...({} as Parameters<typeof drillToGroup>[1]), name: 'short' };
    expect(drillToGroup('side', row, wholeStrategy)?.selection.sides).toEqual(['short']);
    expect(drillToGroup('symbol', { ...row, name: '@ESH6' }, wholeStrategy)?.selection.symbols).toEqual(['@ESH6']);
    expect(drillToGroup('instrument', { ...row, name: 'future' }, wholeStrategy)?.selection.instruments).toEqual([
      'future',
    ]);
    expect(drillToGroup('instrument', { ...row, name: null }, wholeStrategy)).toBeNull();
    expect(drillToGroup('hour', { ...row, name: '09' }, wholeStrategy)).toMatchObject({
      title: 'Opened 09:00 to 09:59 ET',
      bounds: { hour: 9 },
    });
    expect(drillToGroup('weekday', { ...row, name: '1' }, wholeStrategy)?.bounds).toEqual({ weekday: 1 });
    for (const kind of ['hour', 'weekday'] as const)
      expect(drillToGroup(kind, { ...row, name: null }, wholeStrategy)).toBeNull();
  });

  it('of a bar have profits at or above its lower and below its upper bound, in plain decimals', () => {
    const filter = drillFilter(drillToBin({ from: -0.0000002, to: 250, trades: 3 }, wholeStrategy));
    expect(filter).toMatchObject({
      status: 'closed',
      profit: { min: '-0.0000002', max: null },
      figureBounds: { below: '250' },
    });
    expect(drillFilter(drillToBin({ from: null, to: 0, trades: 3 }, wholeStrategy))).toMatchObject({
      profit: { min: null },
      figureBounds: { below: '0', hour: null, closedFrom: null },
    });
  });

  it('of a streak and of a drawdown are those closed within it, to the second', () => {
    const streak = {
      ...figure('trades.longestLosingStreak', 'count', 4),
      inputs: { firstClosedAt: 5, lastClosedAt: 9 },
    };
    expect(drillToStreak(streak, wholeStrategy)?.bounds).toEqual({ closedFrom: 5, closedTo: 9, below: '0' });
    const winning = { ...figure('trades.longestWinningStreak', 'count', 4), inputs: streak.inputs };
    expect(drillToStreak(winning, wholeStrategy)?.bounds).toEqual({ closedFrom: 5, closedTo: 9, above: '0' });
    expect(drillToStreak({ ...streak, inputs: {} }, wholeStrategy)).toBeNull();
    expect(drillToStreak(figure('trades.netProfit', 'dollars', 4), wholeStrategy)).toBeNull();
    const fall = { percent: -3, peak: 2, trough: 1, peakAt: 1_772_466_127, troughAt: 1_772_466_128, recoveredAt: null };
    expect(drillToDrawdown(fall, wholeStrategy)).toMatchObject({
      title: 'Drawdown 2026-03-02 to today',
      bounds: { closedFrom: 1_772_466_127, closedTo: null },
    });
    expect(drillToDrawdown(fall, { ...wholeStrategy, to: '2026-03-31' }).title).toBe(
      'Drawdown 2026-03-02 to 2026-03-31',
    );
  });
});

describe('a period', () => {
  it('starts on the same day of an earlier year, or on January 1', () => {
    expect(periodStart('ytd', '2026-03-02')).toBe('2026-01-01');
    expect(periodStart('3y', '2026-03-02')).toBe('2023-03-02');
    expect(periodStart('1y', '2024-02-29')).toBe('2023-03-01');
    expect(periodOf({ from: '2025-03-02', to: null }, '2026-03-02')).toBe('1y');
    expect(periodOf({ from: null, to: null }, '2026-03-02')).toBe('all');
    expect(periodOf({ from: '2025-03-02', to: '2025-06-01' }, '2026-03-02')).toBeNull();
    expect(periodText({ from: null, to: '2025-06-01' })).toBe('start → 2025-06-01');
  });

  it('accepts only days of the calendar', () => {
    expect(readDay(' 2024-02-29 ')).toBe('2024-02-29');
    expect(readDay('')).toBeNull();
    for (const text of ['2026-02-29', '2026-13-01', '02/03/2026', '2026-3-2', 'x'])
      expect(readDay(text)).toBeUndefined();
  });
});

describe('the line of a rolling window', () => {
  it('keeps gaps, and the extremes of the rows that share a pixel', () => {
    const box = { width: 2, height: 100, low: 0, high: 10 };
    expect(linePath([0, 10, 5, 5], box)).toBe('M0.0 100.0L0.7 0.0L1.3 50.0');
    expect(linePath([0, null, 10], { ...box, width: 3 })).toBe('M0.0 100.0M3.0 0.0');
    const long = Array.from({ length: 10_000 }, (_, row) => (row === 4_321 ? 10 : 5));
    const path = linePath(long, { ...box, width: 100 });
    expect(path).toContain(' 0.0');
    expect(path.split(/[ML]/).length).toBeLessThan(202);
  });

  it('has a margin around a flat line, and a default range without values', () => {
    const flat = valueRange([[5, 5]]);
    expect(flat.low).toBeLessThan(5);
    expect(flat.high).toBeGreaterThan(5);
    expect(valueRange([[null]])).toEqual({ low: 0, high: 1 });
  });
});
