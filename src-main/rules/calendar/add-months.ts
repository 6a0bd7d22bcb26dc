import { fromNewYork, toNewYork } from './new-york.ts';

/**
 * The same day and time of day `months` later by New York's calendar, or the last day of that month
 * if it has no such day. Count from one anchor: stepping from one result to the next would lose the
 * 31st for good.
 */
export function addMonths(anchor: number, months: number): number {
  const wall = toNewYork(anchor);
  const total = wall.month - 1 + months;
  const year = wall.year + Math.floor(total / 12);
  const month = (((total % 12) + 12) % 12) + 1;
  const longest = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return fromNewYork({ ...wall, year, month, day: Math.min(wall.day, longest) }).earliest;
}
