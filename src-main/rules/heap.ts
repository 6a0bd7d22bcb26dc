/** Those to be dropped are swept out when there are at least this many. */
const FEW = 64;

/** A binary heap. Items are never searched in it: who owns them knows which no longer count, and those are swept out now and then. */
export class Heap<T> {
  readonly #items: T[] = [];
  readonly #before: (a: T, b: T) => boolean;
  #sweepAt = FEW;

  constructor(before: (a: T, b: T) => boolean) {
    this.#before = before;
  }

  get size(): number {
    return this.#items.length;
  }

  get first(): T | undefined {
    return this.#items[0];
  }

  push(item: T): void {
    this.#rise(this.#items.length, item);
  }

  pop(): T | undefined {
    const first = this.#items[0];
    const last = this.#items.pop();
    if (last !== undefined && this.#items.length > 0) this.#sink(last);
    return first;
  }

  /** Drops what is not worth keeping, when there is twice as much as was worth it the last time: a small price for each push. */
  sweep(keep: (item: T) => boolean): void {
    if (this.#items.length < this.#sweepAt) return;
    let kept = 0;
    for (const item of this.#items) {
      if (!keep(item)) continue;
      this.#rise(kept, item);
      kept += 1;
    }
    this.#items.length = kept;
    this.#sweepAt = Math.max(FEW, 2 * kept);
  }

  /** Lets an item rise from a place whose ancestors are in order. */
  #rise(place: number, item: T): void {
    const items = this.#items;
    let at = place;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = items[up];
      if (parent === undefined || !this.#before(item, parent)) break;
      items[at] = parent;
      at = up;
    }
    items[at] = item;
  }

  /** Lets an item sink from the top. */
  #sink(item: T): void {
    const items = this.#items;
    let at = 0;
    for (let child = 1; child < items.length; child = 2 * at + 1) {
      let least = items[child];
      const right = items[child + 1];
      if (least !== undefined && right !== undefined && this.#before(right, least)) {
        least = right;
        child += 1;
      }
      if (least === undefined || !this.#before(least, item)) break;
      items[at] = least;
      at = child;
    }
    items[at] = item;
  }
}
