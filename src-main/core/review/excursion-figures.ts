import type { Figure } from '#contract/model/review.ts';
import { figure, type FigureDefinition } from './figure.ts';

const adverse: FigureDefinition = {
  key: 'trades.maxAdverseExcursion',
  unit: 'dollars',
  formula: 'largest open loss while a trade was held',
};
const favourable: FigureDefinition = {
  key: 'trades.maxFavourableExcursion',
  unit: 'dollars',
  formula: 'largest open profit while a trade was held',
};
const caveats = ['not possible: the platform gives no prices between opening and closing'];

/** John Sweeney's excursions, listed so that nobody looks for them in vain: they need quotes, and there are none. */
export const excursionFigures = (): Figure[] =>
  [adverse, favourable].map((one) => figure(one, { sample: 0, from: null, to: null }, { value: null, caveats }));
