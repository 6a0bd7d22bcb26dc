import { fromNewYork, toNewYork } from './new-york.ts';

/**
 * The same day and time of day `months` later by New York's calendar, or the last day of that month
 * if it has no such day. Count every month from the same anchor: a count from the previous result
 * would not return to the 31st after a shorter month.
 */
export function addMonths(anchor: number, months: number): number {
  const wall = toNewYork(anchor);
  const total = wall.month - 1 + months;
  const year = wall.year + Math.floor(total / 12);
  const month = (((total % 12) + 12) % 12) + 1;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return fromNewYork({ ...wall, year, month, day: Math.min(wall.day, lastDay) }).earliest;
}
