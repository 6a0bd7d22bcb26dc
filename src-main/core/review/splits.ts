import type { Split, SplitRow, Splits } from '#contract/model/review.ts';
import { weekdayOf } from './calendar-day.ts';
import type { NewYorkDays } from './new-york-days.ts';
import { ProfitSums } from './profit-sums.ts';
import { instrumentNames, type TradeColumns } from './trade-columns.ts';

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const untimed = 'not stated';
const formula = 'as the figures of all closed trades, over those of the group';
const opening = `${formula}; weekday and hour are those of the opening on the clock of New York`;

/** Closed trades by side, symbol, type, and by weekday and hour (New York) of their opening. */
export function splitsOf(columns: TradeColumns, rows: Int32Array, calendar: NewYorkDays): Splits {
  const split = (names: readonly string[], codes: Codes, text = formula): Split => ({
    rows: grouped(columns, rows, names, codes),
    formula: text,
  });
  const { weekday, hour } = openings(columns, rows, calendar);
  return {
    side: split(['long', 'short'], columns.shorts),
    symbol: split(columns.symbolNames, columns.symbols),
    instrument: split(instrumentNames, columns.instruments),
    weekday: split([...weekdays, untimed], weekday, opening),
    hour: split([...hours, untimed], hour, opening),
  };
}

/** Places in a list of names, one for each trade. */
type Codes = Uint8Array | Int32Array;

/** Weekday and hour of each opening; the last name of both lists stands for trades without one. */
function openings({ openedAt }: TradeColumns, rows: Int32Array, calendar: NewYorkDays) {
  const weekday = new Uint8Array(openedAt.length).fill(weekdays.length);
  const hour = new Uint8Array(openedAt.length).fill(hours.length);
  for (const row of rows) {
    const seconds = openedAt[row] ?? Number.NaN;
    if (Number.isNaN(seconds)) continue;
    weekday[row] = weekdayOf(calendar.day(seconds));
    hour[row] = calendar.hour(seconds);
  }
  return { weekday, hour };
}

/** A row for each name that has trades, in the order of the names. */
function grouped(columns: TradeColumns, rows: Int32Array, names: readonly string[], codes: Codes): SplitRow[] {
  const { units, scale, exact } = columns.profits;
  const sums = new ProfitSums(columns.profits, names.length);
  const trades = new Int32Array(names.length);
  const wins = new Int32Array(names.length);
  const losses = new Int32Array(names.length);
  const won = new Float64Array(names.length);
  const lost = new Float64Array(names.length);
  for (const row of rows) {
    const group = codes[row] ?? 0;
    const unit = units[row] ?? 0;
    if (exact !== null) sums.add(group, row);
    trades[group] = (trades[group] ?? 0) + 1;
    if (unit > 0) {
      wins[group] = (wins[group] ?? 0) + 1;
      won[group] = (won[group] ?? 0) + unit;
    } else if (unit < 0) {
      losses[group] = (losses[group] ?? 0) + 1;
      lost[group] = (lost[group] ?? 0) + unit;
    }
  }
  const found: SplitRow[] = [];
  for (let group = 0; group < names.length; group += 1) {
    const total = trades[group] ?? 0;
    if (total === 0) continue;
    if (exact === null) sums.addUnits(group, (won[group] ?? 0) + (lost[group] ?? 0));
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
