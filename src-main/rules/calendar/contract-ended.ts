import { parseOptionSymbol } from '#rules/option-symbol.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import { fromNewYork, toNewYork } from './new-york.ts';

/**
 * The symbol of a future. The letter before the digit stands for the month; the digit is the last
 * digit of the year.
 */
const futureSymbol = /^[@Q]?[A-Z0-9]{1,3}([FGHJKMNQUVXZ])(\d)$/;
const futureMonths = 'FGHJKMNQUVXZ';
const closeHour = 16;
const yearsBack = 5;

/**
 * The year with this last digit, out of ten successive years. The first of them is five years
 * before the current year.
 */
export function contractYear(digit: number, currentYear: number): number {
  const first = currentYear - yearsBack;
  return first + ((digit - (first % 10) + 10) % 10);
}

/**
 * Whether the symbol names a contract that has ended. An option ends at 16:00 New York time on its
 * last day; a future ends with its month, because its symbol names no day.
 */
export function hasEnded(symbol: string, type: InstrumentType, instant: number): boolean {
  if (type === 'option') {
    const contract = parseOptionSymbol(symbol);
    if (contract === undefined) return false;
    const { year, month, day } = contract;
    return fromNewYork({ year, month, day, hour: closeHour, minute: 0, second: 0 }).earliest <= instant;
  }
  const [, letter = '', digit = ''] = (type === 'future' ? futureSymbol.exec(symbol) : null) ?? [];
  if (letter === '') return false;
  const wall = toNewYork(instant);
  const year = contractYear(Number(digit), wall.year);
  return year * 12 + futureMonths.indexOf(letter) + 1 < wall.year * 12 + wall.month;
}
