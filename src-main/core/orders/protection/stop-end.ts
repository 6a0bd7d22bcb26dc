import type { Signal } from '#contract/model/signal.ts';
import { signalExpiry } from '#rules/calendar/expiry.ts';

const calendar = { followsHolidays: true, contractEnd: () => null };

/**
 * Unix seconds at which a DAY stop ends: 16:05 New York, 13:05 on a half day (platform-notes 34).
 * Null for GTC and for an unknown duration. If the list still shows the stop although its day is
 * over, the stop ends with the first trading day that ends after `listedAt`, the time of the list.
 */
export function stopEnd({ duration, instrument, symbol, postedAt }: Signal, listedAt: number): number | null {
  if (duration !== 'DAY') return null;
  const postedDayEnd = dayOrderEnd({ instrument, symbol }, postedAt ?? listedAt);
  return postedDayEnd > listedAt ? postedDayEnd : dayOrderEnd({ instrument, symbol }, listedAt);
}

/** Unix seconds at which a DAY order entered at `from` ends. */
export const dayOrderEnd = ({ instrument, symbol }: Pick<Signal, 'instrument' | 'symbol'>, from: number): number =>
  signalExpiry({ duration: 'DAY', symbol, instrument: instrument ?? 'stock' }, from * 1000, calendar) / 1000;
