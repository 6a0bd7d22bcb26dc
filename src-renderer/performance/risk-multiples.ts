import type { TradesReview } from '#contract/model/review.ts';

/** Realised R by trade id, of the trades whose first stop is known; NaN where the stop was no risk. */
export const riskMultiples = (review: TradesReview | null): ReadonlyMap<string, number> =>
  new Map(review?.risk.tradeIds.map((tradeId, at) => [tradeId, review.risk.multiples[at] ?? Number.NaN]));
