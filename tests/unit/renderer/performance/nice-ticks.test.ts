import { describe, expect, it } from 'vitest';
import { niceTicks, rowTicks } from '#renderer/performance/nice-ticks.ts';

describe('the ticks', () => {
  it('of a value axis are round values within the range', () => {
    expect(niceTicks(-12.3, 31, 5)).toEqual([-10, 0, 10, 20, 30]);
    expect(niceTicks(0, 7, 4)).toEqual([0, 2, 4, 6]);
    expect(niceTicks(0.11, 0.34, 4)).toEqual([0.2, 0.3]);
    expect(niceTicks(5, 5, 4)).toEqual([]);
  });

  it('of the time axis are the first row, the last row and some rows between them', () => {
    expect(rowTicks(101, 5)).toEqual([0, 25, 50, 75, 100]);
    expect(rowTicks(2, 5)).toEqual([0, 1]);
    expect(rowTicks(1, 5)).toEqual([0]);
    expect(rowTicks(0, 5)).toEqual([]);
  });
});
