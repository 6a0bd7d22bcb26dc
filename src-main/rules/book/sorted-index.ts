import type { Signal } from '#rules/signals/signal.ts';

type Group<Key> = { readonly key: Key; readonly signals: Map<string, Signal> };

/** Signals grouped by a price or by a time, with the groups in ascending order. Within a group they keep their order of arrival. */
export class SortedIndex<Key extends bigint | number> {
  readonly #groups: Group<Key>[] = [];

  get first(): Key | undefined {
    return this.#groups[0]?.key;
  }

  get last(): Key | undefined {
    return this.#groups.at(-1)?.key;
  }

  add(key: Key, signal: Signal): void {
    const at = this.#placeOf(key);
    let group = this.#groups[at];
    if (group?.key !== key) {
      group = { key, signals: new Map() };
      this.#groups.splice(at, 0, group);
    }
    group.signals.set(signal.id, signal);
  }

  delete(key: Key, id: string): void {
    const at = this.#placeOf(key);
    const group = this.#groups[at];
    if (group?.key !== key) return;
    group.signals.delete(id);
    if (group.signals.size === 0) this.#groups.splice(at, 1);
  }

  /** Signals whose key is at most this one. */
  upTo(key: Key): Signal[] {
    const found: Signal[] = [];
    for (const group of this.#groups) {
      if (group.key > key) break;
      found.push(...group.signals.values());
    }
    return found;
  }

  /** Signals whose key is at least this one. */
  from(key: Key): Signal[] {
    return this.#groups.slice(this.#placeOf(key)).flatMap((group) => [...group.signals.values()]);
  }

  /** The index of the group with this key, or of the first group after it. */
  #placeOf(key: Key): number {
    let low = 0;
    let high = this.#groups.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const group = this.#groups[middle];
      if (group !== undefined && group.key < key) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
