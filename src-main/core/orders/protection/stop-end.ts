import type { Signal } from '#contract/model/signal.ts';
import { signalExpiry } from '#rules/calendar/expiry.ts';

const calendar = { followsHolidays: true, contractEnd: () => null };

/**
 * Unix seconds at which a DAY stop ends: 16:05 New York, 13:05 on a half day (platform-notes 34).
 * Null for GTC and for an unknown duration. A stop that the list of `listedAt` shows although
 * its day is over is taken to end with the next trading day that ends after that.
 */
export function stopEnd({ duration, instrument, symbol, postedAt }: Signal, listedAt: number): number | null {
  if (duration !== 'DAY') return null;
  const postedDayEnd = dayOrderEnd({ instrument, symbol }, postedAt ?? listedAt);
  return postedDayEnd > listedAt ? postedDayEnd : dayOrderEnd({ instrument, symbol }, listedAt);
}

/** Unix seconds at which a DAY order entered at `from` ends. */
export const dayOrderEnd = ({ instrument, symbol }: Pick<Signal, 'instrument' | 'symbol'>, from: number): number =>
  signalExpiry({ duration: 'DAY', symbol, instrument: instrument ?? 'stock' }, from * 1000, calendar) / 1000;
