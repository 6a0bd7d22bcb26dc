import { lowerBound } from './lower-bound.ts';
import type { ZoneClock } from './zone-clock.ts';

export type RangeName = '1M' | '3M' | 'YTD' | '1Y' | '3Y' | 'All';

export const rangeNames: readonly RangeName[] = ['1M', '3M', 'YTD', '1Y', '3Y', 'All'];

const months: Record<Exclude<RangeName, 'YTD' | 'All'>, number> = { '1M': 1, '3M': 3, '1Y': 12, '3Y': 36 };

/**
 * The first row of a range that ends with the last row. `YTD` begins on January 1. The other ranges
 * begin a number of calendar months earlier, on the zone's clock; a day that the month does not
 * have becomes the last day of the month. Row 0 for `All`, and if the curve is shorter.
 */
export function rangeStart(times: Float64Array, range: RangeName, clock: ZoneClock): number {
  const last = times.at(-1);
  if (last === undefined || range === 'All') return 0;
  return Math.min(lowerBound(times, clock.instant(wallStart(clock.wall(last), range))), times.length - 1);
}

function wallStart(wall: number, range: Exclude<RangeName, 'All'>): number {
  const date = new Date(wall * 1_000);
  if (range === 'YTD') return Date.UTC(date.getUTCFullYear(), 0, 1) / 1_000;
  const month = date.getUTCMonth() - months[range];
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(date.getUTCFullYear(), month, Math.min(date.getUTCDate(), lastDay)) / 1_000;
  return midnight + (((wall % 86_400) + 86_400) % 86_400);
}
