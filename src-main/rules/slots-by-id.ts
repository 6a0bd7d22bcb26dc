import type { Slot } from './slot.ts';

/** Gaps are closed when there are at least this many and they are half of all. */
const FEW = 64;

/**
 * Live signals by the service's id. A counter gives out the ids, so signals come in their order, and a sorted list is all that is needed:
 * to come and to go costs next to nothing, and who asks for one by this id searches. Other ids do as well, but cost more to come.
 */
export class SlotsById {
  readonly #ids: string[] = [];
  /** In the same places; null where a signal has left. */
  readonly #slots: (Slot | null)[] = [];
  #gaps = 0;

  add(slot: Slot): void {
    const { id } = slot.signal;
    const { length } = this.#ids;
    const isLast = length === 0 || comesBefore(this.#ids[length - 1] ?? '', id);
    slot.place = isLast ? length : this.#makePlace(id);
    this.#ids[slot.place] = id;
    this.#slots[slot.place] = slot;
  }

  remove(slot: Slot): void {
    this.#slots[slot.place] = null;
    this.#gaps += 1;
    if (this.#gaps >= FEW && this.#gaps * 2 >= this.#slots.length) this.#closeGaps();
  }

  find(id: string): Slot | undefined {
    const ids = this.#ids;
    if (ids.length === 0) return undefined;
    const first = ids[0] ?? '';
    const last = ids[ids.length - 1] ?? '';
    // Most that is asked for is no id of the service, and outside of all that live.
    if (comesBefore(id, first) || comesBefore(last, id)) return undefined;
    const place = this.#placeOf(id);
    return ids[place] === id ? (this.#slots[place] ?? undefined) : undefined;
  }

  /** In the order of their ids. */
  *all(): Iterable<Slot> {
    for (const slot of this.#slots) if (slot !== null) yield slot;
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
    this.#slots.splice(place, 0, null);
    for (let at = place + 1; at < this.#slots.length; at += 1) this.#move(this.#slots[at], at);
    return place;
  }

  #closeGaps(): void {
    let kept = 0;
    this.#slots.forEach((slot, at) => {
      if (slot === null) return;
      this.#slots[kept] = slot;
      this.#ids[kept] = this.#ids[at] ?? '';
      this.#move(slot, kept);
      kept += 1;
    });
    this.#slots.length = this.#ids.length = kept;
    this.#gaps = 0;
  }

  #move(slot: Slot | null | undefined, place: number): void {
    if (slot) slot.place = place;
  }
}

/** As numbers, where they are numbers: a shorter one is a smaller one. */
export function comesBefore(a: string, b: string): boolean {
  return a.length === b.length ? a < b : a.length < b.length;
}
