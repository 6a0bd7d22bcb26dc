/** One value per row. Null if the row has none. */
type Values = readonly (number | null)[];

export type PlotBox = { readonly width: number; readonly height: number; readonly low: number; readonly high: number };

/**
 * Range of the values, with a margin so that a flat line is not drawn on an edge. Sums of the same
 * returns differ in their last digits, which is no difference to show.
 */
export function valueRange(columns: readonly Values[]): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const values of columns) {
    for (const value of values) {
      if (value === null) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (low > high) return { low: 0, high: 1 };
  const size = Math.max(Math.abs(low), Math.abs(high));
  const margin = (high - low > size * 1e-9 ? high - low : size || 1) * 0.08;
  return { low: low - margin, high: high + margin };
}

/**
 * An SVG path of a line whose rows are evenly spaced. When there are more rows than pixels, each
 * pixel gets its lowest and highest value, so that no extreme is lost and the path has at most two
 * points per pixel. A row or pixel without a value is a gap in the line.
 */
export function linePath(values: Values, box: PlotBox): string {
  const pixels = Math.max(1, Math.floor(box.width));
  const parts: string[] = [];
  let isInLine = false;
  const last = Math.max(1, values.length - 1);
  const addPoint = (row: number, value: number): void => {
    const x = ((row / last) * box.width).toFixed(1);
    const y = ((1 - (value - box.low) / (box.high - box.low)) * box.height).toFixed(1);
    parts.push(`${isInLine ? 'L' : 'M'}${x} ${y}`);
    isInLine = true;
  };
  const step = Math.max(1, Math.ceil(values.length / pixels));
  for (let from = 0; from < values.length; from += step) {
    const found = extremes(values, from, Math.min(values.length, from + step));
    if (found === null) {
      isInLine = false;
      continue;
    }
    for (const [row, value] of found) addPoint(row, value);
  }
  return parts.join('');
}

/** The lowest and the highest value of some rows, in row order. Null if all are missing. */
function extremes(values: Values, from: number, to: number): (readonly [row: number, value: number])[] | null {
  let low: readonly [number, number] | null = null;
  let high: readonly [number, number] | null = null;
  for (let row = from; row < to; row += 1) {
    const value = values[row] ?? null;
    if (value === null) continue;
    if (low === null || value < low[1]) low = [row, value];
    if (high === null || value > high[1]) high = [row, value];
  }
  if (low === null || high === null) return null;
  if (low[0] === high[0]) return [low];
  return low[0] < high[0] ? [low, high] : [high, low];
}
