import { parseOptionSymbol } from '#rules/option-symbol.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import { fromNewYork, toNewYork } from './new-york.ts';

/**
 * The symbol of a future. The letter before the digit is the month; the digit is the last of the
 * year.
 */
const future = /^[@Q]?[A-Z0-9]{1,3}([FGHJKMNQUVXZ])(\d)$/;
const futureMonths = 'FGHJKMNQUVXZ';
const closeHour = 16;
const yearsBack = 5;

/** The year that ends with this digit, of the ten that began five years before the current one. */
export function contractYear(digit: number, current: number): number {
  const first = current - yearsBack;
  return first + ((digit - (first % 10) + 10) % 10);
}

/**
 * Whether the symbol names a contract that has ended: an option at 16:00 New York on its last day,
 * a future at the end of its month, because its symbol has no day.
 */
export function hasEnded(symbol: string, type: InstrumentType, instant: number): boolean {
  if (type === 'option') {
    const contract = parseOptionSymbol(symbol);
    if (contract === undefined) return false;
    const { year, month, day } = contract;
    return fromNewYork({ year, month, day, hour: closeHour, minute: 0, second: 0 }).earliest <= instant;
  }
  const [, letter = '', digit = ''] = (type === 'future' ? future.exec(symbol) : null) ?? [];
  if (letter === '') return false;
  const now = toNewYork(instant);
  const year = contractYear(Number(digit), now.year);
  return year * 12 + futureMonths.indexOf(letter) + 1 < now.year * 12 + now.month;
}
