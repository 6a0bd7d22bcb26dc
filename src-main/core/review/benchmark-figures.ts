import type { Figure } from '#contract/model/review.ts';
import { lowerBound } from './lower-bound.ts';
import type { DayCloses } from './day-closes.ts';
import { figure, type FigureDefinition } from './figure.ts';
import { covariance, deviation, mean, ratePerPeriod } from './moments.ts';
import { leastDeviation, returnsOf, type Returns } from './returns.ts';
import { smallSample } from './small-sample.ts';
import { taken } from './taken.ts';

const definitions = {
  total: {
    key: 'benchmark.return',
    unit: 'percent',
    formula: '(last index ÷ first index − 1) × 100, over the days that both curves have',
  },
  beyond: {
    key: 'benchmark.excessReturn',
    unit: 'percent',
    formula: 'return of the equity − return of the index, over the days that both curves have',
  },
  volatility: {
    key: 'benchmark.volatility',
    unit: 'percent',
    formula: 'standard deviation of the index’s daily returns (n − 1) × √(returns per year) × 100',
  },
  beta: {
    key: 'benchmark.beta',
    unit: 'ratio',
    formula: 'covariance of both daily returns ÷ variance of the index’s daily returns',
  },
  correlation: {
    key: 'benchmark.correlation',
    unit: 'ratio',
    formula: 'covariance of both daily returns ÷ (their standard deviations multiplied)',
  },
  alpha: {
    key: 'benchmark.alpha',
    unit: 'percent',
    formula:
      '((mean equity return − risk-free rate) − beta × (mean index return − risk-free rate)) × returns per year × 100',
  },
} as const satisfies Record<string, FigureDefinition>;

type Pair = { readonly equity: DayCloses; readonly index: DayCloses };

/**
 * The strategy beside its index: returns over the same days, and the ordinary least-squares regression of daily excess
 * returns (slope beta, yearly intercept alpha after Michael Jensen) with Pearson's correlation. The index's scaling factor
 * changes none of these. `riskFree` is a yearly rate.
 */
export function benchmarkFigures(equity: DayCloses, index: DayCloses, riskFree: number): Figure[] {
  const pair = sameDays(equity, index);
  const basis = {
    sample: Math.max(0, pair.equity.days.length - 1),
    from: pair.equity.times[0] ?? null,
    to: pair.equity.times.at(-1) ?? null,
  };
  const own = returnsOf(pair.equity, 'equity');
  const its = returnsOf(pair.index, 'index');
  if (typeof own === 'string' || typeof its === 'string') {
    const why = index.days.length === 0 ? 'no benchmark in this period' : typeof own === 'string' ? own : its;
    const caveats = [typeof why === 'string' ? why : null];
    return Object.values(definitions).map((one) => figure(one, basis, { value: null, caveats }));
  }
  const few = smallSample(basis.sample, 'daily returns on days that both curves have');
  const found = regression(own, its, riskFree);
  const growth = { own: growthOf(pair.equity), its: growthOf(pair.index) };
  const make = (one: FigureDefinition, value: number | null, inputs: Record<string, number>, why: string | null) =>
    figure(one, basis, { value, inputs, caveats: [why, few] });
  const { inputs } = found;
  return [
    make(definitions.total, growth.its, { 'first index': first(pair.index), 'last index': last(pair.index) }, null),
    make(
      definitions.beyond,
      growth.own - growth.its,
      { 'equity return': growth.own, 'index return': growth.its },
      null,
    ),
    make(definitions.volatility, found.volatility, inputs, found.single),
    make(definitions.beta, found.beta, inputs, found.flatIndex),
    make(definitions.correlation, found.correlation, inputs, found.flatEither),
    make(definitions.alpha, found.alpha, inputs, found.flatIndex),
  ];
}

function regression(own: Returns, its: Returns, riskFree: number) {
  const { perYear } = own;
  const free = ratePerPeriod(riskFree, perYear);
  const shared = covariance(own.values, its.values);
  const spread = { own: deviation(own.values), its: deviation(its.values) };
  const single = own.values.length < 2 ? 'a single return has no deviation' : null;
  const flatIndex = single ?? (spread.its < leastDeviation ? 'the index does not vary' : null);
  const flatEither = flatIndex ?? (spread.own < leastDeviation ? 'the equity does not vary' : null);
  const beta = flatIndex === null ? shared / spread.its ** 2 : null;
  const means = { own: mean(own.values), its: mean(its.values) };
  return {
    single,
    flatIndex,
    flatEither,
    beta,
    volatility: single === null ? spread.its * Math.sqrt(perYear) * 100 : null,
    correlation: flatEither === null ? Math.max(-1, Math.min(1, shared / (spread.own * spread.its))) : null,
    alpha: beta === null ? null : (means.own - free - beta * (means.its - free)) * perYear * 100,
    inputs: {
      covariance: shared,
      'standard deviation of equity': spread.own,
      'standard deviation of index': spread.its,
      'mean equity return': means.own,
      'mean index return': means.its,
      'risk-free rate': free,
      'returns per year': perYear,
    },
  };
}

const first = ({ values }: DayCloses): number => values[0] ?? Number.NaN;
const last = ({ values }: DayCloses): number => values.at(-1) ?? Number.NaN;
const growthOf = (closes: DayCloses): number => (last(closes) / first(closes) - 1) * 100;

/** The last close of each day that both have: a day without an index would read as an index that stood still. */
function sameDays(equity: DayCloses, index: DayCloses): Pair {
  const left: number[] = [];
  const right: number[] = [];
  equity.days.forEach((day, row) => {
    const match = lowerBound(index.days, day + 1) - 1;
    // The start may share its day with the first close, which then stands for the day.
    if (index.days[match] !== day || equity.days[row + 1] === day) return;
    left.push(row);
    right.push(match);
  });
  return { equity: rowsOf(equity, left), index: rowsOf(index, right) };
}

const rowsOf = ({ days, times, values }: DayCloses, rows: readonly number[]): DayCloses => ({
  days: Int32Array.from(taken(days, rows)),
  times: taken(times, rows),
  values: taken(values, rows),
});
