import type { Message } from '#contract/message.ts';
import type { ReviewSelection } from '#contract/model/review.ts';
import { dayOf, isDay } from './calendar/calendar-day.ts';
import type { NewYorkDays } from './calendar/new-york-days.ts';

/**
 * Unix seconds: from the start of the first day until the end of the last day. Infinite where there
 * is no bound.
 */
export type Period = { readonly from: number; readonly until: number };

/** Throws a RangeError if a day is invalid or the last is before the first. */
export function periodOf(selection: ReviewSelection, calendar: NewYorkDays): Period {
  const from = selection.from === null ? Number.NEGATIVE_INFINITY : calendar.start(dayOf(selection.from));
  const until = selection.to === null ? Number.POSITIVE_INFINITY : calendar.start(dayOf(selection.to) + 1);
  if (until <= from) throw new RangeError(`A period from ${selection.from} to ${selection.to}`);
  return { from, until };
}

/** Why a chosen period is invalid. Null when it is valid. */
export function periodFault({ from, to }: Pick<ReviewSelection, 'from' | 'to'>): Message | null {
  const wrong = [from, to].find((day) => day !== null && !isDay(day));
  if (typeof wrong === 'string') return { code: 'review.no-such-day', day: wrong };
  return from !== null && to !== null && to < from ? { code: 'review.period-reversed' } : null;
}
