import { grownInts } from './columns.ts';

const FEW = 64;
/** Those of Ciura, and on from there by nine quarters. */
const GAPS = [90_927, 40_412, 17_961, 7983, 3548, 1577, 701, 301, 132, 57, 23, 10, 4, 1];

/** Slots in a row, in memory that is used again and again. */
export class SlotList {
  #slots = new Int32Array(FEW);
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

  /** The least first, by a Shell sort; `keys` are by slot. It makes nothing, and looks once at what is in order already. */
  sortBy(keys: Float64Array): void {
    const slots = this.#slots;
    for (const gap of GAPS) {
      for (let next = gap; next < this.#length; next += 1) {
        const slot = slots[next] ?? 0;
        const key = keys[slot] ?? 0;
        let at = next;
        for (; at >= gap && (keys[slots[at - gap] ?? 0] ?? 0) > key; at -= gap) slots[at] = slots[at - gap] ?? 0;
        slots[at] = slot;
      }
    }
  }

  at(place: number): number {
    return this.#slots[place] ?? 0;
  }
}
