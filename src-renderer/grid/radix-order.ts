/**
 * Stable ascending or descending order of row numbers by a 64-bit key in two halves, least
 * significant digit first, 16 bits per pass. 100,000 doubles take 4 to 10 ms; sorting their indexes
 * with a comparator takes 25 ms. A pass with the same digit in all keys is skipped, so ranks and
 * small integers need one or two passes. The scratch arrays (1.2 MB for 100,000 rows) are
 * allocated for each sort, which is cheaper than retaining them.
 *
 * `keys[i]` is the key of row i. NaN: no value, last in both directions.
 */
export function radixOrder(keys: Float64Array, descending: boolean): Uint32Array {
  const n = keys.length;
  const lo = new Uint32Array(n);
  const hi = new Uint32Array(n);
  splitKeys(keys, descending, lo, hi);
  const counts = new Uint32Array(65536);
  let from: Uint32Array = new Uint32Array(n);
  for (let i = 0; i < n; i++) from[i] = i;
  let to: Uint32Array = new Uint32Array(n);
  for (const [half, shift] of [
    [lo, 0],
    [lo, 16],
    [hi, 0],
    [hi, 16],
  ] as const) {
    if (sortByDigit(half, shift, counts, from, to)) [from, to] = [to, from];
  }
  return from;
}

/**
 * Sorts the rows of `from` by one digit, into `to`. False if all keys have the same digit: nothing
 * was moved.
 */
function sortByDigit(
  half: Uint32Array,
  shift: number,
  counts: Uint32Array,
  from: Uint32Array,
  to: Uint32Array,
): boolean {
  const n = from.length;
  counts.fill(0);
  for (let i = 0; i < n; i++) {
    const digit = (half[i]! >>> shift) & 65535;
    counts[digit] = counts[digit]! + 1;
  }
  if (n === 0 || counts[(half[0]! >>> shift) & 65535] === n) return false;
  let sum = 0;
  for (let d = 0; d < 65536; d++) {
    const c = counts[d]!;
    counts[d] = sum;
    sum += c;
  }
  for (let i = 0; i < n; i++) {
    const row = from[i]!;
    const digit = (half[row]! >>> shift) & 65535;
    const at = counts[digit]!;
    counts[digit] = at + 1;
    to[at] = row;
  }
  return true;
}

/** Converts doubles to bits whose unsigned order is the numeric order, or its reverse. */
function splitKeys(keys: Float64Array, descending: boolean, lo: Uint32Array, hi: Uint32Array): void {
  const number = new Float64Array(1);
  const bits = new Uint32Array(number.buffer);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    if (Number.isNaN(key)) {
      lo[i] = hi[i] = 0xffffffff;
      continue;
    }
    number[0] = key + 0; // −0 becomes 0, so that equal values keep their order.
    let low = bits[0]!;
    let high = bits[1]!;
    if (high >>> 31) {
      low = ~low;
      high = ~high;
    } else high ^= 0x80000000;
    lo[i] = descending ? ~low : low;
    hi[i] = descending ? ~high : high;
  }
}
