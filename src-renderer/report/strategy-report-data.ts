import type { EquityReview, ReportBasis, TradesReview } from '#contract/model/review.ts';
import type { Mode } from '#contract/model/status.ts';
import type { Trade } from '#contract/model/trade.ts';

/**
 * Everything that is printed of a strategy: copied once, so that a reading during printing changes
 * nothing.
 */
export type StrategyReportData = {
  readonly name: string;
  readonly mode: Mode;
  /** The period and the other filters: "2025-01-01 → today, AAPL". */
  readonly selectionText: string;
  readonly withCosts: boolean;
  /** A yearly rate, 0.04 for 4 %. */
  readonly riskFree: number;
  readonly equityReview: EquityReview;
  readonly tradesReview: TradesReview;
  readonly basis: ReportBasis;
  /** The drawn equity chart; null when it was not drawn. */
  readonly chart: HTMLCanvasElement | null;
  /** The most recently closed trades of the selection, at most `maxPrintedTrades`. */
  readonly closedTrades: readonly Trade[];
  /** The number of all closed trades of the selection. */
  readonly closedTotal: number;
  /** Unix seconds. */
  readonly madeAt: number;
};

/** The limit of printed trades. The complete table can be exported as CSV. */
export const maxPrintedTrades = 500;
