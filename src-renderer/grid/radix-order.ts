/**
 * Stable ascending or descending order of row numbers by a 64-bit key in two halves, least significant digit first, 16 bits a
 * pass. 100,000 doubles take 4 to 10 ms where an index permutation with a comparator takes 25; a pass in which all keys share
 * the digit is skipped, so ranks and small integers cost one or two passes.
 */
export class RadixOrder {
  readonly #lo: Uint32Array;
  readonly #hi: Uint32Array;
  readonly #spare: Uint32Array;
  readonly #count = new Uint32Array(65536);

  constructor(size: number) {
    this.#lo = new Uint32Array(size);
    this.#hi = new Uint32Array(size);
    this.#spare = new Uint32Array(size);
  }

  /** `keys[i]` is the key of row i; NaN = no value, last in both directions. Returns a new permutation. */
  sort(keys: Float64Array, descending: boolean): Uint32Array {
    splitKeys(keys, descending, this.#lo, this.#hi);
    const n = keys.length;
    let from: Uint32Array = new Uint32Array(n);
    for (let i = 0; i < n; i++) from[i] = i;
    let to: Uint32Array = this.#spare;
    for (const [half, shift] of [
      [this.#lo, 0],
      [this.#lo, 16],
      [this.#hi, 0],
      [this.#hi, 16],
    ] as const) {
      if (this.#pass(half, shift, from, to)) [from, to] = [to, from];
    }
    return from === this.#spare ? from.slice() : from;
  }

  /** False: all keys have the same digit, nothing was moved. */
  #pass(half: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): boolean {
    const count = this.#count;
    const n = from.length;
    count.fill(0);
    for (let i = 0; i < n; i++) {
      const digit = (half[i]! >>> shift) & 65535;
      count[digit] = count[digit]! + 1;
    }
    if (n === 0 || count[(half[0]! >>> shift) & 65535] === n) return false;
    let sum = 0;
    for (let d = 0; d < 65536; d++) {
      const c = count[d]!;
      count[d] = sum;
      sum += c;
    }
    for (let i = 0; i < n; i++) {
      const row = from[i]!;
      const digit = (half[row]! >>> shift) & 65535;
      const at = count[digit]!;
      count[digit] = at + 1;
      to[at] = row;
    }
    return true;
  }
}

/** The bits of a double, turned so that their unsigned order is the numeric order (or its reverse). */
function splitKeys(keys: Float64Array, descending: boolean, lo: Uint32Array, hi: Uint32Array): void {
  const number = new Float64Array(1);
  const bits = new Uint32Array(number.buffer);
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    if (Number.isNaN(key)) {
      lo[i] = hi[i] = 0xffffffff;
      continue;
    }
    number[0] = key + 0; // −0 becomes 0, or equal values would not keep their order
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
