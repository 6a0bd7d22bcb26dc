import { grownInts } from './columns.ts';
import type { Slots } from './slots.ts';

/** Gaps are closed when there are at least this many and they are half of all. */
const FEW = 64;
/** In the place of a signal that has left. */
const GAP = 0;

/**
 * Slots by the service's id. A counter gives out the ids, so signals come in their order, and a sorted list is all that is needed: to come
 * and to go costs next to nothing, and who asks for one by this id searches. Other ids do as well, but cost more to come.
 */
export class SlotsById {
  readonly #slots: Slots;
  readonly #ids: string[] = [];
  /** In the same places. */
  #numbers = new Int32Array(FEW);
  #gaps = 0;

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  add(id: string, slot: number): void {
    const { length } = this.#ids;
    if (length === this.#numbers.length) this.#numbers = grownInts(this.#numbers, 2 * length);
    const isLast = length === 0 || comesBefore(this.#ids[length - 1] ?? '', id);
    const place = isLast ? length : this.#makePlace(id);
    this.#ids[place] = id;
    this.#put(place, slot);
  }

  remove(slot: number): void {
    this.#numbers[this.#slots.place[slot] ?? 0] = GAP;
    this.#gaps += 1;
    if (this.#gaps >= FEW && this.#gaps * 2 >= this.#ids.length) this.#closeGaps();
  }

  find(id: string): number | undefined {
    const { length } = this.#ids;
    // Most that is asked for is an own id, and outside of all that a counter has given.
    if (length === 0 || comesBefore(this.#ids[length - 1] ?? '', id) || comesBefore(id, this.#ids[0] ?? '')) return undefined;
    const place = this.#placeOf(id);
    const slot = this.#ids[place] === id ? this.#numbers[place] : GAP;
    return slot === GAP ? undefined : slot;
  }

  /** In the order of their ids. */
  all(): number[] {
    return Array.from(this.#numbers.subarray(0, this.#ids.length)).filter((slot) => slot !== GAP);
  }

  /** Of this id, or of the first that comes behind it. */
  #placeOf(id: string): number {
    let from = 0;
    let to = this.#ids.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (comesBefore(this.#ids[middle] ?? id, id)) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Lets those behind it move on by one. */
  #makePlace(id: string): number {
    const place = this.#placeOf(id);
    this.#ids.splice(place, 0, id);
    for (let at = this.#ids.length - 1; at > place; at -= 1) this.#put(at, this.#numbers[at - 1] ?? GAP);
    return place;
  }

  #closeGaps(): void {
    const ids = this.#ids;
    let kept = 0;
    for (let at = 0; at < ids.length; at += 1) {
      const slot = this.#numbers[at] ?? GAP;
      if (slot === GAP) continue;
      ids[kept] = ids[at] ?? '';
      this.#put(kept, slot);
      kept += 1;
    }
    ids.length = kept;
    this.#gaps = 0;
  }

  #put(place: number, slot: number): void {
    this.#numbers[place] = slot;
    if (slot !== GAP) this.#slots.place[slot] = place;
  }
}

/** As numbers, where they are numbers: a shorter one is a smaller one. */
export function comesBefore(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}
