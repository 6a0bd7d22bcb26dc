/**
 * The values of some rows, in their order. A loop, because a mapping function is several times
 * slower over typed arrays.
 */
export function gather(values: ArrayLike<number>, rows: ArrayLike<number>): Float64Array {
  const gathered = new Float64Array(rows.length);
  for (let at = 0; at < gathered.length; at += 1) gathered[at] = values[rows[at] ?? -1] ?? Number.NaN;
  return gathered;
}
