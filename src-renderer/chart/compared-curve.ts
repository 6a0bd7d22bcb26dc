import type { EquityCurve } from '#contract/model/equity.ts';
import { curveColumns } from './curve-columns.ts';
import { firstValue } from './rebase.ts';

/** The curve of another strategy, drawn with the current one. */
export interface ComparedCurve {
  readonly name: string;
  readonly curve: EquityCurve;
}

/**
 * Seconds. Longer than any pause between two points of a continuing curve: weekends, holidays, a
 * week without trades.
 */
const LONGEST_GAP = 10 * 86_400;

/**
 * The compared curve at `times`: its last value at or before each time, with costs when available.
 * NaN before the curve starts and when its last value is too old.
 */
export function alignComparedCurve(times: Float64Array, { curve }: ComparedCurve): Float64Array {
  const columns = curveColumns(curve);
  const values = firstValue(columns.withCost, 0) === null ? columns.raw : columns.withCost;
  const aligned = new Float64Array(times.length).fill(Number.NaN);
  let next = 0;
  let value = Number.NaN;
  let valueTime = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < times.length; row += 1) {
    const time = times[row] ?? 0;
    for (; next < columns.times.length && (columns.times[next] ?? 0) <= time; next += 1) {
      const found = values[next] ?? Number.NaN;
      if (Number.isNaN(found)) continue;
      value = found;
      valueTime = columns.times[next] ?? 0;
    }
    if (time - valueTime <= LONGEST_GAP) aligned[row] = value;
  }
  return aligned;
}
