import type { NewYorkDays } from './new-york-days.ts';
import type { Series } from '#core/review/series.ts';
import { gather } from '#core/review/gather.ts';

/**
 * The value that a period starts from, then the last value of each New York day that has one. Days
 * without a point are not filled in: weekends count if the platform has points for them. The start
 * may share its day with the first close.
 */
export type DayCloses = Series & { readonly days: Int32Array };

/** `points` is a result of `cutToPeriod`: its first point is the start. */
export function dayCloses(points: Series, calendar: NewYorkDays): DayCloses {
  const { times, values } = points;
  const rows = new Int32Array(times.length);
  const days = new Int32Array(times.length);
  let count = 0;
  for (let row = 0; row < times.length; row += 1) {
    const day = calendar.day(times[row] ?? 0);
    // A later point of the same day replaces the one before it, but nothing replaces the start.
    const place = count > 1 && days[count - 1] === day ? count - 1 : count;
    rows[place] = row;
    days[place] = day;
    count = place + 1;
  }
  const closeRows = rows.subarray(0, count);
  return { days: days.slice(0, count), times: gather(times, closeRows), values: gather(values, closeRows) };
}
