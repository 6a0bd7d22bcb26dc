import { deepestDrawdown } from '#renderer/chart/deepest-drawdown.ts';
import type { EquityModel } from '#renderer/chart/equity-model.ts';

/** Figures of the stretch of the curve that is shown, all from the curve with costs (or the only one there is). */
export interface RangeFigures {
  /** Rows of the first and the last value in the stretch. */
  readonly first: number;
  readonly last: number;
  /** Money between them. */
  readonly change: number;
  /** Per cent of the first value; null when that is not above zero. */
  readonly percent: number | null;
  readonly costs: boolean;
  readonly drawdown: { readonly percent: number; readonly peak: number; readonly trough: number } | null;
  /** Fees charged in the stretch, null when the curve names none at all. */
  readonly fees: number | null;
}

/** Null when the stretch holds no value. */
export function rangeFigures(model: EquityModel, from: number, to: number): RangeFigures | null {
  const values = model.present.withCost ? model.withCost : model.raw;
  const there = (row: number): boolean => !Number.isNaN(values[row] ?? Number.NaN);
  let first = from;
  while (first <= to && !there(first)) first += 1;
  let last = to;
  while (last >= first && !there(last)) last -= 1;
  if (first > last) return null;
  const start = values[first] ?? 0;
  const change = (values[last] ?? 0) - start;
  const fees = model.fees.filter((fee) => fee.at >= from && fee.at <= to).reduce((sum, fee) => sum + fee.total, 0);
  return {
    first,
    last,
    change,
    percent: start > 0 ? (change / start) * 100 : null,
    costs: model.present.withCost,
    drawdown: deepestDrawdown(values, first, last),
    fees: model.fees.length === 0 ? null : fees,
  };
}
