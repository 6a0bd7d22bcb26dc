import type { PerformanceReport, ReportBasis, ReviewSelection } from '#contract/model/review.ts';
import type { JournaledStop } from './journaled-stops.ts';

/**
 * The parameters of a report. `stops` are from the journal. All other data is read from the cache.
 */
export type ReportQuery = {
  readonly systemId: string;
  /** The commission plan of the equity curve. Empty for the default of the platform. */
  readonly plan: string;
  readonly selection: ReviewSelection;
  /** A yearly rate, 0.04 for 4 %. */
  readonly riskFree: number;
  readonly stops: readonly JournaledStop[];
};

export type ReportWithBasis = { readonly report: PerformanceReport; readonly basis: ReportBasis };
