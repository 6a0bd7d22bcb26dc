import { atNewYork, toNewYork, weekday } from './new-york.ts';
import type { Duration } from './signal.ts';

const DAY_END_HOUR = 16;
const DAY_END_MINUTE = 5;
/** A good-till-canceled signal has a far-future expiry; ten years is what this service means by far. */
const GTC_DAYS = 3650;
const WEEKEND = new Set([0, 6]);

/** DAY ends at 16:05 New York (platform-notes.md 34), on the next weekday when posted after that or at a weekend. */
export function expiryOf(duration: Duration, postedAt: number): number {
  if (duration === 'GTC') return atNewYork(postedAt, GTC_DAYS, DAY_END_HOUR, DAY_END_MINUTE);
  for (let days = 0; ; days += 1) {
    const end = atNewYork(postedAt, days, DAY_END_HOUR, DAY_END_MINUTE);
    if (end > postedAt && !WEEKEND.has(weekday(toNewYork(end)))) return end;
  }
}
