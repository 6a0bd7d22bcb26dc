import { grownInts } from './columns.ts';

/** Up to this many are put in order faster by hand than by a sort with a function for two. */
const FEW = 24;

/** Slots in a row, in memory that is used again and again. */
export class SlotList {
  #slots = new Int32Array(2 * FEW);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  clear(): void {
    this.#length = 0;
  }

  push(slot: number): void {
    if (this.#length === this.#slots.length) this.#slots = grownInts(this.#slots, 2 * this.#length);
    this.#slots[this.#length] = slot;
    this.#length += 1;
  }

  /** The least first; `keys` are by slot. */
  sortBy(keys: Float64Array): void {
    const slots = this.#slots;
    const keyOf = (slot: number | undefined): number => keys[slot ?? 0] ?? 0;
    if (this.#length > FEW) {
      slots.subarray(0, this.#length).sort((a, b) => keyOf(a) - keyOf(b));
      return;
    }
    for (let next = 1; next < this.#length; next += 1) {
      const slot = slots[next] ?? 0;
      const key = keyOf(slot);
      let at = next;
      for (; at > 0 && keyOf(slots[at - 1]) > key; at -= 1) slots[at] = slots[at - 1] ?? 0;
      slots[at] = slot;
    }
  }

  map<T>(make: (slot: number) => T): T[] {
    const made: T[] = [];
    for (let at = 0; at < this.#length; at += 1) made.push(make(this.#slots[at] ?? 0));
    return made;
  }
}
