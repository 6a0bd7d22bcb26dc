import { describe, expect, it } from 'vitest';
import { maxDrawdownOf } from '#renderer/chart/max-drawdown-of.ts';
import { drawdown } from '#renderer/chart/drawdown.ts';

const N = Number.NaN;

describe('drawdown', () => {
  it('is the fall from the running peak in percent', () => {
    expect([...drawdown(Float64Array.of(100, 120, 90, 150, 75))]).toEqual([0, 0, -25, 0, -50]);
  });

  it('is NaN for a missing value, and before the first peak above zero', () => {
    expect([...drawdown(Float64Array.of(N, -5, 10, N, 5))]).toEqual([N, N, 0, N, -50]);
  });

  it('may exceed the whole account', () => {
    expect(drawdown(Float64Array.of(100, -20))[1]).toBeCloseTo(-120);
  });
});

describe('the max drawdown of a range', () => {
  const values = Float64Array.of(100, 50, 80, 200, 150, N, 190);

  it('returns depth, peak and trough', () => {
    expect(maxDrawdownOf(values, 0, 6)).toEqual({ percent: -50, peak: 0, trough: 1 });
  });

  it('is measured at the rows of the range, from the highest value so far, even before the range', () => {
    expect(maxDrawdownOf(values, 2, 6)).toEqual({ percent: -25, peak: 3, trough: 4 });
  });

  it('is null without values and zero for a rising curve', () => {
    expect(maxDrawdownOf(Float64Array.of(N, N), 0, 1)).toBeNull();
    expect(maxDrawdownOf(Float64Array.of(1, 2, 3), 0, 2)?.percent).toBe(0);
  });
});
