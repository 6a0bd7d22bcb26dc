import type { Message } from '#contract/message.ts';
import type { Figure } from '#contract/model/review.ts';
import type { DayCloses } from '#core/review/calendar/day-closes.ts';
import { figure, type Basis, type FigureDefinition } from '#core/review/figure.ts';
import { secondsOfYear } from './returns.ts';

const change: FigureDefinition = { key: 'equity.change', unit: 'dollars' };
const total: FigureDefinition = {
  key: 'equity.return',
  unit: 'percent',
};
const cagr: FigureDefinition = {
  key: 'equity.cagr',
  unit: 'percent',
};

/** A yearly rate from less time than this would be mostly extrapolation. */
const shortestDays = 30;
const shortestSpan = shortestDays / 365.25;

const underTwoPoints: Message = { code: 'figure.under-two-points' };
const startNotPositive: Message = { code: 'figure.start-not-positive' };
const extrapolated: Message = { code: 'figure.extrapolated' };

/**
 * Change in dollars, total return and compound annual growth rate of a period, each from its first
 * and last equity. These are the textbook definitions of holding-period return and geometric mean
 * return. A year is 365.25 days.
 */
export function growthFigures(closes: DayCloses, basis: Basis): Figure[] {
  const first = closes.values[0] ?? Number.NaN;
  const last = closes.values.at(-1) ?? Number.NaN;
  const years = ((basis.to ?? 0) - (basis.from ?? 0)) / secondsOfYear;
  const missing = closes.values.length < 2 ? underTwoPoints : null;
  const noBase = missing ?? (first > 0 ? null : startNotPositive);
  const noRate = noBase ?? noRateReason(last, years);
  const inputs = missing === null ? { firstEquity: first, lastEquity: last } : {};
  return [
    figure(change, basis, { value: missing === null ? last - first : null, inputs, caveats: [missing] }),
    figure(total, basis, { value: noBase === null ? (last / first - 1) * 100 : null, inputs, caveats: [noBase] }),
    figure(cagr, basis, {
      value: noRate === null ? ((last / first) ** (1 / years) - 1) * 100 : null,
      inputs: { ...inputs, years },
      caveats: [noRate ?? (years < 1 ? extrapolated : null)],
    }),
  ];
}

function noRateReason(last: number, years: number): Message | null {
  if (last <= 0) return { code: 'figure.end-not-positive' };
  return years < shortestSpan ? { code: 'figure.under-days', days: shortestDays } : null;
}
