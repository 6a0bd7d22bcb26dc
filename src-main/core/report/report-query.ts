import type { PerformanceReport, ReportBasis, ReviewSelection } from '#contract/model/review.ts';
import type { JournalledStop } from './journalled-stops.ts';

/** What a report is made of: the cached strategy, and the stops that only the journal knows. */
export type ReportQuery = {
  readonly systemId: string;
  /** The commission plan of the curve; empty for what the platform gives unasked. */
  readonly plan: string;
  readonly selection: ReviewSelection;
  /** A yearly rate, 0.04 for 4 %. */
  readonly riskFree: number;
  readonly stops: readonly JournalledStop[];
};

export type MadeReport = { readonly report: PerformanceReport; readonly basis: ReportBasis };
