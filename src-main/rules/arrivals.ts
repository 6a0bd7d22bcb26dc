import { grownInts } from './columns.ts';
import type { Slots } from './slots.ts';

/** Gaps are closed when there are at least this many and they are half of all. */
const FEW = 64;
/** In the place of a signal that has left. */
const GAP = 0;

/** How far somebody has read. */
export type Reader = { next: number };

/**
 * Slots of live signals in the order in which they came. To come and to go costs next to nothing: indexes that are asked now and then read
 * on from where they stopped, and never see what came and went between two questions.
 */
export class Arrivals {
  readonly #slots: Slots;
  readonly #readers: Reader[] = [];
  #list = new Int32Array(FEW);
  #length = 0;
  #gaps = 0;

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  /** A reader that has read nothing yet. */
  reader(): Reader {
    const reader = { next: 0 };
    this.#readers.push(reader);
    return reader;
  }

  add(slot: number): void {
    if (this.#length === this.#list.length) this.#list = grownInts(this.#list, 2 * this.#length);
    this.#list[this.#length] = slot;
    this.#slots.place[slot] = this.#length;
    this.#length += 1;
  }

  remove(slot: number): void {
    this.#list[this.#slots.place[slot] ?? 0] = GAP;
    this.#gaps += 1;
    if (this.#gaps >= FEW && this.#gaps * 2 >= this.#length) this.#closeGaps();
  }

  /** The next of those that are live, for a reader that reads on; 0 when there is none yet. */
  next(reader: Reader): number {
    while (reader.next < this.#length) {
      const slot = this.#list[reader.next] ?? GAP;
      reader.next += 1;
      if (slot !== GAP) return slot;
    }
    return GAP;
  }

  hasRead(reader: Reader, slot: number): boolean {
    return (this.#slots.place[slot] ?? 0) < reader.next;
  }

  all(): number[] {
    return Array.from(this.#list.subarray(0, this.#length)).filter((slot) => slot !== GAP);
  }

  #closeGaps(): void {
    for (const reader of this.#readers) reader.next = this.#countTo(reader.next);
    let kept = 0;
    for (let at = 0; at < this.#length; at += 1) {
      const slot = this.#list[at] ?? GAP;
      if (slot === GAP) continue;
      this.#list[kept] = slot;
      this.#slots.place[slot] = kept;
      kept += 1;
    }
    this.#length = kept;
    this.#gaps = 0;
  }

  /** Live ones before this place. */
  #countTo(place: number): number {
    let count = 0;
    for (let at = 0; at < place; at += 1) if (this.#list[at] !== GAP) count += 1;
    return count;
  }
}
