import type { Message } from '#contract/message.ts';
import type { RollingWindow } from '#contract/model/review.ts';
import { monthsBefore } from '#core/review/calendar/calendar-day.ts';
import type { DayCloses } from '#core/review/calendar/day-closes.ts';
import { lowerBound } from '#core/review/lower-bound.ts';
import { ratePerPeriod } from '#core/review/moments.ts';
import { secondsOfYear, type Returns } from './returns.ts';

/**
 * The mean of all returns (`center`) is subtracted from each return. `returns` and `squares` are
 * running sums of the differences and of their squares. If the mean were not subtracted first, the
 * difference of two running sums would lose precision.
 */
type Sums = {
  readonly center: number;
  readonly returns: Float64Array;
  readonly squares: Float64Array;
  /** A sum of squares up to this is rounding noise: the returns of such a window are equal. */
  readonly noise: number;
};

/**
 * Return, volatility and Sharpe ratio over sliding windows of calendar months, as defined by
 * `growthFigures` and `riskFigures`. One pass per window length, because 50,000 days must not cost
 * quadratic time. If there are no returns, the columns of each length are empty.
 */
export function rollingWindows(
  closes: DayCloses,
  returns: Returns | Message,
  lengths: readonly number[],
  riskFree: number,
): RollingWindow[] {
  const sums = 'code' in returns ? null : sumsOf(returns.values);
  return lengths.map((months) => (sums === null ? emptyWindow(months) : windowOf(closes, sums, months, riskFree)));
}

const emptyWindow = (months: number) => ({ months, times: [], returns: [], volatility: [], sharpe: [] });

function windowOf(closes: DayCloses, sums: Sums, months: number, riskFree: number): RollingWindow {
  const { days, times, values } = closes;
  const window = {
    months,
    times: [] as number[],
    returns: [] as (number | null)[],
    volatility: [] as (number | null)[],
    sharpe: [] as (number | null)[],
  };
  const startOf = monthsBefore(months);
  for (let row = 1; row < days.length; row += 1) {
    const start = startOf(days[row] ?? 0);
    const base = lowerBound(days, start + 1) - 1;
    if (base < 0) continue;
    const years = ((times[row] ?? 0) - (times[base] ?? 0)) / secondsOfYear;
    const { volatility, sharpe } = riskOf(sums, base, row, years, riskFree);
    window.times.push(times[row] ?? 0);
    window.returns.push(finiteOrNull(((values[row] ?? 0) / (values[base] ?? 0) - 1) * 100));
    window.volatility.push(volatility);
    window.sharpe.push(sharpe);
  }
  return window;
}

/** Volatility and Sharpe ratio of the returns after row `base` up to row `row`. */
function riskOf(sums: Sums, base: number, row: number, years: number, riskFree: number) {
  const count = row - base;
  if (count < 2 || years <= 0) return { volatility: null, sharpe: null };
  const perYear = count / years;
  const sum = (sums.returns[row] ?? 0) - (sums.returns[base] ?? 0);
  const squares = (sums.squares[row] ?? 0) - (sums.squares[base] ?? 0) - (sum * sum) / count;
  if (squares <= sums.noise) return { volatility: 0, sharpe: null };
  const spread = Math.sqrt(squares / (count - 1));
  const excess = sums.center + sum / count - ratePerPeriod(riskFree, perYear);
  return {
    volatility: finiteOrNull(spread * Math.sqrt(perYear) * 100),
    sharpe: finiteOrNull((excess / spread) * Math.sqrt(perYear)),
  };
}

function sumsOf(returns: Float64Array): Sums {
  const center = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const running = new Float64Array(returns.length + 1);
  const squares = new Float64Array(returns.length + 1);
  for (let at = 0; at < returns.length; at += 1) {
    const value = (returns[at] ?? 0) - center;
    running[at + 1] = (running[at] ?? 0) + value;
    squares[at + 1] = (squares[at] ?? 0) + value * value;
  }
  return { center, returns: running, squares, noise: Math.max((squares.at(-1) ?? 0) * 1e-13, 1e-24) };
}

const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);
