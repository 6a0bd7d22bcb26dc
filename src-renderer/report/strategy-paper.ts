import type { EquityReview, ReportBasis, TradesReview } from '#contract/model/review.ts';
import type { Mode } from '#contract/model/status.ts';
import type { Trade } from '#contract/model/trade.ts';

/** Everything that is printed of a strategy: taken once, so that a reading meanwhile changes nothing on paper. */
export type StrategyPaper = {
  readonly name: string;
  readonly mode: Mode;
  /** "2025-01-01 → today", and what else was selected. */
  readonly period: string;
  readonly costs: boolean;
  readonly equity: EquityReview;
  readonly trades: TradesReview;
  readonly basis: ReportBasis;
  /** Curve and drawdown as the chart shows them; null where it has not been drawn. */
  readonly chart: HTMLCanvasElement | null;
  /** The last ones closed, and how many there are in all. */
  readonly closed: readonly Trade[];
  readonly closedTotal: number;
  /** Unix seconds. */
  readonly madeAt: number;
};

/** More would be a book; the whole table is exported as CSV. */
export const mostPrintedTrades = 500;
