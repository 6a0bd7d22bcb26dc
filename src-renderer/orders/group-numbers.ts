import type { Signal } from '#contract/model/signal.ts';
import { isLive } from '#renderer/format/signal-words.ts';

/** Numbers for OCA groups on the screen: a group keeps its number while one of its orders may still trade. */
export class GroupNumbers {
  #numbers: ReadonlyMap<string, number> = new Map();

  /** By group id; the same map as long as it says the same. */
  of(signals: readonly Signal[]): ReadonlyMap<string, number> {
    const groups = new Set(
      signals.flatMap(({ ocaGroupId, state }) => (isLive(state) && ocaGroupId ? [ocaGroupId] : [])),
    );
    const known = this.#numbers;
    if (groups.size === known.size && [...groups].every((group) => known.has(group))) return known;
    const numbers = new Map([...known].filter(([group]) => groups.has(group)));
    const taken = new Set(numbers.values());
    let next = 1;
    for (const group of groups) {
      if (numbers.has(group)) continue;
      while (taken.has(next)) next += 1;
      numbers.set(group, next);
      taken.add(next);
    }
    this.#numbers = numbers;
    return numbers;
  }
}
