/** A binary min-heap of items by a number. Items are never searched in it: who owns them knows which have become stale. */
export class KeyHeap<T> {
  readonly #keys: number[] = [];
  readonly #items: T[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** The smallest key; infinity when there is nothing. */
  get firstKey(): number {
    return this.#keys[0] ?? Infinity;
  }

  get first(): T | undefined {
    return this.#items[0];
  }

  push(key: number, item: T): void {
    this.#place(this.#items.length, key, item);
  }

  pop(): T | undefined {
    const first = this.#items[0];
    const key = this.#keys.pop();
    const item = this.#items.pop();
    if (key !== undefined && item !== undefined && this.#items.length > 0) this.#sink(key, item);
    return first;
  }

  /** Drops what is not worth keeping, in one pass. */
  retain(keep: (item: T, key: number) => boolean): void {
    const keys = this.#keys;
    const items = this.#items;
    let kept = 0;
    for (let at = 0; at < items.length; at += 1) {
      const key = keys[at] ?? Infinity;
      const item = items[at];
      if (item === undefined || !keep(item, key)) continue;
      this.#place(kept, key, item);
      kept += 1;
    }
    keys.length = kept;
    items.length = kept;
  }

  /** Lets an item rise from a place whose ancestors are in order. */
  #place(place: number, key: number, item: T): void {
    const keys = this.#keys;
    const items = this.#items;
    let at = place;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const above = keys[up] ?? -Infinity;
      const parent = items[up];
      if (above <= key || parent === undefined) break;
      keys[at] = above;
      items[at] = parent;
      at = up;
    }
    keys[at] = key;
    items[at] = item;
  }

  #sink(key: number, item: T): void {
    const keys = this.#keys;
    const items = this.#items;
    const size = keys.length;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      let least = keys[child] ?? Infinity;
      const right = keys[child + 1] ?? Infinity;
      if (right < least) {
        least = right;
        child += 1;
      }
      const below = items[child];
      if (least >= key || below === undefined) break;
      keys[at] = least;
      items[at] = below;
      at = child;
    }
    keys[at] = key;
    items[at] = item;
  }
}
