/** The values of some rows, in their order. A loop: a mapping function costs several times as much over typed arrays. */
export function taken(values: ArrayLike<number>, rows: ArrayLike<number>): Float64Array {
  const found = new Float64Array(rows.length);
  for (let at = 0; at < found.length; at += 1) found[at] = values[rows[at] ?? -1] ?? Number.NaN;
  return found;
}
