import type { Signal } from '#contract/model/signal.ts';
import { isOpenState } from '#renderer/format/signal-words.ts';

/**
 * Numbers of OCA groups on the screen. A group keeps its number while one of its orders is open.
 */
export class GroupNumbers {
  #numbers: ReadonlyMap<string, number> = new Map();

  /** The numbers by group id. Returns the same map as long as its content does not change. */
  numbersOf(signals: readonly Signal[]): ReadonlyMap<string, number> {
    const groups = new Set(
      signals.flatMap(({ ocaGroupId, state }) => (isOpenState(state) && ocaGroupId ? [ocaGroupId] : [])),
    );
    const known = this.#numbers;
    if (groups.size === known.size && [...groups].every((group) => known.has(group))) return known;
    const numbers = new Map([...known].filter(([group]) => groups.has(group)));
    const used = new Set(numbers.values());
    let next = 1;
    for (const group of groups) {
      if (numbers.has(group)) continue;
      while (used.has(next)) next += 1;
      numbers.set(group, next);
      used.add(next);
    }
    this.#numbers = numbers;
    return numbers;
  }
}
