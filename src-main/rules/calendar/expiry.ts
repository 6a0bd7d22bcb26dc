import type { Duration, InstrumentType } from '#rules/order-terms.ts';
import { atNewYork, toNewYork, weekday } from './new-york.ts';
import { dayLength } from './trading-day.ts';

/** What limits a signal's time besides its duration. */
export type TradingCalendar = {
  /**
   * Whether DAY signals end by the holidays of the market for their instrument type. If not, all
   * weekdays are treated alike.
   */
  readonly followsHolidays: boolean;
  /** When the symbol's contract ends; null if the symbol has no last day. */
  readonly contractEnd: (symbol: string) => number | null;
};

const DAY_END_HOUR = 16;
const HALF_DAY_END_HOUR = 13;
/** Minutes after the close. */
const DAY_END_MINUTE = 5;
/** A GTC signal has an expiry in the far future: here ten years later. */
const GTC_DAYS = 3650;
const WEEKEND = new Set([0, 6]);

/**
 * A DAY signal ends at 16:05 New York time (platform-notes.md 34). One that is posted after that
 * time or at a weekend ends on the next weekday.
 */
export function expiryOf(duration: Duration, postedAt: number): number {
  if (duration === 'GTC') return atNewYork(postedAt, GTC_DAYS, DAY_END_HOUR, DAY_END_MINUTE);
  for (let days = 0; ; days += 1) {
    const end = atNewYork(postedAt, days, DAY_END_HOUR, DAY_END_MINUTE);
    if (end > postedAt && !WEEKEND.has(weekday(toNewYork(end)))) return end;
  }
}

/**
 * When the signal expires: with its duration, or with its contract if that is sooner. If the
 * calendar follows holidays, DAY ends at 13:05 on a half day and skips the days on which the market
 * for the instrument type is closed.
 */
export function signalExpiry(
  signal: { readonly duration: Duration; readonly symbol: string; readonly instrument: InstrumentType },
  from: number,
  calendar: TradingCalendar | undefined,
): number {
  const end = durationEnd(signal.duration, signal.instrument, from, calendar?.followsHolidays === true);
  return Math.min(end, calendar?.contractEnd(signal.symbol) ?? end);
}

const MINUTE = 60_000;
/**
 * The last results of `durationEnd`, by duration. If holidays are followed, the results for DAY are
 * by instrument type. All ends fall on whole minutes, so every instant of a minute has the same
 * end.
 */
const lastEnds: Record<string, { minute: number; end: number } | undefined> = {};

function durationEnd(duration: Duration, type: InstrumentType, from: number, followsHolidays: boolean): number {
  const key = duration === 'GTC' || !followsHolidays ? duration : type;
  const minute = Math.floor(from / MINUTE);
  const last = lastEnds[key];
  if (last?.minute === minute) return last.end;
  const end = duration === 'DAY' && followsHolidays ? sessionEnd(type, from) : expiryOf(duration, from);
  lastEnds[key] = { minute, end };
  return end;
}

function sessionEnd(type: InstrumentType, from: number): number {
  for (let days = 0; ; days += 1) {
    const noon = toNewYork(atNewYork(from, days, 12, 0));
    const length = dayLength(type, noon);
    if (length === 'closed') continue;
    const end = atNewYork(from, days, length === 'half' ? HALF_DAY_END_HOUR : DAY_END_HOUR, DAY_END_MINUTE);
    if (end > from) return end;
  }
}
