/**
 * Scales a column by the factor that makes the first value of `baseValues` at or after row `first`
 * equal to `start`, to compare curves of different size. Null if that value is missing or not above
 * zero: a negative base would invert the curve. For the column of unlisted points, `baseValues` is
 * the main curve, so that both have the same scale.
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
