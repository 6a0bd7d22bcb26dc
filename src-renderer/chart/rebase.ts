/**
 * Scales a column so that its first value at or after `first` becomes `start`, for comparing curves of different size.
 * Null when there is no value above zero to scale from: a negative base would turn the curve upside down. `by`: the column
 * whose first value that is, where points of a curve stand apart from it.
 */
export function rebase(values: Float64Array, first: number, start: number, by = values): Float64Array | null {
  const base = firstValue(by, first);
  if (base === null || base <= 0) return null;
  const factor = start / base;
  return values.map((value) => value * factor);
}

/** The first value at or after a row, null when all that follow are absent. */
export function firstValue(values: Float64Array, first: number): number | null {
  for (let at = Math.max(0, first); at < values.length; at += 1) {
    const value = values[at] ?? Number.NaN;
    if (!Number.isNaN(value)) return value;
  }
  return null;
}
