import type { Figure } from '#contract/model/review.ts';
import type { DayCloses } from './day-closes.ts';
import { figure, type Basis, type FigureDefinition } from './figure.ts';
import { secondsOfYear } from './returns.ts';

const change: FigureDefinition = { key: 'equity.change', unit: 'dollars', formula: 'last equity − first equity' };
const total: FigureDefinition = {
  key: 'equity.return',
  unit: 'percent',
  formula: '(last equity ÷ first equity − 1) × 100',
};
const cagr: FigureDefinition = {
  key: 'equity.cagr',
  unit: 'percent',
  formula: '((last equity ÷ first equity) ^ (1 ÷ years) − 1) × 100',
};

/** A yearly rate from less time than this would be mostly extrapolation. */
const shortestSpan = 30 / 365.25;

/**
 * Change in dollars, total return and compound annual growth rate of a period, each from its first
 * and last equity. These are the textbook definitions of holding-period return and geometric mean
 * return. A year is 365.25 days.
 */
export function growthFigures(closes: DayCloses, basis: Basis): Figure[] {
  const first = closes.values[0] ?? Number.NaN;
  const last = closes.values.at(-1) ?? Number.NaN;
  const years = ((basis.to ?? 0) - (basis.from ?? 0)) / secondsOfYear;
  const missing = closes.values.length < 2 ? 'fewer than two points of the equity in this period' : null;
  const noBase = missing ?? (first > 0 ? null : 'the equity at the start was not above zero');
  const noRate = noBase ?? rateReason(last, years);
  const inputs = missing === null ? { 'first equity': first, 'last equity': last } : {};
  return [
    figure(change, basis, { value: missing === null ? last - first : null, inputs, caveats: [missing] }),
    figure(total, basis, { value: noBase === null ? (last / first - 1) * 100 : null, inputs, caveats: [noBase] }),
    figure(cagr, basis, {
      value: noRate === null ? ((last / first) ** (1 / years) - 1) * 100 : null,
      inputs: { ...inputs, years },
      caveats: [noRate ?? (years < 1 ? 'less than a year of equity: a yearly rate extrapolates' : null)],
    }),
  ];
}

function rateReason(last: number, years: number): string | null {
  if (last <= 0) return 'the equity at the end was not above zero';
  return years < shortestSpan ? 'less than 30 days of equity: a yearly rate would say nothing' : null;
}
