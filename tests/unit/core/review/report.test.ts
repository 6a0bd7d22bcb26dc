import type { Figure, PerformanceReport } from '#contract/model/review.ts';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { performanceReport } from '#core/review/performance-report.ts';
import { at, equityReview, daily, input, pick, report, trade, type Point } from './review-fixtures.ts';

/** Every figure of a report, from lists and from the grid. */
const figuresOf = ({ withCost, raw, trades }: PerformanceReport): Figure[] => [
  ...[withCost, raw].flatMap(({ figures, years }) => [
    ...figures,
    ...years.flatMap(({ months, total }) => [...months, total]),
  ]),
  ...trades.figures,
];

/** Checks the properties of every report, for any input. */
function expectSound(found: PerformanceReport): void {
  // NaN, infinity and undefined would not survive JSON.
  expect(JSON.parse(JSON.stringify(found))).toEqual(found);
  const unexplained = figuresOf(found).filter(
    ({ value, text, caveats }) => value === null && text === null && caveats.length === 0,
  );
  expect(unexplained).toEqual([]);
}

const mixed: Point[] = [
  ['2026-03-02 09:30', 100_000, 5_000],
  ['2026-03-02 16:00', 101_000, 5_010],
  ['2026-03-07 12:00', 99_000, null],
  ['2026-04-01 16:00', 104_000, 5_100],
];

describe('a report', () => {
  it('is plain data with a reason for every missing figure', () => {
    expectSound(
      report({ points: mixed, trades: [trade(), trade({ profit: '-5' }), trade({ open: true, closedAt: null })] }),
    );
  });

  it('is the same for the same input, and does not change the input', () => {
    const given = input({ points: mixed, trades: [trade()] });
    const before = structuredClone(given);
    expect(performanceReport(given)).toEqual(performanceReport(given));
    expect(given).toEqual(before);
  });

  it('separates the curve with costs from the one without', () => {
    const given = input({ points: daily('2026-03-02', [100, 110]) });
    const found = performanceReport({ ...given, equity: { ...given.equity, raw: [200, 100] } });
    expect(pick(found.withCost.figures, 'equity.change').value).toBe(10);
    expect(pick(found.raw.figures, 'equity.change').value).toBe(-100);
  });

  it('gives the same figures for typed arrays and lists', () => {
    const given = input({ points: mixed });
    const { times, withCost, raw } = given.equity;
    const index = Float64Array.of(5_000, 5_010, Number.NaN, 5_100);
    const typed = {
      times: Float64Array.from(times),
      withCost: Float64Array.from(withCost as number[]),
      raw: Float64Array.from(raw as number[]),
      index,
    };
    expect(performanceReport({ ...given, equity: typed })).toEqual(performanceReport(given));
  });

  it('refuses a risk-free rate of −100 % or NaN', () => {
    for (const riskFree of [-1, Number.NaN]) expect(() => report({ riskFree })).toThrow(RangeError);
  });
});

describe('degenerate input', () => {
  it('without any data gives sums of zero, and reasons for all other figures', () => {
    const found = report({});
    expectSound(found);
    expect(
      figuresOf(found)
        .filter(({ value }) => value !== null)
        .map(({ key, value }) => [key, value]),
    ).toEqual([
      ['trades.count', 0],
      ['trades.netProfit', 0],
      ['trades.grossProfit', 0],
      ['trades.grossLoss', 0],
      ['trades.open', 0],
      ['trades.openProfit', 0],
    ]);
  });

  it('of one point and one trade gives reasons', () => {
    const found = report({ points: [['2026-03-02', 100, 1]], trades: [trade()] });
    expectSound(found);
    expect(pick(found.withCost.figures, 'equity.return').value).toBeNull();
    expect(pick(found.withCost.figures, 'equity.sharpe').caveats).toEqual([
      { code: 'figure.single-point', curve: 'equity' },
    ]);
    expect(pick(found.trades.figures, 'trades.winRate').value).toBe(100);
  });

  it('of a flat curve gives no ratios', () => {
    const { figures } = equityReview(
      daily(
        '2026-01-01',
        Array.from({ length: 90 }, () => 100),
      ),
    );
    expect(pick(figures, 'equity.return').value).toBe(0);
    expect(pick(figures, 'equity.volatility').value).toBe(0);
    expect(pick(figures, 'equity.sharpe')).toMatchObject({
      value: null,
      caveats: [{ code: 'figure.returns-constant', curve: 'equity' }],
    });
    expect(pick(figures, 'equity.sortino')).toMatchObject({
      value: null,
      caveats: [{ code: 'figure.no-return-below-rate' }],
    });
  });

  it('of an evenly growing curve gives no ratios from rounding noise', () => {
    const { figures } = equityReview(
      daily(
        '2026-01-01',
        Array.from({ length: 90 }, (_, day) => 100 * 1.01 ** day),
      ),
    );
    expect(pick(figures, 'equity.sharpe')).toMatchObject({ value: null });
  });

  it('of an account at or below zero names the day', () => {
    const found = report({ points: daily('2026-03-02', [100, 0, 50]) });
    expectSound(found);
    expect(pick(found.withCost.figures, 'equity.return').value).toBe(-50);
    expect(pick(found.withCost.figures, 'equity.sharpe').caveats).toEqual([
      { code: 'figure.curve-not-positive', curve: 'equity', day: '2026-03-03' },
    ]);
    expect(pick(found.withCost.figures, 'equity.maxDrawdown').value).toBe(-100);
    const lost = report({
      points: [
        ['2024-03-02', 100],
        ['2026-03-02', -20],
      ],
    });
    expect(pick(lost.withCost.figures, 'equity.return').value).toBe(-120);
    expect(pick(lost.withCost.figures, 'equity.cagr')).toMatchObject({
      value: null,
      caveats: [{ code: 'figure.end-not-positive' }],
    });
    expect(
      pick(
        equityReview([
          ['2024-03-02', -1],
          ['2026-03-02', 20],
        ]).figures,
        'equity.return',
      ).caveats,
    ).toEqual([{ code: 'figure.start-not-positive' }]);
  });

  it('of unordered points is sorted, and of points with the same time the last one counts', () => {
    const ordered: Point[] = [
      ['2026-03-02 16:00', 100, 10],
      ['2026-03-03 16:00', 130, 11],
      ['2026-03-03 16:00', 120, 12],
      ['2026-03-04 16:00', 90, 13],
    ];
    const shuffled = [ordered[3], ordered[1], ordered[0], ordered[2]].filter((point) => point !== undefined);
    expect(report({ points: shuffled })).toEqual(report({ points: ordered }));
    expect(pick(equityReview(ordered).figures, 'equity.sharpe').inputs.meanReturn).toBeCloseTo((0.2 - 0.25) / 2, 12);
  });

  it('of points in a single second has one point', () => {
    const found = report({
      points: [
        [at('2026-03-02'), 100],
        [at('2026-03-02'), 110],
      ],
    });
    expectSound(found);
    expect(pick(found.withCost.figures, 'equity.sharpe').caveats).toEqual([
      { code: 'figure.single-point', curve: 'equity' },
    ]);
  });

  it('uses the last point of a second in drawdowns, at the start and in the sample', () => {
    const { figures, drawdowns } = equityReview([
      ['2026-03-02 16:00', 50],
      ['2026-03-02 16:00', 100],
      ['2026-03-03 16:00', 130],
      ['2026-03-03 16:00', 120],
      ['2026-03-04 16:00', 90],
      ['2026-03-05 16:00', 60],
      ['2026-03-05 16:00', 120],
    ]);
    // 120 → 90 is 25 %. The rows 130 and 60 have a later row of the same second.
    expect(drawdowns).toMatchObject([{ percent: -25, peak: 120, trough: 90, recoveredAt: at('2026-03-05 16:00') }]);
    expect(pick(figures, 'equity.maxDrawdown').sample).toBe(4);
    expect(pick(figures, 'equity.return').value).toBeCloseTo(20, 10);
    expect(pick(figures, 'equity.change').inputs).toEqual({ firstEquity: 100, lastEquity: 120 });
  });

  it('of numbers out of range gives reasons', () => {
    const found = report({
      points: daily('2026-03-02', [1e-300, 1e300, 1e-300]),
      trades: [trade({ profit: '9'.repeat(18) })],
    });
    expectSound(found);
    expect(pick(found.withCost.figures, 'equity.volatility').caveats).toContainEqual({ code: 'figure.out-of-range' });
  });

  it('of any points and trades gives a sound report', () => {
    const value = fc.oneof(fc.constant(null), fc.double(), fc.integer({ min: -1_000, max: 100_000 }), fc.constant(0));
    const seconds = fc.oneof(fc.integer({ min: 0, max: 253_402_300_799 }), fc.integer({ min: 1.7e9, max: 1.8e9 }));
    const change = fc.record({
      profit: fc.option(
        fc.oneof(fc.integer().map(String), fc.constant('999999999999999999'), fc.constant('-0.000000000000000001')),
      ),
      open: fc.boolean(),
      openedAt: fc.option(seconds),
      closedAt: fc.option(seconds),
      symbol: fc.string({ maxLength: 3 }),
      openPrice: fc.constantFrom(null, '0', '1', '0.000000001'),
      pointValue: fc.constantFrom(null, '12500000'),
    });
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1.65e9, max: 1.85e9 }), value, value), { maxLength: 12 }),
        fc.array(change, { maxLength: 12 }),
        fc.constantFrom(null, '1970-01-01', '2025-02-28'),
        (points, changes, from) => {
          const trades = changes.map((one) => trade(one));
          const stops = Object.fromEntries(trades.map(({ tradeId }) => [tradeId, '0.5']));
          expectSound(report({ points, trades, stops, selection: { from } }));
        },
      ),
      { numRuns: 120 },
    );
  });
});

describe('docs/figures.md', () => {
  it('lists exactly the figures that exist, with their units', () => {
    const text = readFileSync(new URL('../../../../docs/figures.md', import.meta.url), 'utf8');
    const listed = [...text.matchAll(/^\| `([a-zA-Z.]+)` \| (\w+) \|/gm)].map(([, key, unit]) => `${key} ${unit}`);
    const keyOf = (key: string): string => key.replace(/^(equity\.(?:month|year))\..*$/, '$1');
    const made = figuresOf(report({ points: mixed, trades: [trade()] })).map(
      ({ key, unit }) => `${keyOf(key)} ${unit}`,
    );
    expect(listed.toSorted()).toEqual([...new Set(made)].toSorted());
  });
});
