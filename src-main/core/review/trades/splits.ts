import type { Split, SplitRow, Splits } from '#contract/model/review.ts';
import { weekdayOf } from '#core/review/calendar/calendar-day.ts';
import type { NewYorkDays } from '#core/review/calendar/new-york-days.ts';
import { ProfitSums } from './profit-sums.ts';
import { gather } from '#core/review/gather.ts';
import { instrumentTypes, type TradeColumns } from './trade-columns.ts';

const weekdays = Array.from({ length: 7 }, (_, weekday) => String(weekday));
const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Closed trades by side, symbol and type, and by weekday and hour (New York) of their opening. */
export function splitsOf(columns: TradeColumns, rows: Int32Array, calendar: NewYorkDays): Splits {
  const results = resultsOf(columns, rows);
  const split = (names: Names, codes: Codes): Split => ({ rows: grouped(columns, results, names, codes) });
  const { weekday, hour } = openings(columns, rows, calendar);
  return {
    side: split(['long', 'short'], columns.shorts),
    symbol: split(columns.symbolNames, columns.symbols),
    instrument: split(instrumentTypes, columns.instruments),
    weekday: split([...weekdays, null], weekday),
    hour: split([...hours, null], hour),
  };
}

/** A null name stands for the trades for which the platform stated no value. */
type Names = readonly (string | null)[];

/** Places in a list of names, one per trade. */
type Codes = Uint8Array | Int32Array;

/**
 * Weekday and hour of each opening. A trade without an opening time has the code after the last
 * weekday and the last hour. `splitsOf` gives this code the name null.
 */
function openings({ openedAt }: TradeColumns, rows: Int32Array, calendar: NewYorkDays) {
  const weekday = new Uint8Array(openedAt.length).fill(weekdays.length);
  const hour = new Uint8Array(openedAt.length).fill(hours.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const seconds = openedAt[row] ?? Number.NaN;
    if (Number.isNaN(seconds)) continue;
    weekday[row] = weekdayOf(calendar.day(seconds));
    hour[row] = calendar.hour(seconds);
  }
  return { weekday, hour };
}

/** The outcome of a trade, as its place among the three counts of a group. */
const [zero, win, loss] = [0, 1, 2];
const outcomeCount = 3;

/** Rows, amounts and outcomes of the trades. Computed once, because there are five splits. */
type Results = { readonly rows: Int32Array; readonly units: Float64Array; readonly outcome: Uint8Array };

function resultsOf({ profits }: TradeColumns, rows: Int32Array): Results {
  const units = gather(profits.units, rows);
  const outcome = new Uint8Array(rows.length);
  for (let at = 0; at < outcome.length; at += 1) {
    const amountInUnits = units[at] ?? 0;
    outcome[at] = amountInUnits > 0 ? win : amountInUnits < 0 ? loss : zero;
  }
  return { rows, units, outcome };
}

/** One row per name that has trades, in the order of the names. */
function grouped(columns: TradeColumns, { rows, units, outcome }: Results, names: Names, codes: Codes): SplitRow[] {
  const { scale, bigUnits } = columns.profits;
  const sums = new ProfitSums(columns.profits, names.length);
  // By group and outcome, in one array instead of three.
  const counts = new Int32Array(names.length * outcomeCount);
  const totals = new Float64Array(names.length * outcomeCount);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const group = codes[row] ?? 0;
    if (bigUnits !== null) sums.add(group, row);
    const place = group * outcomeCount + (outcome[at] ?? zero);
    counts[place] = (counts[place] ?? 0) + 1;
    totals[place] = (totals[place] ?? 0) + (units[at] ?? 0);
  }
  const found: SplitRow[] = [];
  for (let group = 0; group < names.length; group += 1) {
    const first = group * outcomeCount;
    const wins = counts[first + win] ?? 0;
    const losses = counts[first + loss] ?? 0;
    const tradeCount = (counts[first + zero] ?? 0) + wins + losses;
    if (tradeCount === 0) continue;
    const won = totals[first + win] ?? 0;
    const lost = totals[first + loss] ?? 0;
    if (bigUnits === null) sums.addUnits(group, won + lost);
    const dollars = sums.dollars(group);
    const wonDollars = won / 10 ** scale;
    const lostDollars = lost / 10 ** scale;
    found.push({
      name: names[group] ?? null,
      trades: tradeCount,
      wins,
      losses,
      profit: sums.text(group),
      dollars,
      won: wonDollars,
      lost: lostDollars,
      winRate: (wins / tradeCount) * 100,
      average: dollars / tradeCount,
      profitFactor: lostDollars < 0 ? wonDollars / -lostDollars : null,
    });
  }
  return found;
}
