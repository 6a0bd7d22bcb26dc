import { drawdown } from '#renderer/chart/drawdown.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';

/**
 * The data of the plot after an answer is read: columns of doubles, and the drawdown of the curve.
 */
export type Points = {
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly drawdown: Float64Array;
};

/** A random walk with a point for each minute. It depends only on the count, not on the machine. */
export function madePoints(count: number): Points {
  const random = seededNumbers(11);
  const times = new Float64Array(count);
  const values = new Float64Array(count);
  let value = 100_000;
  for (let row = 0; row < count; row += 1) {
    value += (random() - 0.495) * 120;
    times[row] = 1_420_122_600 + row * 60;
    values[row] = Math.round(value * 100) / 100;
  }
  return { times, values, drawdown: drawdown(values) };
}
