import { weekdayOf } from './calendar-day.ts';
import type { NewYorkDays } from './new-york-days.ts';
import { ProfitSums } from './profit-sums.ts';
import { instrumentNames, type TradeColumns } from './trade-columns.ts';

export type SplitRow = {
  readonly name: string;
  readonly trades: number;
  readonly wins: number;
  readonly losses: number;
  /** Exact. */
  readonly profit: string;
  /** The same as floats, for ratios and sorting. */
  readonly dollars: number;
  readonly won: number;
  readonly lost: number;
  /** Per cent. */
  readonly winRate: number;
  readonly average: number;
  /** Null without a losing trade. */
  readonly profitFactor: number | null;
};

/** Rows add up to all closed trades of the selection, in count and in money. */
export type Split = {
  readonly rows: readonly SplitRow[];
  readonly formula: string;
};

export type Splits = Readonly<Record<'side' | 'symbol' | 'instrument' | 'weekday' | 'hour', Split>>;

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const untimed = 'not stated';
const formula = 'as the figures of all closed trades, over those of the group';
const opening = `${formula}; weekday and hour are those of the opening on the clock of New York`;

/** Closed trades by side, symbol, type, and by weekday and hour (New York) of their opening. */
export function splitsOf(columns: TradeColumns, rows: Int32Array, calendar: NewYorkDays): Splits {
  const split = (names: readonly string[], codeOf: (row: number) => number, text = formula): Split => ({
    rows: grouped(columns, rows, names, codeOf),
    formula: text,
  });
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
  // The last name of both stands for trades without an opening time.
  const openedOr = (none: number, codeOf: (seconds: number) => number) => (row: number) => {
    const openedAt = columns.openedAt[row] ?? Number.NaN;
    return Number.isNaN(openedAt) ? none : codeOf(openedAt);
  };
  return {
    side: split(['long', 'short'], (row) => columns.shorts[row] ?? 0),
    symbol: split(columns.symbolNames, (row) => columns.symbols[row] ?? 0),
    instrument: split(instrumentNames, (row) => columns.instruments[row] ?? 0),
    weekday: split(
      [...weekdays, untimed],
      openedOr(weekdays.length, (seconds) => weekdayOf(calendar.day(seconds))),
      opening,
    ),
    hour: split(
      [...hours, untimed],
      openedOr(hours.length, (seconds) => calendar.hour(seconds)),
      opening,
    ),
  };
}

/** A row for each name that has trades, in the order of the names. */
function grouped(
  columns: TradeColumns,
  rows: Int32Array,
  names: readonly string[],
  codeOf: (row: number) => number,
): SplitRow[] {
  const { units, scale } = columns.profits;
  const sums = new ProfitSums(columns.profits, names.length);
  const trades = new Int32Array(names.length);
  const wins = new Int32Array(names.length);
  const losses = new Int32Array(names.length);
  const won = new Float64Array(names.length);
  const lost = new Float64Array(names.length);
  for (const row of rows) {
    const group = codeOf(row);
    const unit = units[row] ?? 0;
    sums.add(group, row);
    count(trades, group, 1);
    count(wins, group, unit > 0 ? 1 : 0);
    count(losses, group, unit < 0 ? 1 : 0);
    count(won, group, unit > 0 ? unit : 0);
    count(lost, group, unit < 0 ? unit : 0);
  }
  const found: SplitRow[] = [];
  for (let group = 0; group < names.length; group += 1) {
    const total = trades[group] ?? 0;
    if (total === 0) continue;
    const dollars = sums.dollars(group);
    const gains = (won[group] ?? 0) / 10 ** scale;
    const falls = (lost[group] ?? 0) / 10 ** scale;
    found.push({
      name: names[group] ?? '',
      trades: total,
      wins: wins[group] ?? 0,
      losses: losses[group] ?? 0,
      profit: sums.text(group),
      dollars,
      won: gains,
      lost: falls,
      winRate: ((wins[group] ?? 0) / total) * 100,
      average: dollars / total,
      profitFactor: falls < 0 ? gains / -falls : null,
    });
  }
  return found;
}

function count(column: Int32Array | Float64Array, at: number, more: number): void {
  column[at] = (column[at] ?? 0) + more;
}
