/**
 * The first position whose value is at least `wanted`; the length when there is none. The values
 * are ascending.
 */
export function lowerBound(values: Float64Array, wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
