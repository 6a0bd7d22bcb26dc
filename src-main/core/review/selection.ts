import type { Instrument } from '#contract/model/scalars.ts';
import { dayOf } from './calendar-day.ts';
import type { NewYorkDays } from './new-york-days.ts';

/** What of a strategy is reviewed. Null or an empty list means no bound. */
export type Selection = {
  /** New York days 'YYYY-MM-DD', both inclusive. */
  readonly from: string | null;
  readonly to: string | null;
  readonly symbols: readonly string[];
  readonly instruments: readonly Instrument[];
  readonly sides: readonly ('long' | 'short')[];
};

/** Unix seconds: from the first instant of the first day until the first instant after the last; infinite where unbound. */
export type Period = { readonly from: number; readonly until: number };

/** Throws a RangeError when a day is none or the last is before the first. */
export function periodOf(selection: Selection, calendar: NewYorkDays): Period {
  const from = selection.from === null ? Number.NEGATIVE_INFINITY : calendar.start(dayOf(selection.from));
  const until = selection.to === null ? Number.POSITIVE_INFINITY : calendar.start(dayOf(selection.to) + 1);
  if (until <= from) throw new RangeError(`A period from ${selection.from} to ${selection.to}`);
  return { from, until };
}
