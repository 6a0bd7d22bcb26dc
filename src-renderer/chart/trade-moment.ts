import type { ChartMark } from './time-chart.ts';
import { lowerBound } from './lower-bound.ts';
import type { ChartView } from './window-series.ts';

/** The opening or closing of a trade. */
export interface TradeMoment {
  /** Unix seconds. */
  readonly at: number;
  readonly kind: 'entry' | 'exit';
}

/** The most marks of one kind across the view. More would be unreadable. */
const MAX_MARKS = 48;

/**
 * Marks of entries and exits within the view: arrows at the rows, merged with a count if they
 * would overlap.
 */
export function tradeMarks(moments: readonly TradeMoment[], times: Float64Array, view: ChartView): ChartMark[] {
  const rowsPerMark = Math.max(1, (view.to - view.from) / MAX_MARKS);
  const found = new Map<string, { row: number; kind: TradeMoment['kind']; count: number }>();
  for (const { at, kind } of moments) {
    const row = Math.max(0, lowerBound(times, at + 1) - 1);
    if (row < view.from || row > view.to) continue;
    const key = `${kind} ${Math.floor((row - view.from) / rowsPerMark)}`;
    const existing = found.get(key);
    if (existing === undefined) found.set(key, { row, kind, count: 1 });
    else existing.count += 1;
  }
  return [...found.values()]
    .sort((one, other) => one.row - other.row)
    .map(({ row, kind, count }) => ({ row, colorName: kind, text: count === 1 ? '' : String(count) }));
}
