import { toNewYork, weekday } from './new-york.ts';
import type { InstrumentType } from './signal.ts';

const minutes = (hour: number, minute: number): number => hour * 60 + minute;
const STOCK_OPEN = minutes(9, 30);
const STOCK_CLOSE = minutes(16, 0);
const FUTURES_CLOSE = minutes(17, 0);
const FUTURES_OPEN = minutes(18, 0);
const SUNDAY = 0;
const FRIDAY = 5;
const SATURDAY = 6;

/**
 * Whether the market of this type is open, by New York wall time: stocks and options 9:30 to 16:00 on weekdays; forex from Sunday
 * 18:00 to Friday 17:00; futures the same with a break from 17:00 to 18:00 each day.
 */
export function isOpen(type: InstrumentType, instant: number): boolean {
  const wall = toNewYork(instant);
  const day = weekday(wall);
  const minute = minutes(wall.hour, wall.minute);
  if (type === 'stock' || type === 'option') {
    return day !== SUNDAY && day !== SATURDAY && minute >= STOCK_OPEN && minute < STOCK_CLOSE;
  }
  if (day === SATURDAY) return false;
  if (day === SUNDAY) return minute >= FUTURES_OPEN;
  if (day === FRIDAY && minute >= FUTURES_CLOSE) return false;
  return type === 'forex' || minute < FUTURES_CLOSE || minute >= FUTURES_OPEN;
}
