import type { InstrumentType } from '#rules/order-terms.ts';
import { holidayOn, isHalfDay, type CalendarDay } from './holidays.ts';
import { weekday } from './new-york.ts';

/** How long the market of a type trades on a New York day: to its end, to 13:00, or not at all. */
export type DayLength = 'full' | 'half' | 'closed';

const SUNDAY = 0;
const SATURDAY = 6;
/** Holidays on which futures do not trade; on the others they stop at 13:00. */
const FUTURES_CLOSED: ReadonlySet<string> = new Set(['newYear', 'goodFriday', 'christmas']);

/**
 * Stocks and options keep the exchange's holidays and half days. Futures close for New Year's, Good
 * Friday and Christmas and stop at 13:00 on the other holidays and half days. The only weekdays on
 * which forex is closed are January 1 and December 25.
 */
export function dayLength(type: InstrumentType, day: CalendarDay): DayLength {
  const dayOfWeek = weekday(day);
  if (dayOfWeek === SUNDAY || dayOfWeek === SATURDAY) return 'closed';
  if (type === 'forex') return isForexClosed(day) ? 'closed' : 'full';
  const holiday = holidayOn(day);
  if (holiday === undefined) return isHalfDay(day) ? 'half' : 'full';
  return type === 'future' && !FUTURES_CLOSED.has(holiday) ? 'half' : 'closed';
}

/**
 * A day on which the stock exchange is open. The last days of contracts are counted in business
 * days.
 */
export function isBusinessDay(day: CalendarDay): boolean {
  return dayLength('stock', day) !== 'closed';
}

function isForexClosed({ month, day }: CalendarDay): boolean {
  return (month === 1 && day === 1) || (month === 12 && day === 25);
}

/** The calendar day `days` later. */
export function dayAfter(day: CalendarDay, days = 1): CalendarDay {
  const date = new Date(Date.UTC(day.year, day.month - 1, day.day + days));
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}
