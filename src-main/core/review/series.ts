import { lowerBound } from './lower-bound.ts';
import type { Period } from './selection.ts';
import { gather } from './gather.ts';

/** Values in ascending order of time, one for each second that has one. */
export type Series = { readonly times: Float64Array; readonly values: Float64Array };

/**
 * Builds a series from unix seconds and values of equal length in any order. Null and non-finite
 * values are left out. Of several values of one second the last one is used.
 */
export function orderedSeries(times: ArrayLike<number>, values: ArrayLike<number | null>): Series {
  const finiteTimes = new Float64Array(times.length);
  const finiteValues = new Float64Array(times.length);
  let count = 0;
  let ascending = true;
  for (let row = 0; row < times.length; row += 1) {
    const time = times[row] ?? Number.NaN;
    const value = values[row] ?? Number.NaN;
    if (!Number.isFinite(time) || !Number.isFinite(value)) continue;
    if (count > 0 && time < (finiteTimes[count - 1] ?? 0)) ascending = false;
    finiteTimes[count] = time;
    finiteValues[count] = value;
    count += 1;
  }
  const series = { times: finiteTimes.subarray(0, count), values: finiteValues.subarray(0, count) };
  return lastOfEachSecond(ascending ? series : sortedSeries(series));
}

/** Sorting is stable: two points of one second keep their order. */
function sortedSeries({ times, values }: Series): Series {
  const order = Array.from(times.keys()).sort((left, right) => (times[left] ?? 0) - (times[right] ?? 0));
  return {
    times: gather(times, order),
    values: gather(values, order),
  };
}

/** Moves the values within the given columns, which no one else uses. */
function lastOfEachSecond({ times, values }: Series): Series {
  let count = 0;
  for (let row = 0; row < times.length; row += 1) {
    const time = times[row] ?? 0;
    const place = count > 0 && times[count - 1] === time ? count - 1 : count;
    times[place] = time;
    values[place] = values[row] ?? 0;
    count = place + 1;
  }
  return { times: times.subarray(0, count), values: values.subarray(0, count) };
}

/**
 * The points in a period, preceded by the last earlier point if there is one. The change of the
 * first day therefore counts, as it does in the account. Empty if no point is in the period.
 */
export function cutToPeriod({ times, values }: Series, { from, until }: Period): Series {
  const first = lowerBound(times, from);
  const end = lowerBound(times, until);
  const base = first === end ? end : Math.max(0, first - 1);
  return { times: times.subarray(base, end), values: values.subarray(base, end) };
}
