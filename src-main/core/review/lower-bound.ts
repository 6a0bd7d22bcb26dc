/**
 * The first place in ascending values whose value is not below `wanted`, or the number of values if
 * all are below.
 */
export function lowerBound(values: Float64Array | Int32Array, wanted: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? Number.NaN) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
