import { atNewYork, toNewYork, weekday } from '#rules/calendar/new-york.ts';

const CLOSE_HOUR = 16;
const DAY = 86_400_000;
/** Day ends further back than this are left out. The service may not have run for years. */
const MAX_DAYS = 366;

/** Every weekday's 16:00 New York after `from` up to and including `to`, oldest first. */
export function dayEndsBetween(from: number, to: number): number[] {
  const ends: number[] = [];
  const start = Math.max(from, to - MAX_DAYS * DAY);
  for (let days = 0; ; days += 1) {
    const end = atNewYork(start, days, CLOSE_HOUR, 0);
    if (end > to) return ends;
    const day = weekday(toNewYork(end));
    if (end > from && day !== 0 && day !== 6) ends.push(end);
  }
}

/**
 * The subscription fee is due with the first point of each month; after a longer pause once for
 * each month that has begun. `before` is the time of the last point, `at` that of the new one.
 */
export function feesDue(monthlyFee: number, before: number, at: number): readonly number[] {
  const months = monthCount(at) - monthCount(before);
  return monthlyFee > 0 && months > 0 ? Array.from({ length: months }, () => monthlyFee) : [];
}

function monthCount(instant: number): number {
  const { year, month } = toNewYork(instant);
  return year * 12 + month;
}
