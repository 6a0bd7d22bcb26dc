import { describe, expect, it } from 'vitest';
import { valueRange } from '#renderer/performance/line-path.ts';
import { labelIndexes, niceTicks } from '#renderer/performance/nice-ticks.ts';

describe('the ticks', () => {
  it('of a value axis are round values within the range', () => {
    expect(niceTicks(-12.3, 31, 5)).toEqual([-10, 0, 10, 20, 30]);
    expect(niceTicks(0, 7, 4)).toEqual([0, 2, 4, 6]);
    expect(niceTicks(0.11, 0.34, 4)).toEqual([0.2, 0.3]);
    expect(niceTicks(5, 5, 4)).toEqual([]);
  });

  it('of values that differ only in their last digits are those of a flat line', () => {
    const [low, high] = [17.707411628235853, 17.707411628235857];
    expect(niceTicks(low, high, 5)).toEqual([]);
    const range = valueRange([[low, null, high]]);
    expect(niceTicks(range.low, range.high, 5)).toEqual([17, 18, 19]);
  });

  it('of a time axis are at the first point, the last point and some points between them', () => {
    expect(labelIndexes(101, 5)).toEqual([0, 25, 50, 75, 100]);
    expect(labelIndexes(2, 5)).toEqual([0, 1]);
    expect(labelIndexes(1, 5)).toEqual([0]);
    expect(labelIndexes(0, 5)).toEqual([]);
  });
});
