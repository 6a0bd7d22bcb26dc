import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';

export type Contestants = Readonly<Record<string, () => number>>;

/** By name of the contestant: one figure for each round. */
export type Figures = Readonly<Record<string, readonly number[]>>;

/**
 * Runs each contestant once to warm up and then once per round, in a new random order each time, so
 * that neither heat nor the state of the heap favors one. Garbage is collected before each run if
 * Node was started with --expose-gc.
 */
export function inShuffledRounds(contestants: Contestants, rounds: number, seed = 3): Figures {
  const random = seededNumbers(seed);
  const names = Object.keys(contestants);
  const figures = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of shuffled(names, random)) {
      globalThis.gc?.();
      const figure = contestants[name]?.() ?? NaN;
      if (round > 0) figures.get(name)?.push(figure);
    }
  }
  return Object.fromEntries(figures);
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
