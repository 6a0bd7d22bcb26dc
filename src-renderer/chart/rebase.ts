/**
 * Scales a column so that its first value at or after `first` becomes `start`, to compare curves of
 * different size. Null if there is no such value, or if it is not above zero: a negative base would
 * invert the curve. `baseValues` is the column that the first value is taken from, for unlisted
 * points, which are scaled like the curve that they are separate from.
 */
export function rebase(values: Float64Array, first: number, start: number, baseValues = values): Float64Array | null {
  const base = firstValue(baseValues, first);
  if (base === null || base <= 0) return null;
  const factor = start / base;
  return values.map((value) => value * factor);
}

/** The first value at or after a row, null when there is none. */
export function firstValue(values: Float64Array, first: number): number | null {
  for (let at = Math.max(0, first); at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
  }
  return null;
}
