import type { TradeFilter } from '#contract/model/trade-filter.ts';
import { instrumentCode } from '#core/review/trades/trade-columns.ts';
import { NewYorkDays } from '#core/review/calendar/new-york-days.ts';
import { dollarsOf } from '#core/review/trades/profit-column.ts';
import { contractKey } from '#rules/option-symbol.ts';
import { figureTests } from './figure-tests.ts';
import type { TradeIndexColumns } from './trade-index-columns.ts';

/** Whether the trade in this row of the columns passes. */
export type TradeTest = (row: number) => boolean;

/**
 * One test per bound of the filter, so that an unused bound costs nothing.
 * `selectedRowIds` contains the row ids of `filter.ids`.
 */
export function tradeTests(
  columns: TradeIndexColumns,
  filter: TradeFilter,
  selectedRowIds: ReadonlySet<number> | null,
): TradeTest[] {
  const { states, shorts, instruments, openedAt, closedAt } = columns;
  const tests: (TradeTest | null)[] = [
    filter.status === 'all' ? null : oneOf(states, [filter.status === 'open' ? 1 : 2]),
    filter.sides.length === 0
      ? null
      : oneOf(
          shorts,
          filter.sides.map((side) => Number(side === 'short')),
        ),
    filter.instruments.length === 0 ? null : oneOf(instruments, filter.instruments.map(instrumentCode)),
    nameTest(columns, filter),
    between(openedAt, ...secondsOf(filter.opened)),
    between(closedAt, ...secondsOf(filter.closed)),
    profitTest(columns, filter.profit),
    selectedRowIds === null ? null : (row) => selectedRowIds.has(columns.rowIds[row] ?? -1),
  ];
  const testsOfFigure = filter.figureBounds === undefined ? [] : figureTests(columns, filter.figureBounds);
  return [...tests.filter((test) => test !== null), ...testsOfFigure];
}

const oneOf = (codes: Uint8Array, wanted: readonly number[]): TradeTest => {
  const isWanted = new Uint8Array(256);
  for (const code of wanted) isWanted[code] = 1;
  return (row) => isWanted[codes[row] ?? 255] === 1;
};

/** Text and symbols are checked once per name, then looked up by the index of the name. */
const nameTest = ({ names, nameList }: TradeIndexColumns, filter: TradeFilter): TradeTest | null => {
  const text = filter.text.trim().toLowerCase();
  const symbols = new Set(filter.symbols.map(contractKey));
  if (text === '' && symbols.size === 0) return null;
  const isWanted = Uint8Array.from(nameList, ({ symbol, searchText }) =>
    Number(searchText.includes(text) && (symbols.size === 0 || symbols.has(contractKey(symbol)))),
  );
  return (row) => isWanted[names[row] ?? -1] === 1;
};

/** NaN is a missing value. Comparisons with it are false, so it does not pass. */
const between = (values: Float64Array, from: number | null, to: number | null): TradeTest | null => {
  if (from === null && to === null) return null;
  const [low, high] = [from ?? -Infinity, to ?? Infinity];
  return (row) => {
    const value = values[row] ?? Number.NaN;
    return value >= low && value <= high;
  };
};

/** Compared as floats. Only bounds with more than fifteen digits would need more precision. */
const profitTest = ({ profits }: TradeIndexColumns, { min, max }: TradeFilter['profit']): TradeTest | null => {
  if (min === null && max === null) return null;
  const [low, high] = [Number(min ?? -Infinity), Number(max ?? Infinity)];
  return (row) => {
    const dollars = dollarsOf(profits, row);
    return dollars >= low && dollars <= high;
  };
};

/**
 * The first and the last second of the range of days, as unix time. A day beyond the end of its
 * month counts as a day of the next month.
 */
const secondsOf = ({ from, to }: TradeFilter['opened']): [number | null, number | null] => {
  const days = new NewYorkDays();
  return [from === null ? null : days.start(dayNumber(from)), to === null ? null : days.start(dayNumber(to) + 1) - 1];
};

const dayNumber = (day: string): number => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return Date.UTC(year, month - 1, date) / 86_400_000;
};
