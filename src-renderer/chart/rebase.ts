/**
 * Scales a column so that its first value at or after `first` becomes `start`, to compare curves of
 * different size. Null without such a value, and if it is not above zero: a negative base would
 * invert the curve. `by`: the column with the base value, for points that are separate from their
 * curve.
 */
export function rebase(values: Float64Array, first: number, start: number, by = values): Float64Array | null {
  const base = firstValue(by, first);
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
