import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawdownsOf } from '#core/review/equity/drawdowns.ts';
import { equityReview, daily, pick } from './review-fixtures.ts';

const series = (values: readonly number[]) => ({
  times: Float64Array.from(values.keys()),
  values: Float64Array.from(values),
});

describe('drawdowns', () => {
  // 100 → 120 → 90 → 100 → 120: a fall of 30 from 120 is 25 %. The drawdown lasts three days,
  // two of them from the bottom.
  const points = daily('2026-03-02', [100, 120, 90, 100, 120, 130, 104]);

  it('have peak, bottom and recovery, sorted by depth', () => {
    const { drawdowns } = equityReview(points);
    const [first, second] = drawdowns;
    expect(drawdowns).toHaveLength(2);
    expect(first).toMatchObject({ percent: -25, peak: 120, trough: 90, peakAt: points[1]?.[0] });
    expect(first).toMatchObject({ troughAt: points[2]?.[0], recoveredAt: points[4]?.[0] });
    // 130 → 104 is 20 %.
    expect(second?.percent).toBeCloseTo(-20, 10);
    expect(second).toMatchObject({ peak: 130, trough: 104, recoveredAt: null });
  });

  it('give depth, length and recovery days of the deepest drawdown as figures', () => {
    const { figures } = equityReview(points);
    // 8 March has 23 hours, but the deepest drawdown ends before it.
    expect(pick(figures, 'equity.maxDrawdown').value).toBe(-25);
    expect(pick(figures, 'equity.maxDrawdownDays').value).toBe(3);
    expect(pick(figures, 'equity.maxDrawdownRecoveryDays').value).toBe(2);
  });

  it('without recovery are measured to the last point', () => {
    const { figures } = equityReview(daily('2026-03-02', [100, 50, 60]));
    expect(pick(figures, 'equity.maxDrawdownDays')).toMatchObject({
      value: 2,
      caveats: [{ code: 'figure.counted-to-last-point' }],
    });
    expect(pick(figures, 'equity.maxDrawdownRecoveryDays')).toMatchObject({
      value: null,
      caveats: [{ code: 'figure.not-recovered' }],
    });
  });

  it('give the Calmar ratio as growth over depth', () => {
    const year = 365.25 * 86_400;
    const { figures } = equityReview([
      [0, 100],
      [year / 2, 80],
      [year, 110],
    ]);
    // 10 % a year ÷ 20 %.
    expect(pick(figures, 'equity.calmar').value).toBeCloseTo(0.5, 10);
  });

  it('are limited to five', () => {
    const { drawdowns } = equityReview(
      daily('2026-03-02', [100, 90, 100, 80, 100, 95, 100, 70, 100, 60, 100, 99, 100]),
    );
    expect(drawdowns.map(({ percent }) => Math.round(percent))).toEqual([-40, -30, -20, -10, -5]);
  });

  it('do not exist while the curve only rises or does not change', () => {
    const { figures, drawdowns } = equityReview(daily('2026-03-02', [100, 100, 101]));
    expect(drawdowns).toEqual([]);
    expect(pick(figures, 'equity.maxDrawdown').value).toBe(0);
    expect(pick(figures, 'equity.calmar')).toMatchObject({ value: null, caveats: [{ code: 'figure.no-drawdown' }] });
  });

  it('exceed 100 % when the account falls below zero, and need a peak above zero', () => {
    expect(drawdownsOf(series([100, -20, 30])).map(({ percent }) => percent)).toEqual([-120]);
    expect(drawdownsOf(series([-10, -20, -5]))).toEqual([]);
    const { figures } = equityReview(daily('2026-03-02', [-10, -20]));
    expect(pick(figures, 'equity.maxDrawdown')).toMatchObject({
      value: null,
      caveats: [{ code: 'figure.never-positive' }],
    });
  });

  it('of a curve above zero are below 100 %, extend from peak to recovery, and never overlap', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000 }), { maxLength: 80 }), (values) => {
        let end = -1;
        for (const one of drawdownsOf(series(values))) {
          expect(one.percent).toBeLessThan(0);
          expect(one.percent).toBeGreaterThan(-100);
          expect(one.peakAt).toBeGreaterThanOrEqual(end);
          expect(one.troughAt).toBeGreaterThan(one.peakAt);
          expect(values[one.peakAt]).toBe(Math.max(...values.slice(0, one.troughAt + 1)));
          expect(values[one.troughAt]).toBe(Math.min(...values.slice(one.peakAt, one.recoveredAt ?? undefined)));
          if (one.recoveredAt !== null) expect(values[one.recoveredAt]).toBeGreaterThanOrEqual(one.peak);
          end = one.recoveredAt ?? values.length;
        }
      }),
    );
  });

  it('include the deepest fall between any two points', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 2, maxLength: 30 }), (values) => {
        const falls = values.flatMap((peak, row) => values.slice(row).map((value) => (value / peak - 1) * 100));
        const deepest = Math.min(0, ...drawdownsOf(series(values)).map(({ percent }) => percent));
        expect(deepest).toBe(Math.min(...falls));
      }),
    );
  });
});
