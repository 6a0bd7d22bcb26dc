/** The first place in ascending values that is not below `wanted`; their length when all are. */
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
