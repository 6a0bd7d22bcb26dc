import type { Draw } from './draw.ts';

export type Factor = { readonly name: string; readonly values: readonly string[] };
export type Combination = Readonly<Record<string, string>>;

const candidateCount = 30;

/**
 * Returns combinations in which each pair of values of two factors occurs at least once. The search
 * is greedy: it draws some candidates and takes the one with the most new pairs.
 */
export function allPairs(factors: readonly Factor[], draw: Draw): Combination[] {
  const uncovered = new UncoveredPairs(factors);
  const found: Combination[] = [];
  while (uncovered.size > 0) {
    const candidates = Array.from({ length: candidateCount }, () => candidate(factors, uncovered, draw));
    const best = candidates.reduce((a, b) => (b.newPairs > a.newPairs ? b : a));
    uncovered.cover(best.chosen);
    const entries = factors.map(({ name, values }, index) => [name, values[best.chosen[index] ?? 0] ?? ''] as const);
    found.push(Object.fromEntries(entries));
  }
  return found;
}

/** The index of the chosen value by factor; -1 for a factor without a value yet. */
type Chosen = number[];

/**
 * Starts with an uncovered pair and adds one factor at a time, with the value that covers most
 * uncovered pairs.
 */
function candidate(
  factors: readonly Factor[],
  uncovered: UncoveredPairs,
  draw: Draw,
): { chosen: Chosen; newPairs: number } {
  const chosen: Chosen = factors.map(() => -1);
  const [a, x, b, y] = uncovered.drawPair(draw);
  chosen[a] = x;
  chosen[b] = y;
  let newPairs = 1;
  for (const factor of shuffled(factors.length, draw)) {
    if (chosen[factor] !== -1) continue;
    const scores = (factors[factor]?.values ?? []).map((_value, value) => uncovered.countNew(chosen, factor, value));
    const best = Math.max(...scores);
    chosen[factor] = draw.pick(scores.flatMap((score, value) => (score === best ? [value] : [])));
    newPairs += best;
  }
  return { chosen, newPairs };
}

/** The uncovered pairs: a table with a row and a column for each value of each factor. */
class UncoveredPairs {
  /** By factor: the row and the column of its first value. */
  readonly #firstRows: readonly number[];
  readonly #width: number;
  readonly #table: Uint8Array;
  size = 0;

  constructor(factors: readonly Factor[]) {
    let at = 0;
    this.#firstRows = factors.map(({ values }) => (at += values.length) - values.length);
    this.#width = at;
    this.#table = new Uint8Array(at * at);
    for (const [a, { values }] of factors.entries()) {
      for (const [b, other] of factors.entries()) {
        if (b <= a) continue;
        for (let x = 0; x < values.length; x++) for (let y = 0; y < other.values.length; y++) this.#set(a, x, b, y, 1);
        this.size += values.length * other.values.length;
      }
    }
  }

  /** A drawn uncovered pair: factor, value, factor, value. */
  drawPair(draw: Draw): [number, number, number, number] {
    const start = draw.wholeNumber(0, this.#table.length - 1);
    const at = this.#table.indexOf(1, start);
    const index = at < 0 ? this.#table.indexOf(1) : at;
    const [a, x] = this.#place(Math.floor(index / this.#width));
    const [b, y] = this.#place(index % this.#width);
    return [a, x, b, y];
  }

  /** How many uncovered pairs this value forms with the chosen ones. */
  countNew(chosen: Chosen, factor: number, value: number): number {
    const row = ((this.#firstRows[factor] ?? 0) + value) * this.#width;
    let count = 0;
    for (const [other, picked] of chosen.entries()) {
      if (picked >= 0) count += this.#table[row + (this.#firstRows[other] ?? 0) + picked] ?? 0;
    }
    return count;
  }

  cover(chosen: Chosen): void {
    for (const [a, x] of chosen.entries()) {
      for (const [b, y] of chosen.entries()) {
        // Counts only the pair with the value of factor b: 0 if that pair is covered already.
        if (
          b <= a ||
          this.countNew(
            [...chosen.keys()].map((factor) => (factor === b ? y : -1)),
            a,
            x,
          ) === 0
        )
          continue;
        this.#set(a, x, b, y, 0);
        this.size -= 1;
      }
    }
  }

  /** Stored in both directions, so that a pair is found from either value. */
  #set(a: number, x: number, b: number, y: number, value: 0 | 1): void {
    const [rowA, rowB] = [(this.#firstRows[a] ?? 0) + x, (this.#firstRows[b] ?? 0) + y];
    this.#table[rowA * this.#width + rowB] = value;
    this.#table[rowB * this.#width + rowA] = value;
  }

  /** The factor and the value of a row or column. */
  #place(row: number): [number, number] {
    const factor = this.#firstRows.findLastIndex((first) => first <= row);
    return [factor, row - (this.#firstRows[factor] ?? 0)];
  }
}

function shuffled(count: number, draw: Draw): number[] {
  return Array.from({ length: count }, (_unused, index) => ({ index, key: draw.fraction() }))
    .sort((a, b) => a.key - b.key)
    .map(({ index }) => index);
}
