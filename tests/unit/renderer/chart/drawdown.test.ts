import { describe, expect, it } from 'vitest';
import { deepestDrawdown } from '#renderer/chart/deepest-drawdown.ts';
import { drawdown } from '#renderer/chart/drawdown.ts';

const N = Number.NaN;

describe('drawdown', () => {
  it('is the fall from the running peak in per cent', () => {
    expect([...drawdown(Float64Array.of(100, 120, 90, 150, 75))]).toEqual([0, 0, -25, 0, -50]);
  });

  it('says nothing where there is no value or no peak above zero', () => {
    expect([...drawdown(Float64Array.of(N, -5, 10, N, 5))]).toEqual([N, N, 0, N, -50]);
  });

  it('may fall below the whole account', () => {
    expect(drawdown(Float64Array.of(100, -20))[1]).toBeCloseTo(-120);
  });
});

describe('the deepest drawdown of a stretch', () => {
  const values = Float64Array.of(100, 50, 80, 200, 150, N, 190);

  it('names depth, peak and trough', () => {
    expect(deepestDrawdown(values, 0, 6)).toEqual({ percent: -50, peak: 0, trough: 1 });
  });

  it('knows no peak before the stretch', () => {
    expect(deepestDrawdown(values, 2, 6)).toEqual({ percent: -25, peak: 3, trough: 4 });
  });

  it('is null without values and zero while the curve only rises', () => {
    expect(deepestDrawdown(Float64Array.of(N, N), 0, 1)).toBeNull();
    expect(deepestDrawdown(Float64Array.of(1, 2, 3), 0, 2)?.percent).toBe(0);
  });
});
