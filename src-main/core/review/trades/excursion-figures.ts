import type { Figure } from '#contract/model/review.ts';
import { figure, type FigureDefinition } from '#core/review/figure.ts';

const adverse: FigureDefinition = {
  key: 'trades.maxAdverseExcursion',
  unit: 'dollars',
};
const favorable: FigureDefinition = {
  key: 'trades.maxFavorableExcursion',
  unit: 'dollars',
};
const caveats = [{ code: 'figure.no-prices' }] as const;

/**
 * The excursions of John Sweeney. They are listed as not available, because they need quotes and
 * the platform has none.
 */
export const excursionFigures = (): Figure[] =>
  [adverse, favorable].map((one) => figure(one, { sample: 0, from: null, to: null }, { value: null, caveats }));
