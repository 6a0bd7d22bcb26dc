// Every figure of a review, computed from cached data only: no clock, no file, no network. The same
// input gives the same report on screen and on paper. Formulas and sources are listed in
// docs/figures.md.
import type { EquityReview, PerformanceReport, ReviewSelection } from '#contract/model/review.ts';
import { dayCloses } from './calendar/day-closes.ts';
import { equityReview } from './equity/equity-review.ts';
import { NewYorkDays } from './calendar/new-york-days.ts';
import { periodOf } from './selection.ts';
import { cutToPeriod, orderedSeries } from './series.ts';
import type { TradeColumns } from './trades/trade-columns.ts';
import { tradesReview } from './trades/trades-review.ts';

export type PerformanceInput = {
  /**
   * Columns of equal length, like those of `EquityCurve`. Null where a point has no value.
   */
  readonly equity: {
    /** Unix seconds. */
    readonly times: ArrayLike<number>;
    readonly withCost: ArrayLike<number | null>;
    readonly raw: ArrayLike<number | null>;
    readonly index: ArrayLike<number | null>;
  };
  readonly trades: TradeColumns;
  /** First stop prices by trade id, as far as journaled. */
  readonly stops: ReadonlyMap<string, string>;
  readonly selection: ReviewSelection;
  /** A yearly rate, 0.04 for 4 %. */
  readonly riskFree: number;
  /** Unix seconds at which the trades were read. */
  readonly asOf: number;
};

/** The newest time in the data, at most `asOf`; `asOf` itself if the equity curve has no points. */
function lastServiceTime({ equity: { times }, trades: { openedAt, closedAt }, asOf }: PerformanceInput): number {
  if (times.length === 0) return asOf;
  let last = 0;
  for (const column of [times, openedAt, closedAt]) {
    for (let at = 0; at < column.length; at += 1) if ((column[at] ?? 0) > last) last = column[at] ?? 0;
  }
  return Math.min(last, asOf);
}

/**
 * Throws a RangeError for invalid or reversed days of the selection, and for a rate of −100 % or
 * less.
 */
export function performanceReport(input: PerformanceInput): PerformanceReport {
  const { equity, trades, stops, selection, riskFree, asOf } = input;
  if (!(riskFree > -1)) throw new RangeError(`A risk-free rate of ${riskFree}`);
  const calendar = new NewYorkDays();
  const period = periodOf(selection, calendar);
  const index = dayCloses(cutToPeriod(orderedSeries(equity.times, equity.index), period), calendar);
  const review = (values: ArrayLike<number | null>): EquityReview =>
    equityReview(orderedSeries(equity.times, values), { index, period, calendar, riskFree });
  return {
    withCost: review(equity.withCost),
    raw: review(equity.raw),
    trades: tradesReview(trades, { selection, period, calendar, asOf, openUntil: lastServiceTime(input), stops }),
  };
}
