import type { ReviewSelection, TradesReview } from '#contract/model/review.ts';
import { concentrationFigures } from './concentration-figures.ts';
import { excursionFigures } from './excursion-figures.ts';
import { exposureFigure } from './exposure-figure.ts';
import { holdingFigures } from './holding-figures.ts';
import type { NewYorkDays } from '#core/review/calendar/new-york-days.ts';
import { openFigures } from './open-figures.ts';
import { outcomeFigures } from './outcome-figures.ts';
import { profitHistogram } from './profit-histogram.ts';
import { realizedRisk } from './realized-risk.ts';
import { selectedTrades } from './selected-trades.ts';
import type { Period } from '#core/review/selection.ts';
import { splitsOf } from './splits.ts';
import { streakFigures } from './streak-figures.ts';
import type { TradeColumns } from './trade-columns.ts';
import { tradeOutcomes } from './trade-outcomes.ts';

type ReviewContext = {
  readonly selection: ReviewSelection;
  readonly period: Period;
  readonly calendar: NewYorkDays;
  /** Unix seconds at which the trades were read. */
  readonly asOf: number;
  /** Open trades count as open until this time. */
  readonly openUntil: number;
  /** First stop prices by trade id, as far as journaled. */
  readonly stops: ReadonlyMap<string, string>;
};

export function tradesReview(columns: TradeColumns, context: ReviewContext): TradesReview {
  const { selection, period, calendar, asOf, openUntil, stops } = context;
  const { closed, untimedCount, open, matching, leftOut } = selectedTrades(columns, selection, period);
  const ordered = closed.subarray(untimedCount);
  const basis = { sample: closed.length, from: closedAt(columns, ordered[0]), to: closedAt(columns, ordered.at(-1)) };
  const outcomes = tradeOutcomes(columns, closed);
  const splits = splitsOf(columns, closed, calendar);
  const risk = realizedRisk(columns, closed, stops, basis);
  return {
    figures: [
      ...outcomeFigures(columns, outcomes, basis),
      ...streakFigures(columns, ordered, untimedCount, basis),
      ...holdingFigures(columns, closed, basis),
      exposureFigure(columns, matching, period, openUntil),
      ...concentrationFigures(columns, outcomes, splits.symbol, basis),
      ...risk.figures,
      ...openFigures(columns, open, asOf),
      ...excursionFigures(),
    ],
    splits,
    histogram: profitHistogram(columns, closed),
    risk,
    leftOutCount: leftOut,
  };
}

const closedAt = ({ closedAt: times }: TradeColumns, row: number | undefined): number | null =>
  row === undefined ? null : (times[row] ?? null);
