import { lowerBound } from './lower-bound.ts';
import type { ZoneClock } from './zone-clock.ts';

const DAY = 86_400;

/**
 * The row that a step of whole days leads to: the last row of a day that has points. With `days` 1
 * or −1, this is the next or the previous day that has points. With a larger step, it is the
 * nearest day with points that is at least so many days away. Stays within the rows.
 */
export function dayStep(times: Float64Array, from: number, days: number, clock: ZoneClock): number {
  const fromTime = times[from];
  if (fromTime === undefined) return 0;
  const target = clock.day(fromTime) + days;
  // Forwards: the end of the first day that has a row at or after the target. Backwards: the last
  // row up to the target.
  const first = days > 0 ? lowerBound(times, clock.instant(target * DAY)) : -1;
  const found = times[first];
  const day = days > 0 ? (found === undefined ? null : clock.day(found)) : target;
  if (day === null) return times.length - 1;
  return Math.max(0, lowerBound(times, clock.instant((day + 1) * DAY)) - 1);
}
