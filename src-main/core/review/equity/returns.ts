import type { Message } from '#contract/message.ts';
import { dayText } from '#core/review/calendar/calendar-day.ts';
import type { DayCloses } from '#core/review/calendar/day-closes.ts';

/** A year of 365.25 days, the mean of the calendar with leap years. */
export const secondsOfYear = 365.25 * 86_400;

/** Deviations below this are floating-point noise: 1e-12 of a million dollars is $0.000001. */
export const leastDeviation = 1e-12;

export type Returns = {
  /** Close ÷ previous close − 1, one for each close but the first. */
  readonly values: Float64Array;
  /** Years between the first and the last close. */
  readonly years: number;
  /** Number of returns ÷ years: about 252 for trading days, about 365 with weekends. */
  readonly perYear: number;
};

/**
 * Simple returns of consecutive day closes, or the reason why they are not defined.
 */
export function returnsOf({ times, values, days }: DayCloses, curve: 'equity' | 'index'): Returns | Message {
  const count = values.length - 1;
  if (count < 1) return { code: count < 0 ? 'figure.no-point' : 'figure.single-point', curve };
  const years = ((times[count] ?? 0) - (times[0] ?? 0)) / secondsOfYear;
  const returns = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const before = values[at] ?? 0;
    if (before <= 0) return { code: 'figure.curve-not-positive', curve, day: dayText(days[at] ?? 0) };
    returns[at] = (values[at + 1] ?? 0) / before - 1;
  }
  return { values: returns, years, perYear: count / years };
}
