import type { FigureBounds } from '#contract/model/trade-filter.ts';
import { weekdayOf } from '#core/review/calendar/calendar-day.ts';
import { NewYorkDays } from '#core/review/calendar/new-york-days.ts';
import { dollarsOf } from '#core/review/trades/profit-column.ts';
import type { TradeIndexColumns } from './trade-index-columns.ts';

/**
 * Returns the tests of a figure. A trade passes all of them if the figure was computed from it. The
 * tests use the same numbers as the figure: profits as floats and the New York calendar of
 * `core/review`. A comparison with NaN is false, so trades without a value do not pass.
 */
export function figureTests(
  { profits, openedAt, closedAt }: Pick<TradeIndexColumns, 'profits' | 'openedAt' | 'closedAt'>,
  { below, above, closedFrom, closedTo, weekday, hour }: FigureBounds,
): ((row: number) => boolean)[] {
  const calendar = new NewYorkDays();
  const profitLimit = below === null ? Infinity : Number(below);
  const openedMatches = (row: number, matches: (seconds: number) => boolean): boolean => {
    const seconds = openedAt[row] ?? Number.NaN;
    return !Number.isNaN(seconds) && matches(seconds);
  };
  const closedSeconds = (row: number): number => closedAt[row] ?? Number.NaN;
  const tests: (((row: number) => boolean) | null)[] = [
    (row) => dollarsOf(profits, row) < profitLimit,
    above === undefined ? null : (row) => dollarsOf(profits, row) > Number(above),
    closedFrom === null ? null : (row) => closedSeconds(row) >= closedFrom,
    closedTo === null ? null : (row) => closedSeconds(row) <= closedTo,
    weekday === null ? null : (row) => openedMatches(row, (seconds) => weekdayOf(calendar.day(seconds)) === weekday),
    hour === null ? null : (row) => openedMatches(row, (seconds) => calendar.hour(seconds) === hour),
  ];
  return tests.filter((test) => test !== null);
}
