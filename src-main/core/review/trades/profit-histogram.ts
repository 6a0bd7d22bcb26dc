import type { ProfitHistogram } from '#contract/model/review.ts';
import { ascendingRows } from '#core/review/ascending-rows.ts';
import { lowerBound } from '#core/review/lower-bound.ts';
import type { ProfitColumn } from './profit-column.ts';
import { quantile } from '#core/review/quantile.ts';
import { gather } from '#core/review/gather.ts';
import type { TradeColumns } from './trade-columns.ts';

/** A panel is too narrow to show more bars than this. */
const maxBins = 60;

/**
 * Distribution of profits. The bin width follows the rule of Freedman and Diaconis, rounded to
 * readable bounds. Zero is a bound, so no bar mixes wins and losses (a trade at zero is counted
 * with the wins). The bounds divide the range of the middle 98 % of the trades. The first and the
 * last bin have no outer bound, so every trade is in a bin.
 */
export function profitHistogram(columns: TradeColumns, rows: Int32Array): ProfitHistogram {
  const sorted = ascendingDollars(columns.profits, rows);
  if (sorted.length === 0) return { bins: [], width: null, sample: 0 };
  // The range includes zero if a trade is below zero and another trade is not.
  const low = Math.min(quantile(sorted, 0.01), (sorted[0] ?? 0) < 0 ? 0 : Number.POSITIVE_INFINITY);
  const high = Math.max(quantile(sorted, 0.99), (sorted.at(-1) ?? 0) >= 0 ? 0 : Number.NEGATIVE_INFINITY);
  const width = widthOf(sorted, low, high);
  // Bounds between the outermost bins. They are computed from whole numbers, so that a bound at
  // zero is exactly zero.
  const first = Math.ceil(low / width);
  const last = Math.max(first, Math.floor(high / width));
  const bounds = Array.from({ length: last - first + 1 }, (_, at) => boundOf(first + at, width));
  const places = [0, ...bounds.map((bound) => lowerBound(sorted, bound)), sorted.length];
  const bins = places.slice(1).map((end, at) => ({
    from: bounds[at - 1] ?? null,
    to: bounds[at] ?? null,
    trades: end - (places[at] ?? 0),
  }));
  return { bins, width, sample: sorted.length };
}

function widthOf(sorted: Float64Array, low: number, high: number): number {
  const interquartileRange = quantile(sorted, 0.75) - quantile(sorted, 0.25);
  const ruleWidth = (2 * interquartileRange) / Math.cbrt(sorted.length);
  const minWidth = (high - low) / (maxBins - 4);
  return readableWidth(Math.max(ruleWidth, minWidth) || Math.max(1, Math.abs(low)));
}

/** The smallest 1, 2 or 5 times a power of ten that is not below the width. */
function readableWidth(width: number): number {
  const power = 10 ** Math.floor(Math.log10(width));
  const factor = [1, 2, 5, 10].find((step) => step * power >= width) ?? 10;
  return factor * power;
}

/** Multiples of a width below one have binary rounding noise: 3 × 0.1 is shown as 0.3. */
const boundOf = (place: number, width: number): number => Number((place * width).toPrecision(12)) + 0;

function ascendingDollars({ units, scale }: ProfitColumn, rows: Int32Array): Float64Array {
  const sorted = gather(units, ascendingRows(rows, units));
  for (let place = 0; place < sorted.length; place += 1) sorted[place] = (sorted[place] ?? 0) / 10 ** scale;
  return sorted;
}
