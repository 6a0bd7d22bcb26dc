import type { Instrument } from '#contract/model/scalars.ts';
import { readOptionSymbol } from './option-symbol.ts';
import { timeText } from './time-text.ts';

const futurePattern = /^[@Q]?([A-Z0-9]{1,3})([FGHJKMNQUVXZ])(\d)$/;
const futureMonths = 'FGHJKMNQUVXZ';

/** The root of the symbol of a future, `ES` of `@ESH6`. Null for other symbols. */
export const futureRoot = (symbol: string): string | null => futurePattern.exec(symbol)?.[1] ?? null;

/** Options end at this hour of their last day, in New York. */
const closeHour = '16';

/** The hour in New York, as `2026-03-02 15`. */
export const newYorkHourOf = (unixSeconds: number): string => timeText(unixSeconds, 'ET').slice(0, 13);

/**
 * Whether the symbol names a contract that has ended; `newYorkHour` is `2026-03-02 15`. A future
 * counts as ended after its month, because its symbol has no day.
 */
export function hasEnded(symbol: string, instrument: Instrument, newYorkHour: string): boolean {
  if (instrument === 'option') {
    const last = readOptionSymbol(symbol)?.date;
    return last !== undefined && `${last} ${closeHour}` <= newYorkHour;
  }
  const match = instrument === 'future' ? futurePattern.exec(symbol) : null;
  if (match === null) return false;
  const [, , letter = '', digit = ''] = match;
  // The symbol has the last digit of the year. The year is from five years ago to four ahead.
  const first = Number(newYorkHour.slice(0, 4)) - 5;
  const endYear = first + ((Number(digit) - (first % 10) + 10) % 10);
  const month = String(futureMonths.indexOf(letter) + 1).padStart(2, '0');
  return `${endYear}-${month}` < newYorkHour.slice(0, 7);
}
