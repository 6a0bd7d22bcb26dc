import { dayText } from './calendar-day.ts';
import type { DayCloses } from './day-closes.ts';

/** A year of 365.25 days, the mean of the calendar with leap years. */
export const secondsOfYear = 365.25 * 86_400;

/** Deviations below this are floating-point noise: 1e-12 of a million dollars is a millionth. */
export const leastDeviation = 1e-12;

export type Returns = {
  /** Close ÷ previous close − 1, one for each close but the first. */
  readonly values: Float64Array;
  /** Years between the first and the last close. */
  readonly years: number;
  /** Returns ÷ years: about 252 with trading days, about 365 with weekends. */
  readonly perYear: number;
};

/**
 * Simple returns of consecutive day closes, or the reason why they are not defined. `curve` is its
 * name in the reason.
 */
export function returnsOf({ times, values, days }: DayCloses, curve: 'equity' | 'index'): Returns | string {
  const count = values.length - 1;
  if (count < 1) return `${count < 0 ? 'no point' : 'a single point'} of the ${curve} in this period`;
  const years = ((times[count] ?? 0) - (times[0] ?? 0)) / secondsOfYear;
  if (years <= 0) return `no time passes between the first and the last point of the ${curve}`;
  const returns = new Float64Array(count);
  for (let at = 0; at < count; at += 1) {
    const before = values[at] ?? 0;
    if (before <= 0) return `the ${curve} was not above zero on ${dayText(days[at] ?? 0)}`;
    returns[at] = (values[at + 1] ?? 0) / before - 1;
  }
  return { values: returns, years, perYear: count / years };
}
