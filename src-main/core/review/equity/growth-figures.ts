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
  const noChangeReason = closes.values.length < 2 ? underTwoPoints : null;
  const noReturnReason = noChangeReason ?? (first > 0 ? null : startNotPositive);
  const noRateReason = noReturnReason ?? noRateReasonOf(last, years);
  const inputs = noChangeReason === null ? { firstEquity: first, lastEquity: last } : {};
  return [
    figure(change, basis, { value: noChangeReason === null ? last - first : null, inputs, caveats: [noChangeReason] }),
    figure(total, basis, {
      value: noReturnReason === null ? (last / first - 1) * 100 : null,
      inputs,
      caveats: [noReturnReason],
    }),
    figure(cagr, basis, {
      value: noRateReason === null ? ((last / first) ** (1 / years) - 1) * 100 : null,
      inputs: { ...inputs, years },
      caveats: [noRateReason ?? (years < 1 ? extrapolated : null)],
    }),
  ];
}

function noRateReasonOf(last: number, years: number): Message | null {
  if (last <= 0) return { code: 'figure.end-not-positive' };
  return years < shortestSpan ? { code: 'figure.under-days', days: shortestDays } : null;
}
