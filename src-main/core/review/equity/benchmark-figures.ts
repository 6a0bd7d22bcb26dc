import type { Message } from '#contract/message.ts';
import type { Figure } from '#contract/model/review.ts';
import { lowerBound } from '#core/review/lower-bound.ts';
import type { DayCloses } from '#core/review/calendar/day-closes.ts';
import { figure, type FigureDefinition } from '#core/review/figure.ts';
import { covariance, deviation, mean, ratePerPeriod } from '#core/review/moments.ts';
import { leastDeviation, returnsOf, type Returns } from './returns.ts';
import { smallSample } from '#core/review/small-sample.ts';
import { gather } from '#core/review/gather.ts';

const definitions = {
  total: {
    key: 'benchmark.return',
    unit: 'percent',
  },
  excess: {
    key: 'benchmark.excessReturn',
    unit: 'percent',
  },
  volatility: {
    key: 'benchmark.volatility',
    unit: 'percent',
  },
  beta: {
    key: 'benchmark.beta',
    unit: 'ratio',
  },
  correlation: {
    key: 'benchmark.correlation',
    unit: 'ratio',
  },
  alpha: {
    key: 'benchmark.alpha',
    unit: 'percent',
  },
} as const satisfies Record<string, FigureDefinition>;

const noBenchmark: Message = { code: 'figure.no-benchmark' };
const singleReturn: Message = { code: 'figure.single-return' };
const returnsConstant = (curve: 'equity' | 'index'): Message => ({ code: 'figure.returns-constant', curve });
const reasonOf = (returns: Returns | Message): Message | null => ('code' in returns ? returns : null);

type Pair = { readonly equity: DayCloses; readonly index: DayCloses };

/**
 * Compares the strategy with its index: returns over the same days, and the ordinary least-squares
 * regression of daily excess returns (slope beta, yearly intercept alpha by Michael Jensen) with
 * the correlation of Pearson. The scaling factor of the index changes none of these. `riskFree` is
 * a yearly rate.
 */
export function benchmarkFigures(equity: DayCloses, index: DayCloses, riskFree: number): Figure[] {
  const pair = sameDays(equity, index);
  const basis = {
    sample: Math.max(0, pair.equity.days.length - 1),
    from: pair.equity.times[0] ?? null,
    to: pair.equity.times.at(-1) ?? null,
  };
  const own = returnsOf(pair.equity, 'equity');
  const benchmark = returnsOf(pair.index, 'index');
  if ('code' in own || 'code' in benchmark) {
    const caveats = [index.days.length === 0 ? noBenchmark : (reasonOf(own) ?? reasonOf(benchmark))];
    return Object.values(definitions).map((one) => figure(one, basis, { value: null, caveats }));
  }
  const sampleCaveat = smallSample(basis.sample, 'common-returns');
  const result = regression(own, benchmark, riskFree);
  const growth = { own: growthOf(pair.equity), benchmark: growthOf(pair.index) };
  const make = (one: FigureDefinition, value: number | null, inputs: Figure['inputs'], reason: Message | null) =>
    figure(one, basis, { value, inputs, caveats: [reason, sampleCaveat] });
  const { inputs } = result;
  return [
    make(definitions.total, growth.benchmark, { firstIndex: first(pair.index), lastIndex: last(pair.index) }, null),
    make(
      definitions.excess,
      growth.own - growth.benchmark,
      { equityReturn: growth.own, indexReturn: growth.benchmark },
      null,
    ),
    make(definitions.volatility, result.volatility, inputs, result.noVolatilityReason),
    make(definitions.beta, result.beta, inputs, result.noBetaReason),
    make(definitions.correlation, result.correlation, inputs, result.noCorrelationReason),
    make(definitions.alpha, result.alpha, inputs, result.noBetaReason),
  ];
}

function regression(own: Returns, benchmark: Returns, riskFree: number) {
  const { perYear } = own;
  const periodRate = ratePerPeriod(riskFree, perYear);
  const shared = covariance(own.values, benchmark.values);
  const deviations = { own: deviation(own.values), benchmark: deviation(benchmark.values) };
  const noVolatilityReason = own.values.length < 2 ? singleReturn : null;
  const noBetaReason = noVolatilityReason ?? (deviations.benchmark < leastDeviation ? returnsConstant('index') : null);
  const noCorrelationReason = noBetaReason ?? (deviations.own < leastDeviation ? returnsConstant('equity') : null);
  const beta = noBetaReason === null ? shared / deviations.benchmark ** 2 : null;
  const means = { own: mean(own.values), benchmark: mean(benchmark.values) };
  return {
    noVolatilityReason,
    noBetaReason,
    noCorrelationReason,
    beta,
    volatility: noVolatilityReason === null ? deviations.benchmark * Math.sqrt(perYear) * 100 : null,
    correlation:
      noCorrelationReason === null ? Math.max(-1, Math.min(1, shared / (deviations.own * deviations.benchmark))) : null,
    alpha: beta === null ? null : (means.own - periodRate - beta * (means.benchmark - periodRate)) * perYear * 100,
    inputs: {
      covariance: shared,
      equityDeviation: deviations.own,
      indexDeviation: deviations.benchmark,
      meanEquityReturn: means.own,
      meanIndexReturn: means.benchmark,
      riskFreeRate: periodRate,
      returnsPerYear: perYear,
    },
  };
}

const first = ({ values }: DayCloses): number => values[0] ?? Number.NaN;
const last = ({ values }: DayCloses): number => values.at(-1) ?? Number.NaN;
const growthOf = (closes: DayCloses): number => (last(closes) / first(closes) - 1) * 100;

/**
 * The last close of each day that both curves have. A day that only the equity curve has is left
 * out, because the index would count as unchanged on it.
 */
function sameDays(equity: DayCloses, index: DayCloses): Pair {
  const equityRows: number[] = [];
  const indexRows: number[] = [];
  equity.days.forEach((day, row) => {
    const match = lowerBound(index.days, day + 1) - 1;
    // The start may share its day with the first close, which then counts for that day.
    if (index.days[match] !== day || equity.days[row + 1] === day) return;
    equityRows.push(row);
    indexRows.push(match);
  });
  return { equity: rowsOf(equity, equityRows), index: rowsOf(index, indexRows) };
}

const rowsOf = ({ days, times, values }: DayCloses, rows: readonly number[]): DayCloses => ({
  days: Int32Array.from(gather(days, rows)),
  times: gather(times, rows),
  values: gather(values, rows),
});
