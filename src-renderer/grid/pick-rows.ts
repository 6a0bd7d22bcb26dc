/** The flagged rows, in the order given. */
export function pickRows(order: Uint32Array, flags: Uint8Array): Uint32Array {
  const out = new Uint32Array(order.length);
  let at = 0;
  for (let i = 0; i < order.length; i++) {
    const row = order[i]!;
    if (flags[row] === 1) out[at++] = row;
  }
  return out.subarray(0, at);
}
