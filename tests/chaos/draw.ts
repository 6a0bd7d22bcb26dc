import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';

/**
 * A seeded stream of choices. The seed determines what is tried. The timing between processes
 * depends on the machine.
 */
export class Draw {
  /** In [0, 1). */
  readonly fraction: () => number;

  constructor(seed: string) {
    // FNV-1a, so that neighboring seeds give different streams.
    let hash = 2_166_136_261;
    for (const letter of seed) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
    this.fraction = seededNumbers(hash);
  }

  /** Both ends included. */
  wholeNumber(from: number, to: number): number {
    return from + Math.floor(this.fraction() * (to - from + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<Value>(values: readonly Value[]): Value {
    const value = values[this.wholeNumber(0, values.length - 1)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }

  pickIfAny<Value>(values: readonly Value[]): Value | undefined {
    return values.length === 0 ? undefined : this.pick(values);
  }

  /** Picks one of the names, each with a probability in proportion to its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][];
    let remaining = this.fraction() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      remaining -= weight;
      if (remaining < 0) return name;
    }
    return entries.at(-1)![0];
  }

  /** A version-4 UUID. */
  uuid(): string {
    const digits = Array.from({ length: 32 }, () => this.wholeNumber(0, 15).toString(16));
    digits[12] = '4';
    digits[16] = this.pick(['8', '9', 'a', 'b']);
    const text = digits.join('');
    return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
  }
}
