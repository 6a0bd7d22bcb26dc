import type { Drawdown } from '#contract/model/review.ts';
import type { Series } from '#core/review/series.ts';

/**
 * All drawdowns of a curve in order of time. They are measured at every point instead of at day
 * closes, because that is the depth that the account had and that the chart shows. If the peak is
 * not above zero there is no percentage and no drawdown.
 */
export function drawdownsOf({ times, values }: Series): Drawdown[] {
  const found: Drawdown[] = [];
  let peak = 0;
  let trough = 0;
  const endDrawdown = (recoveryRow: number | null): void => {
    const top = values[peak] ?? 0;
    const low = values[trough] ?? 0;
    if (trough <= peak || top <= 0) return;
    found.push({
      // With a peak near zero the quotient can exceed the range of floats. The result must remain a
      // finite number and rank as the deepest drawdown.
      percent: Math.max(-Number.MAX_VALUE, (low / top - 1) * 100),
      peak: top,
      trough: low,
      peakAt: times[peak] ?? 0,
      troughAt: times[trough] ?? 0,
      recoveredAt: recoveryRow === null ? null : (times[recoveryRow] ?? 0),
    });
  };
  for (let row = 1; row < values.length; row += 1) {
    const value = values[row] ?? 0;
    if (value >= (values[peak] ?? 0)) {
      endDrawdown(row);
      peak = row;
      trough = row;
    } else if (trough <= peak || value < (values[trough] ?? 0)) trough = row;
  }
  endDrawdown(null);
  return found;
}

/** The deepest drawdowns first. Of equal ones the earlier is first. */
export const deepestOf = (drawdowns: readonly Drawdown[], count: number): Drawdown[] =>
  drawdowns.toSorted((left, right) => left.percent - right.percent).slice(0, count);
