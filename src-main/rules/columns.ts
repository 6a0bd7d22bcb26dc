/** A copy with room for `size` numbers; what was there keeps its place, and the rest is 0. */
export function grownInts(column: Int32Array<ArrayBuffer>, size: number): Int32Array<ArrayBuffer> {
  const grown = new Int32Array(size);
  grown.set(column);
  return grown;
}

export function grownFloats(column: Float64Array<ArrayBuffer>, size: number): Float64Array<ArrayBuffer> {
  const grown = new Float64Array(size);
  grown.set(column);
  return grown;
}
