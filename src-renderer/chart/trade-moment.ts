import type { ChartMark } from './time-chart.ts';
import { lowerBound } from './lower-bound.ts';
import type { ChartView } from './window-series.ts';

/** A trade was opened or closed. */
export interface TradeMoment {
  /** Unix seconds. */
  readonly at: number;
  readonly kind: 'entry' | 'exit';
}

/** Marks side by side across the view: more would be a band that says nothing. */
const PLACES = 48;

/**
 * Marks of what was traded within the view: arrows at the rows, those that would lie on one another as one with their count.
 */
export function tradeMarks(moments: readonly TradeMoment[], times: Float64Array, view: ChartView): ChartMark[] {
  const size = Math.max(1, (view.to - view.from) / PLACES);
  const found = new Map<string, { row: number; kind: TradeMoment['kind']; count: number }>();
  for (const { at, kind } of moments) {
    const row = Math.max(0, lowerBound(times, at + 1) - 1);
    if (row < view.from || row > view.to) continue;
    const key = `${kind} ${Math.floor((row - view.from) / size)}`;
    const there = found.get(key);
    if (there === undefined) found.set(key, { row, kind, count: 1 });
    else there.count += 1;
  }
  return [...found.values()]
    .sort((one, other) => one.row - other.row)
    .map(({ row, kind, count }) => ({ row, ink: kind, text: count === 1 ? '' : String(count) }));
}
