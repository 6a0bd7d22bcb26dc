import type { InstrumentType } from '#rules/order-terms.ts';
import { atNewYork, toNewYork, weekday, type WallTime } from './new-york.ts';
import { dayAfter, dayLength } from './trading-day.ts';

const minutes = (hour: number, minute: number): number => hour * 60 + minute;
const STOCK_OPEN = minutes(9, 30);
const STOCK_CLOSE = minutes(16, 0);
const HALF_CLOSE = minutes(13, 0);
const EVENING_CLOSE = minutes(17, 0);
const EVENING_OPEN = minutes(18, 0);
const SUNDAY = 0;
/**
 * Enough for the longest time between two openings: a forex week and a holiday on the Monday after
 * it take eight days.
 */
const MAX_DAYS_TO_OPENING = 9;

/** Times of day at which a market of the type can open. */
const OPENINGS: Readonly<Record<InstrumentType, readonly (readonly [number, number])[]>> = {
  stock: [[9, 30]],
  option: [[9, 30]],
  future: [[18, 0]],
  forex: [
    [17, 0],
    [18, 0],
  ],
};

/**
 * Whether the market of this type is open, by New York wall time and the holidays of
 * trading-day.ts. Stocks and options trade from 9:30 to 16:00, on half days to 13:00. A futures day
 * begins at 18:00 on the evening before and ends at 17:00, on its half days at 13:00. A forex day
 * begins and ends at 17:00, without a pause between two days; the forex week begins on Sunday at
 * 18:00 and ends on Friday at 17:00.
 */
export function isOpen(type: InstrumentType, instant: number): boolean {
  const wall = toNewYork(instant);
  const minute = minutes(wall.hour, wall.minute);
  switch (type) {
    case 'stock':
    case 'option':
      return minute >= STOCK_OPEN && minute < closeOf(type, wall, STOCK_CLOSE);
    case 'future':
      if (minute >= EVENING_OPEN) return dayLength(type, dayAfter(wall)) !== 'closed';
      return minute < closeOf(type, wall, EVENING_CLOSE);
    case 'forex':
      if (weekday(wall) === SUNDAY && minute < EVENING_OPEN) return false;
      return dayLength(type, minute >= EVENING_CLOSE ? dayAfter(wall) : wall) !== 'closed';
  }
}

function closeOf(type: InstrumentType, wall: WallTime, full: number): number {
  const length = dayLength(type, wall);
  if (length === 'closed') return 0;
  return length === 'half' ? HALF_CLOSE : full;
}

/** The first instant after this one at which the market of the type goes from closed to open. */
export function nextOpen(type: InstrumentType, instant: number): number {
  for (let days = 0; days <= MAX_DAYS_TO_OPENING; days += 1) {
    for (const [hour, minute] of OPENINGS[type]) {
      const opening = atNewYork(instant, days, hour, minute);
      if (opening > instant && isOpen(type, opening) && !isOpen(type, opening - 1)) return opening;
    }
  }
  throw new Error(`no opening of ${type} within ${MAX_DAYS_TO_OPENING} days`);
}
