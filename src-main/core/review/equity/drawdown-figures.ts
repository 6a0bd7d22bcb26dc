import type { Message } from '#contract/message.ts';
import type { Drawdown, Figure } from '#contract/model/review.ts';
import { figure, type Basis, type FigureDefinition } from '#core/review/figure.ts';
import type { Series } from '#core/review/series.ts';

const depth: FigureDefinition = {
  key: 'equity.maxDrawdown',
  unit: 'percent',
};
const length: FigureDefinition = {
  key: 'equity.maxDrawdownDays',
  unit: 'days',
};
const recovery: FigureDefinition = {
  key: 'equity.maxDrawdownRecoveryDays',
  unit: 'days',
};
const calmar: FigureDefinition = {
  key: 'equity.calmar',
  unit: 'ratio',
};

const countedToLastPoint: Message = { code: 'figure.counted-to-last-point' };
const notRecovered: Message = { code: 'figure.not-recovered' };
const noPoint: Message = { code: 'figure.no-point', curve: 'equity' };
const neverPositive: Message = { code: 'figure.never-positive' };
const noDrawdown: Message = { code: 'figure.no-drawdown' };

const DAY = 86_400;

/**
 * Maximum drawdown (the deepest fall from a running peak) with its length and recovery, and the
 * Calmar ratio (by Terry Young over 36 months, here over the whole period). The sample is all
 * points. `growth` is the figure of the yearly growth rate.
 */
export function drawdownFigures(points: Series, deepest: Drawdown | null, growth: Figure | undefined): Figure[] {
  const basis = { sample: points.times.length, from: points.times[0] ?? null, to: points.times.at(-1) ?? null };
  if (deepest === null) return figuresWithoutDrawdown(points, basis);
  const { percent, peak, trough, peakAt, troughAt, recoveredAt } = deepest;
  const until = recoveredAt ?? basis.to ?? troughAt;
  const rate = growth?.value ?? null;
  return [
    figure(depth, basis, { value: percent, inputs: { peak, trough } }),
    figure(length, basis, {
      value: (until - peakAt) / DAY,
      inputs: { peakAt, countedToAt: until },
      caveats: [recoveredAt === null ? countedToLastPoint : null],
    }),
    figure(recovery, basis, {
      value: recoveredAt === null ? null : (recoveredAt - troughAt) / DAY,
      inputs: { troughAt, recoveredAt },
      caveats: [recoveredAt === null ? notRecovered : null],
    }),
    figure(calmar, basis, {
      value: rate === null ? null : rate / Math.abs(percent),
      inputs: { cagr: rate, maxDrawdown: percent },
      caveats: growth?.caveats ?? [],
    }),
  ];
}

function figuresWithoutDrawdown({ values }: Series, basis: Basis): Figure[] {
  const positive = values.some((value) => value > 0);
  const noPeakReason = values.length === 0 ? noPoint : neverPositive;
  const caveats = [positive ? noDrawdown : noPeakReason];
  return [
    figure(depth, basis, { value: positive ? 0 : null, caveats }),
    ...[length, recovery, calmar].map((one) => figure(one, basis, { value: null, caveats })),
  ];
}
