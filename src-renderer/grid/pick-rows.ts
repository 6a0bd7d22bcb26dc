/** The flagged rows, in the order given (null: by row number). */
export function pickRows(order: Uint32Array | null, flags: Uint8Array): Uint32Array {
  const size = order?.length ?? flags.length;
  const out = new Uint32Array(size);
  let at = 0;
  for (let i = 0; i < size; i++) {
    const row = order === null ? i : order[i]!;
    if (flags[row] === 1) out[at++] = row;
  }
  return out.subarray(0, at);
}
