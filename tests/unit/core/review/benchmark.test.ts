import { describe, expect, it } from 'vitest';
import { at, equityReview, pick, type Point } from './review-fixtures.ts';

const noon = (day: number): string => `2026-01-${String(day).padStart(2, '0')} 12:00`;

describe('the benchmark', () => {
  it('is compared by a regression over daily returns', () => {
    // Index +10 %, −10 %, +10 %; equity twice that: beta 2, correlation 1, alpha 0.
    const { figures } = equityReview([
      [noon(5), 100, 1_000],
      [noon(6), 120, 1_100],
      [noon(7), 96, 990],
      [noon(8), 115.2, 1_089],
    ]);
    expect(pick(figures, 'benchmark.beta').value).toBeCloseTo(2, 10);
    expect(pick(figures, 'benchmark.correlation').value).toBeCloseTo(1, 10);
    expect(pick(figures, 'benchmark.alpha').value).toBeCloseTo(0, 8);
    // Index 8.9 %, equity 15.2 %.
    expect(pick(figures, 'benchmark.return').value).toBeCloseTo(8.9, 10);
    expect(pick(figures, 'benchmark.excessReturn').value).toBeCloseTo(6.3, 10);
    // Deviation of (0.1, −0.1, 0.1): mean 1/30, squares 0.0266667 ÷ 2, root 0.1154701.
    expect(pick(figures, 'benchmark.volatility').value).toBeCloseTo(0.1154701 * Math.sqrt(365.25) * 100, 3);
  });

  it('gives alpha as the yearly intercept', () => {
    // Daily return of equity = 0.5 × that of the index + 0.01; 0.01 a day is 365.25 % a year.
    const index = [1_000, 1_100, 990, 1_089];
    let value = 100;
    const points = index.map((level, row): Point => {
      if (row > 0) value *= 1 + 0.5 * (level / (index[row - 1] ?? 0) - 1) + 0.01;
      return [noon(5 + row), value, level];
    });
    const { figures } = equityReview(points);
    expect(pick(figures, 'benchmark.beta').value).toBeCloseTo(0.5, 10);
    expect(pick(figures, 'benchmark.alpha').value).toBeCloseTo(365.25, 6);
  });

  it('counts only days that both curves have', () => {
    const { figures } = equityReview([
      [noon(5), 100, 1_000],
      [noon(6), 150, null],
      [noon(7), 120, 1_100],
      [noon(8), 96, 990],
    ]);
    expect(pick(figures, 'benchmark.beta')).toMatchObject({ sample: 2, from: at(noon(5)), to: at(noon(8)) });
    expect(pick(figures, 'benchmark.beta').value).toBeCloseTo(2, 10);
  });

  it('uses the last level of a day that has several', () => {
    const { figures } = equityReview([
      ['2026-01-05 10:00', 90, 900],
      ['2026-01-05 12:00', 100, 1_000],
      ['2026-01-06 10:00', 130, 1_300],
      ['2026-01-06 12:00', 120, 1_100],
    ]);
    expect(pick(figures, 'benchmark.return')).toMatchObject({ sample: 1, from: at('2026-01-05 12:00') });
    expect(pick(figures, 'benchmark.return').value).toBeCloseTo(10, 10);
  });

  it('gives a reason instead of a number if there is no benchmark or a curve does not vary', () => {
    const none = equityReview([
      [noon(5), 100],
      [noon(6), 110],
    ]).figures;
    expect(pick(none, 'benchmark.beta')).toMatchObject({ value: null, caveats: [{ code: 'figure.no-benchmark' }] });
    const flatIndex = equityReview([
      [noon(5), 100, 7],
      [noon(6), 110, 7],
      [noon(7), 100, 7],
    ]).figures;
    expect(pick(flatIndex, 'benchmark.return').value).toBe(0);
    expect(pick(flatIndex, 'benchmark.beta').caveats).toContainEqual({
      code: 'figure.returns-constant',
      curve: 'index',
    });
    expect([pick(flatIndex, 'benchmark.beta').value, pick(flatIndex, 'benchmark.correlation').value]).toEqual([
      null,
      null,
    ]);
    const flatEquity = equityReview([
      [noon(5), 100, 7],
      [noon(6), 100, 8],
      [noon(7), 100, 7],
    ]).figures;
    expect(pick(flatEquity, 'benchmark.beta').value).toBe(0);
    expect(pick(flatEquity, 'benchmark.correlation').caveats).toContainEqual({
      code: 'figure.returns-constant',
      curve: 'equity',
    });
  });
});
