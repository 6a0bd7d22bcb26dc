/** The lowest stored level. Smaller buckets are computed from the values, which is as fast. */
const BASE_LEVEL = 6;

interface Level {
  readonly low: Float64Array;
  readonly high: Float64Array;
  /** 1 when the highest value is before the lowest. */
  readonly highFirst: Uint8Array;
}

/**
 * The lowest and highest value of every bucket of 2^level values, with their order in time. Any
 * part of a long column can be drawn with two points per pixel without losing a peak. Needs about
 * half a byte of memory per value.
 */
export class MinMaxPyramid {
  readonly #values: Float64Array;
  readonly #levels: Level[] = [];

  constructor(values: Float64Array) {
    this.#values = values;
    if (values.length > 2 ** BASE_LEVEL) this.#build();
  }

  /**
   * Two numbers for each of `count` buckets of 2^level values from bucket `first`: its extremes in
   * time order; NaN for an empty bucket. Level 0 returns each value once.
   */
  window(level: number, first: number, count: number): Float64Array {
    if (level === 0) return this.#values.slice(first, first + count);
    const out = new Float64Array(count * 2);
    for (let bucket = 0; bucket < count; bucket += 1) this.#extremes(level, first + bucket, out, bucket * 2);
    return out;
  }

  #extremes(level: number, bucket: number, out: Float64Array, at: number): void {
    const stored = this.#levels[level - BASE_LEVEL];
    if (stored === undefined) {
      scan(this.#values, bucket * 2 ** level, (bucket + 1) * 2 ** level, out, at);
      return;
    }
    const low = stored.low[bucket] ?? Number.NaN;
    const high = stored.high[bucket] ?? Number.NaN;
    const highFirst = stored.highFirst[bucket] === 1;
    out[at] = highFirst ? high : low;
    out[at + 1] = highFirst ? low : high;
  }

  #build(): void {
    const size = 2 ** BASE_LEVEL;
    const pair = new Float64Array(2);
    let level = emptyLevel(Math.ceil(this.#values.length / size));
    for (let bucket = 0; bucket < level.low.length; bucket += 1) {
      scan(this.#values, bucket * size, (bucket + 1) * size, pair, 0);
      set(level, bucket, pair[0] ?? Number.NaN, pair[1] ?? Number.NaN);
    }
    this.#levels.push(level);
    while (level.low.length > 1) {
      level = halve(level);
      this.#levels.push(level);
    }
  }
}

const emptyLevel = (length: number): Level => ({
  low: new Float64Array(length),
  high: new Float64Array(length),
  highFirst: new Uint8Array(length),
});

function set(level: Level, bucket: number, earlier: number, later: number): void {
  const highFirst = earlier > later;
  level.low[bucket] = highFirst ? later : earlier;
  level.high[bucket] = highFirst ? earlier : later;
  level.highFirst[bucket] = highFirst ? 1 : 0;
}

/** Writes the extremes of values from..until (exclusive) to `out` in time order. */
function scan(values: Float64Array, from: number, until: number, out: Float64Array, at: number): void {
  let lowAt = -1;
  let highAt = -1;
  const end = Math.min(until, values.length);
  for (let index = from; index < end; index += 1) {
    const value = values[index] ?? Number.NaN;
    if (Number.isNaN(value)) continue;
    if (lowAt < 0 || value < (values[lowAt] ?? 0)) lowAt = index;
    if (highAt < 0 || value > (values[highAt] ?? 0)) highAt = index;
  }
  out[at] = lowAt < 0 ? Number.NaN : (values[Math.min(lowAt, highAt)] ?? Number.NaN);
  out[at + 1] = lowAt < 0 ? Number.NaN : (values[Math.max(lowAt, highAt)] ?? Number.NaN);
}

/** The next level: each of its buckets combines two buckets of the finer level. */
function halve(finer: Level): Level {
  const level = emptyLevel(Math.ceil(finer.low.length / 2));
  for (let bucket = 0; bucket < level.low.length; bucket += 1) {
    const left = bucket * 2;
    const right = left + 1;
    const highs = [finer.high[left] ?? Number.NaN, finer.high[right] ?? Number.NaN] as const;
    const lows = [finer.low[left] ?? Number.NaN, finer.low[right] ?? Number.NaN] as const;
    const highRight = Number.isNaN(highs[0]) || highs[1] > highs[0];
    const lowRight = Number.isNaN(lows[0]) || lows[1] < lows[0];
    level.low[bucket] = lowRight ? lows[1] : lows[0];
    level.high[bucket] = highRight ? highs[1] : highs[0];
    const halfHighFirst = (highRight ? finer.highFirst[right] : finer.highFirst[left]) ?? 0;
    level.highFirst[bucket] = highRight === lowRight ? halfHighFirst : lowRight ? 1 : 0;
  }
  return level;
}
