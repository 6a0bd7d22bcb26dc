import { maxDrawdownOf } from '#renderer/chart/max-drawdown-of.ts';
import type { EquityModel } from '#renderer/chart/equity-model.ts';

/** Statistics of the visible range of the curve with costs (or of the only curve). */
export interface RangeFigures {
  /** Rows of the first and last value in the range. */
  readonly first: number;
  readonly last: number;
  /** Change in dollars between them. */
  readonly change: number;
  /** The change in percent of the first value; null when that value is not above zero. */
  readonly percent: number | null;
  readonly withCosts: boolean;
  readonly drawdown: { readonly percent: number; readonly peak: number; readonly trough: number } | null;
  /** Fees charged in the range; null when the curve has no fees. */
  readonly fees: number | null;
}

/** Null when the range has no value. */
export function rangeFigures(model: EquityModel, from: number, to: number): RangeFigures | null {
  const values = model.present.withCost ? model.withCost : model.raw;
  const hasValue = (row: number): boolean => !Number.isNaN(values[row] ?? Number.NaN);
  let first = from;
  while (first <= to && !hasValue(first)) first += 1;
  let last = to;
  while (last >= first && !hasValue(last)) last -= 1;
  if (first > last) return null;
  const start = values[first] ?? 0;
  const change = (values[last] ?? 0) - start;
  const fees = model.fees.filter((fee) => fee.row >= from && fee.row <= to).reduce((sum, fee) => sum + fee.total, 0);
  return {
    first,
    last,
    change,
    percent: start > 0 ? (change / start) * 100 : null,
    withCosts: model.present.withCost,
    drawdown: maxDrawdownOf(values, first, last),
    fees: model.fees.length === 0 ? null : fees,
  };
}
