/**
 * The most rows that the library receives unreduced. If there are more rows, it receives a
 * window of extremes (measured in docs/performance.md).
 */
export const RAW_POINTS = 20_000;

/** The shown rows, from..to. Both may have fractions. */
export interface ChartView {
  readonly from: number;
  readonly to: number;
}

/**
 * The window that the library receives: `count` buckets of 2^level rows from bucket `first`. A
 * bucket of one row (level 0) takes one slot of the time axis. A larger bucket takes two, for the
 * earlier and the later of its extremes.
 */
export interface SeriesWindow {
  readonly level: number;
  readonly first: number;
  readonly count: number;
}

/**
 * The window for a view of a chart `width` pixels wide. It has at most one slot per pixel, because
 * a second slot would not be visible and would double the cost. It has a margin of half a view on
 * both sides for panning. The previous window is returned while it still fits, because new data
 * costs far more than a new view.
 */
export function planWindow(view: ChartView, rows: number, width: number, previous: SeriesWindow | null): SeriesWindow {
  if (rows <= RAW_POINTS) return reuseIfSame(previous, { level: 0, first: 0, count: rows });
  const span = Math.max(1, view.to - view.from);
  const pixels = Math.max(1, width);
  // A bucket of one row takes one slot, a larger bucket takes two.
  const level = span <= pixels ? 0 : Math.ceil(Math.log2((2 * span) / pixels));
  const size = 2 ** level;
  const buckets = Math.ceil(rows / size);
  const from = clampTo(Math.floor(view.from / size), buckets);
  const to = clampTo(Math.floor(view.to / size), buckets);
  const fits =
    previous?.level === level && previous.first <= from && previous.first + previous.count > to && previous.count > 0;
  if (fits) return previous;
  const margin = Math.ceil((to - from + 1) / 2);
  const first = Math.max(0, from - margin);
  return { level, first, count: Math.min(buckets, to + 1 + margin) - first };
}

const clampTo = (bucket: number, buckets: number): number => Math.min(Math.max(0, bucket), buckets - 1);

const reuseIfSame = (previous: SeriesWindow | null, next: SeriesWindow): SeriesWindow =>
  previous?.level === next.level && previous.first === next.first && previous.count === next.count ? previous : next;

/** The slot of a row on the time axis of the window. */
export function slotOfRow(window: SeriesWindow, row: number): number {
  return window.level === 0 ? row - window.first : (row / 2 ** window.level - window.first) * 2;
}

/** The row of a slot: the first row of its half of the bucket. */
export function rowOfSlot(window: SeriesWindow, slot: number, rows: number): number {
  const row =
    window.level === 0 ? window.first + slot : Math.floor((window.first + Math.floor(slot) / 2) * 2 ** window.level);
  return Math.min(Math.max(0, Math.round(row)), Math.max(0, rows - 1));
}

/**
 * The row at a share of the plot's width. The library draws the first slot of the view half a slot
 * from the left edge, and the last slot half a slot from the right edge.
 */
export function rowAtShare(window: SeriesWindow, view: ChartView, share: number, rows: number): number {
  const from = slotOfRow(window, view.from);
  const to = slotOfRow(window, view.to);
  return rowOfSlot(window, Math.round(from + share * (to - from + 1) - 0.5), rows);
}

/** Slots in the window. */
export const slotCount = (window: SeriesWindow): number => (window.level === 0 ? window.count : window.count * 2);

/**
 * The time of each slot. Strictly ascending: a bucket has two or more rows, so that each half of it
 * has a row of its own.
 */
export function slotTimes(window: SeriesWindow, times: Float64Array): Float64Array {
  if (window.level === 0) return times.slice(window.first, window.first + window.count);
  const half = 2 ** (window.level - 1);
  const out = new Float64Array(window.count * 2);
  let previous = Number.NEGATIVE_INFINITY;
  for (let slot = 0; slot < out.length; slot += 1) {
    // The last bucket may be incomplete: its second slot has no row and follows one second later.
    const time = times[window.first * 2 * half + slot * half];
    previous = time === undefined || time <= previous ? previous + 1 : time;
    out[slot] = previous;
  }
  return out;
}
