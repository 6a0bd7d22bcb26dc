import type { Drawdown, Figure } from '#contract/model/review.ts';
import { figure, type Basis, type FigureDefinition } from './figure.ts';
import type { Series } from './series.ts';

const depth: FigureDefinition = {
  key: 'equity.maxDrawdown',
  unit: 'percent',
  formula: 'lowest of (equity ÷ highest equity so far − 1) × 100, over every point',
};
const length: FigureDefinition = {
  key: 'equity.maxDrawdownDays',
  unit: 'days',
  formula: 'of the deepest drawdown: first point back at the peak − last point at the peak',
};
const recovery: FigureDefinition = {
  key: 'equity.maxDrawdownRecoveryDays',
  unit: 'days',
  formula: 'of the deepest drawdown: first point back at the peak − lowest point',
};
const calmar: FigureDefinition = {
  key: 'equity.calmar',
  unit: 'ratio',
  formula: 'compound annual growth rate ÷ depth of the deepest drawdown',
};

const DAY = 86_400;

/**
 * Maximum drawdown (the deepest fall from a running peak) with its length and recovery, and the
 * Calmar ratio (by Terry Young over 36 months, here over the whole period). The sample is all
 * points. `growth` is the figure of the yearly rate.
 */
export function drawdownFigures(points: Series, deepest: Drawdown | null, growth: Figure | undefined): Figure[] {
  const basis = { sample: points.times.length, from: points.times[0] ?? null, to: points.times.at(-1) ?? null };
  if (deepest === null) return undefinedFigures(points, basis);
  const { percent, peak, trough, peakAt, troughAt, recoveredAt } = deepest;
  const until = recoveredAt ?? basis.to ?? troughAt;
  const rate = growth?.value ?? null;
  return [
    figure(depth, basis, { value: percent, inputs: { peak, trough } }),
    figure(length, basis, {
      value: (until - peakAt) / DAY,
      inputs: { 'last point at the peak': peakAt, 'counted to': until },
      caveats: [recoveredAt === null ? 'not recovered yet: counted to the last point' : null],
    }),
    figure(recovery, basis, {
      value: recoveredAt === null ? null : (recoveredAt - troughAt) / DAY,
      inputs: { 'lowest point': troughAt, 'back at the peak': recoveredAt },
      caveats: [recoveredAt === null ? 'not recovered yet' : null],
    }),
    figure(calmar, basis, {
      value: rate === null ? null : rate / Math.abs(percent),
      inputs: { 'compound annual growth rate': rate, 'deepest drawdown': percent },
      caveats: [growth?.caveat ?? null],
    }),
  ];
}

function undefinedFigures({ values }: Series, basis: Basis): Figure[] {
  const positive = values.some((value) => value > 0);
  const empty = values.length === 0 ? 'no point of the equity in this period' : 'the equity was never above zero';
  const caveats = [positive ? 'the equity never fell below a peak' : empty];
  return [
    figure(depth, basis, { value: positive ? 0 : null, caveats }),
    ...[length, recovery, calmar].map((one) => figure(one, basis, { value: null, caveats })),
  ];
}
