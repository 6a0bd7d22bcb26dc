import type { Message } from '#contract/message.ts';
import type { HoldingGroup, HoldingMeasure } from '#contract/messages/review.ts';
import type { Figure } from '#contract/model/review.ts';
import { ascendingRows } from '#core/review/ascending-rows.ts';
import { figure, type Basis, type FigureDefinition } from '#core/review/figure.ts';
import { mean } from '#core/review/moments.ts';
import { quantile } from '#core/review/quantile.ts';
import { smallSample } from '#core/review/small-sample.ts';
import type { TradeColumns } from './trade-columns.ts';

const DAY = 86_400;

/** The groups of trades by the sign of their profit. Null is any sign. */
const groups = [
  { name: 'Trades', of: 'closed-trades', sign: null },
  { name: 'Winners', of: 'winning-trades', sign: 1 },
  { name: 'Losers', of: 'losing-trades', sign: -1 },
] as const;

/**
 * Mean and median holding time of all, winning and losing trades: the closing time minus the
 * opening time, in days of 24 hours, nights and weekends included. A trade without an opening or a
 * closing time is left out. A caveat gives the number of these trades.
 */
export function holdingFigures(columns: TradeColumns, rows: Int32Array, basis: Basis): Figure[] {
  const seconds = holdingSeconds(columns, rows);
  const ordered = ascendingRows(rows, seconds);
  return groups.flatMap(({ name, of, sign }) => {
    const holding = timesOfSign(columns, seconds, ordered, sign);
    const sample = { ...basis, sample: holding.times.length };
    const sampleCaveat: Message | null =
      holding.times.length === 0 ? { code: 'figure.no-timed-trade', of } : smallSample(holding.times.length, of);
    const leftOut: Message | null =
      holding.missing === 0 ? null : { code: 'figure.left-out', count: holding.missing, missing: 'both-times' };
    const holdingFigure = (measure: HoldingMeasure, heldSeconds: number): Figure =>
      figure(definition(measure, name), sample, {
        value: holding.times.length === 0 ? null : heldSeconds / DAY,
        inputs:
          holding.times.length === 0
            ? {}
            : { shortestDays: (holding.times[0] ?? 0) / DAY, longestDays: (holding.times.at(-1) ?? 0) / DAY },
        caveats: [sampleCaveat, leftOut],
      });
    return [holdingFigure('average', mean(holding.times)), holdingFigure('median', quantile(holding.times, 0.5))];
  });
}

const definition = (measure: HoldingMeasure, group: HoldingGroup): FigureDefinition => ({
  key: `trades.${measure}Holding${group}`,
  unit: 'days',
});

/**
 * Holding time by row, −1 where a time is missing. A closing before the opening counts as zero:
 * wall times of the repeated hour can be in that order.
 */
function holdingSeconds({ openedAt, closedAt }: TradeColumns, rows: Int32Array): Float64Array {
  const durations = new Float64Array(closedAt.length);
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] ?? 0;
    const seconds = (closedAt[row] ?? Number.NaN) - (openedAt[row] ?? Number.NaN);
    durations[row] = Number.isNaN(seconds) ? -1 : Math.max(0, seconds);
  }
  return durations;
}

/** Holding times of one group, ascending like `ordered`. All groups share one sort. */
function timesOfSign({ profits }: TradeColumns, seconds: Float64Array, ordered: Int32Array, sign: number | null) {
  const times = new Float64Array(ordered.length);
  let count = 0;
  let missing = 0;
  for (let at = 0; at < ordered.length; at += 1) {
    const row = ordered[at] ?? 0;
    if (sign !== null && !((profits.units[row] ?? 0) * sign > 0)) continue;
    const duration = seconds[row] ?? -1;
    if (duration < 0) missing += 1;
    else {
      times[count] = duration;
      count += 1;
    }
  }
  return { times: times.subarray(0, count), missing };
}
