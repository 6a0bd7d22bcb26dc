import { nthWeekday } from '#rules/calendar/holidays.ts';
import { toNewYork } from '#rules/calendar/new-york.ts';

const DAY = 86_400_000;
const FRIDAY = 5;

/**
 * The first monthly option that ends at least `days` after `instant`. It ends on the third Friday
 * of its month, even if that is a holiday.
 */
export function optionSymbol(
  underlying: string,
  kind: 'call' | 'put',
  strike: number,
  instant: number,
  days: number,
): string {
  const wall = toNewYork(instant + days * DAY);
  const isPast = wall.day > nthWeekday(wall.year, wall.month, FRIDAY, 3);
  const month = isPast ? (wall.month % 12) + 1 : wall.month;
  const year = isPast && wall.month === 12 ? wall.year + 1 : wall.year;
  const letter = String.fromCharCode('A'.charCodeAt(0) + month - 1 + (kind === 'put' ? 12 : 0));
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const day = twoDigits(nthWeekday(year, month, FRIDAY, 3));
  return `${underlying}${twoDigits(year % 100)}${day}${letter}${String(strike)}`;
}
