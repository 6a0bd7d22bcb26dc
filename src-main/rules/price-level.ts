import type { Fixed } from './decimal.ts';
import type { Slot } from './slot.ts';

/** Working signals that trigger at one price: a list through the slots themselves, so that coming and going makes nothing. */
export class PriceLevel {
  readonly price: Fixed;
  #first: Slot | null = null;
  #last: Slot | null = null;

  constructor(price: Fixed) {
    this.price = price;
  }

  get isEmpty(): boolean {
    return this.#first === null;
  }

  add(slot: Slot): void {
    const last = this.#last;
    slot.level = this;
    slot.before = last;
    if (last === null) this.#first = slot;
    else last.behind = slot;
    this.#last = slot;
  }

  remove(slot: Slot): void {
    const { before, behind } = slot;
    if (before === null) this.#first = behind;
    else before.behind = behind;
    if (behind === null) this.#last = before;
    else behind.before = before;
    slot.level = slot.before = slot.behind = null;
  }

  /** Takes everybody out, in the order in which they came. */
  empty(into: Slot[]): void {
    let slot = this.#first;
    this.#first = this.#last = null;
    while (slot !== null) {
      const next: Slot | null = slot.behind;
      slot.level = slot.before = slot.behind = null;
      into.push(slot);
      slot = next;
    }
  }
}
