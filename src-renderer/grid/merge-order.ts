/**
 * Merges changed rows into a sort order that is correct for all other rows, in one linear pass
 * instead of a new sort. `changed[row]` is 1 for a changed row. Equal keys have the order of row
 * numbers, as after the full sort.
 */
export function mergeOrder(
  order: Uint32Array,
  keys: Float64Array,
  descending: boolean,
  changed: Uint8Array,
  changedRows: Uint32Array,
): Uint32Array {
  const isBefore = (a: number, b: number): boolean => {
    const x = keys[a]!;
    const y = keys[b]!;
    if (x === y) return a < b;
    if (Number.isNaN(x)) return Number.isNaN(y) && a < b;
    if (Number.isNaN(y)) return true;
    return descending ? x > y : x < y;
  };
  const moved = changedRows.slice().sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const out = new Uint32Array(order.length);
  let at = 0;
  let next = 0;
  for (let i = 0; i < order.length; i++) {
    const row = order[i]!;
    if (changed[row] === 1) continue;
    while (next < moved.length && isBefore(moved[next]!, row)) out[at++] = moved[next++]!;
    out[at++] = row;
  }
  while (next < moved.length) out[at++] = moved[next++]!;
  return out;
}
