import type { EquityReview } from '#contract/model/review.ts';
import { benchmarkFigures } from './benchmark-figures.ts';
import { calendarGrid } from '#core/review/calendar/calendar-grid.ts';
import { dayCloses, type DayCloses } from '#core/review/calendar/day-closes.ts';
import { drawdownFigures } from './drawdown-figures.ts';
import { deepestOf, drawdownsOf } from './drawdowns.ts';
import { growthFigures } from './growth-figures.ts';
import type { NewYorkDays } from '#core/review/calendar/new-york-days.ts';
import { returnsOf } from './returns.ts';
import { riskFigures } from './risk-figures.ts';
import { rollingWindows } from './rolling-windows.ts';
import type { Period } from '#core/review/selection.ts';
import { cutToPeriod, type Series } from '#core/review/series.ts';

type ReviewContext = {
  /** Day closes of the benchmark over the period. */
  readonly index: DayCloses;
  readonly period: Period;
  readonly calendar: NewYorkDays;
  readonly riskFree: number;
};

const rollingMonths = [3, 6, 12];

/** All figures of a curve over a period. `curve` is a result of `orderedSeries`. */
export function equityReview(curve: Series, { index, period, calendar, riskFree }: ReviewContext): EquityReview {
  const points = cutToPeriod(curve, period);
  const closes = dayCloses(points, calendar);
  const span = { from: points.times[0] ?? null, to: points.times.at(-1) ?? null };
  const basis = { ...span, sample: Math.max(0, closes.days.length - 1) };
  const returns = returnsOf(closes, 'equity');
  const growth = growthFigures(closes, basis);
  const drawdowns = deepestOf(drawdownsOf(points), 5);
  const yearlyGrowth = growth.find(({ key }) => key === 'equity.cagr');
  return {
    figures: [
      ...growth,
      ...riskFigures(returns, riskFree, basis),
      ...drawdownFigures(points, drawdowns[0] ?? null, yearlyGrowth),
      ...benchmarkFigures(closes, index, riskFree),
    ],
    drawdowns,
    years: calendarGrid(closes),
    rolling: rollingWindows(closes, returns, rollingMonths, riskFree),
  };
}
