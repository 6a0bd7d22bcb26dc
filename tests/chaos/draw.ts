/**
 * A seeded stream of choices. The seed determines what is tried. The timing between processes
 * depends on the machine.
 */
export class Draw {
  #state: number;

  constructor(seed: string) {
    // FNV-1a, so that neighboring seeds give different streams.
    let hash = 2_166_136_261;
    for (const letter of seed) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
    this.#state = hash >>> 0;
  }

  /** In [0, 1). */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.whole(0, values.length - 1)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }

  maybe<Value>(values: readonly Value[]): Value | undefined {
    return values.length === 0 ? undefined : this.pick(values);
  }

  /** Names with weights. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let left = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      left -= weight;
      if (left < 0) return name;
    }
    return entries.at(-1)![0];
  }

  /** A version-4 UUID. */
  uuid(): string {
    const digits = Array.from({ length: 32 }, () => this.whole(0, 15).toString(16));
    digits[12] = '4';
    digits[16] = this.pick(['8', '9', 'a', 'b']);
    const text = digits.join('');
    return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
  }
}
