import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, equityReview, daily, pick, type Point } from './review-fixtures.ts';

const YEAR = 365.25 * 86_400;
const start = at('2024-01-02 16:00');

describe('growth', () => {
  it('is last ÷ first − 1, and the yearly rate is (last ÷ first)^(1 ÷ years) − 1', () => {
    // 100 → 121 in exactly two years: 21 %, √1.21 − 1 = 10 % a year.
    const { figures } = equityReview([
      [start, 100],
      [start + 2 * YEAR, 121],
    ]);
    expect(pick(figures, 'equity.change').value).toBe(21);
    expect(pick(figures, 'equity.return').value).toBeCloseTo(21, 10);
    expect(pick(figures, 'equity.cagr').value).toBeCloseTo(10, 10);
    expect(pick(figures, 'equity.cagr')).toMatchObject({
      unit: 'percent',
      sample: 1,
      from: start,
      to: start + 2 * YEAR,
      inputs: { firstEquity: 100, lastEquity: 121, years: 2 },
      caveats: [],
    });
  });

  it('warns of a yearly rate from less than a year, and has none from less than 30 days', () => {
    const rate = (days: number) =>
      pick(
        equityReview([
          [start, 100],
          [start + days * 86_400, 110],
        ]).figures,
        'equity.cagr',
      );
    expect(rate(100)).toMatchObject({ caveats: [{ code: 'figure.extrapolated' }] });
    expect(rate(100).value).toBeCloseTo((1.1 ** (365.25 / 100) - 1) * 100, 8);
    expect(rate(29)).toMatchObject({
      value: null,
      caveats: [{ code: 'figure.under-days', days: 30 }],
    });
  });

  it('starts with the first point that has a value', () => {
    const { figures } = equityReview([
      ['2026-03-02 16:00', null],
      ['2026-03-03 16:00', 100],
      ['2026-03-04 16:00', 90],
    ]);
    expect(pick(figures, 'equity.return')).toMatchObject({ from: at('2026-03-03 16:00'), sample: 1 });
  });
});

describe('risk', () => {
  // Closes 100, 110, 99, 118.8: returns 10 %, −10 %, 20 %. Mean 0.2 ÷ 3 = 0.0666667.
  // Squared deviations: 0.0011111 + 0.0277778 + 0.0177778 = 0.0466667; ÷ 2 = 0.0233333; root
  // 0.1527525.
  // Three returns in three days: 365.25 a year; root 19.1115.
  const points = daily('2026-01-05', [100, 110, 99, 118.8]);
  const root = Math.sqrt(365.25);

  it('is the deviation of daily returns, annualized by returns per year', () => {
    const { figures } = equityReview(points);
    expect(pick(figures, 'equity.volatility').value).toBeCloseTo(0.1527525 * root * 100, 3);
    expect(pick(figures, 'equity.sharpe').value).toBeCloseTo((0.0666667 / 0.1527525) * root, 4);
    expect(pick(figures, 'equity.sharpe')).toMatchObject({
      sample: 3,
      caveats: [{ code: 'figure.small-sample', of: 'daily-returns', limit: 30 }],
    });
  });

  it('counts only shortfalls for Sortino, averaged over all returns', () => {
    // √(0.01 ÷ 3) = 0.0577350.
    expect(pick(equityReview(points).figures, 'equity.sortino').value).toBeCloseTo((0.0666667 / 0.057735) * root, 3);
  });

  it('subtracts the risk-free rate from each return', () => {
    // 1.04^(1 ÷ 365.25) − 1 = 0.00010739 a day.
    const value = pick(equityReview(points, { riskFree: 0.04 }).figures, 'equity.sharpe').value;
    expect(value).toBeCloseTo(((0.0666667 - 0.00010739) / 0.1527525) * root, 4);
  });

  it('annualizes by the actual number of closes per year', () => {
    // Two returns over fourteen days: 2 ÷ (14 ÷ 365.25) = 52.18 a year.
    const { figures } = equityReview([
      ['2026-01-05 16:00', 100],
      ['2026-01-12 16:00', 101],
      ['2026-01-19 16:00', 100],
    ]);
    expect(pick(figures, 'equity.sharpe').inputs.returnsPerYear).toBeCloseTo(52.18, 2);
  });

  it('uses the last point of each New York day, weekends included, and no day twice', () => {
    const { figures } = equityReview([
      ['2026-03-06 09:30', 100],
      ['2026-03-06 23:59:59', 102],
      ['2026-03-07 00:00:00', 50],
      ['2026-03-07 20:30', 104],
      ['2026-03-08 23:30', 103],
    ]);
    // Start 100, closes 102 (Friday), 104 (Saturday, already Sunday in UTC), 103 (Sunday, when
    // summer time started).
    expect(pick(figures, 'equity.volatility').sample).toBe(3);
    const mean = (0.02 + (104 / 102 - 1) + (103 / 104 - 1)) / 3;
    expect(pick(figures, 'equity.sharpe').inputs.meanReturn).toBeCloseTo(mean, 12);
  });

  it('does not depend on the size of the account', () => {
    const steps = fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 3, maxLength: 60 });
    fc.assert(
      fc.property(steps, fc.double({ min: 0.001, max: 1_000, noNaN: true }), (basisPoints, factor) => {
        let value = 1_000;
        const values = [value, ...basisPoints.map((step) => (value *= 1 + step / 10_000))];
        const original = equityReview(daily('2025-01-01', values)).figures;
        const scaled = equityReview(
          daily(
            '2025-01-01',
            values.map((one) => one * factor),
          ),
        ).figures;
        for (const key of [
          'equity.return',
          'equity.volatility',
          'equity.sharpe',
          'equity.sortino',
          'equity.maxDrawdown',
        ]) {
          const left = pick(original, key).value;
          const right = pick(scaled, key).value;
          if (left === null || right === null) expect(left).toBe(right);
          else expect(Math.abs(left - right)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(left)));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a period', () => {
  const points: Point[] = [
    ['2025-12-30 16:00', 100],
    ['2025-12-31 16:00', 200],
    ['2026-01-02 10:00', 150],
    ['2026-01-02 23:59:59', 220],
    ['2026-01-03 00:00:00', 260],
  ];

  it('starts from the last value before it, so the change of its first day counts', () => {
    const { figures } = equityReview(points, { selection: { from: '2026-01-01', to: '2026-01-02' } });
    expect(pick(figures, 'equity.return').value).toBeCloseTo(10, 10);
    expect(pick(figures, 'equity.return')).toMatchObject({ from: at('2025-12-31 16:00'), sample: 1 });
    // The dip of the morning counts although the day closed higher.
    expect(pick(figures, 'equity.maxDrawdown').value).toBe(-25);
  });

  it('without a point has no figures, and gives the missing point as the reason', () => {
    const { figures, years, rolling } = equityReview(points, { selection: { from: '2026-02-01', to: null } });
    expect(figures.filter(({ value }) => value !== null)).toEqual([]);
    expect(pick(figures, 'equity.sharpe').caveats).toEqual([{ code: 'figure.no-point', curve: 'equity' }]);
    expect(years).toEqual([]);
    expect(rolling.map(({ times }) => times)).toEqual([[], [], []]);
  });

  it('is refused when it ends before it starts or has an invalid day', () => {
    expect(() => equityReview(points, { selection: { from: '2026-01-02', to: '2026-01-01' } })).toThrow(RangeError);
    expect(() => equityReview(points, { selection: { from: '2026-02-30', to: null } })).toThrow(RangeError);
  });
});
