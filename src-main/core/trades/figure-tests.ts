import type { FigureTrades } from '#contract/model/trade-filter.ts';
import { weekdayOf } from '#core/review/calendar-day.ts';
import { NewYorkDays } from '#core/review/new-york-days.ts';
import { dollarsOf } from '#core/review/profit-column.ts';
import type { TradeIndexColumns } from './trade-index-columns.ts';

/**
 * The trades behind a figure, by the very numbers it was made from: profits as floats, and the New York calendar of
 * `core/review`. Comparing with NaN is false: what is not stated is outside.
 */
export function figureTests(
  { profits, openedAt, closedAt }: Pick<TradeIndexColumns, 'profits' | 'openedAt' | 'closedAt'>,
  { below, closedFrom, closedTo, weekday, hour }: FigureTrades,
): ((row: number) => boolean)[] {
  const calendar = new NewYorkDays();
  const under = below === null ? Infinity : Number(below);
  const opened = (row: number, holds: (seconds: number) => boolean): boolean => {
    const seconds = openedAt[row] ?? Number.NaN;
    return !Number.isNaN(seconds) && holds(seconds);
  };
  const closed = (row: number): number => closedAt[row] ?? Number.NaN;
  const tests: (((row: number) => boolean) | null)[] = [
    (row) => dollarsOf(profits, row) < under,
    closedFrom === null ? null : (row) => closed(row) >= closedFrom,
    closedTo === null ? null : (row) => closed(row) <= closedTo,
    weekday === null ? null : (row) => opened(row, (seconds) => weekdayOf(calendar.day(seconds)) === weekday),
    hour === null ? null : (row) => opened(row, (seconds) => calendar.hour(seconds) === hour),
  ];
  return tests.filter((test) => test !== null);
}
