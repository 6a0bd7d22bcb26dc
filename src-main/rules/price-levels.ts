import type { Fixed } from './decimal.ts';
import { Heap } from './heap.ts';
import type { PriceLevel, Slot } from './slot.ts';

export function putInto(level: PriceLevel, slot: Slot): void {
  slot.level = level;
  slot.levelPlace = level.slots.push(slot) - 1;
}

/** The last one takes its place. */
export function takeFrom(level: PriceLevel, slot: Slot): void {
  const last = level.slots.pop();
  if (last !== undefined && last !== slot) {
    level.slots[slot.levelPlace] = last;
    last.levelPlace = slot.levelPlace;
  }
  slot.level = null;
}

/**
 * The levels of one side of a symbol, in the order in which a moving price reaches them. A level without signals stays until it surfaces
 * or is swept: prices come back, and to take it out of the middle of the heap would cost more.
 */
export class PriceLevels {
  readonly #byPrice = new Map<Fixed, PriceLevel>();
  readonly #heap: Heap<PriceLevel>;

  constructor(first: 'lowest' | 'highest') {
    this.#heap = new Heap(first === 'lowest' ? (a, b) => a.price < b.price : (a, b) => a.price > b.price);
  }

  /** The level that is reached first. It may be without signals. */
  get first(): PriceLevel | undefined {
    return this.#heap.first;
  }

  add(price: Fixed, slot: Slot): void {
    putInto(this.#byPrice.get(price) ?? this.#open(price), slot);
  }

  dropFirst(): void {
    const level = this.#heap.pop();
    if (level !== undefined) this.#byPrice.delete(level.price);
  }

  readonly #keeps = (level: PriceLevel): boolean => {
    if (level.slots.length > 0) return true;
    this.#byPrice.delete(level.price);
    return false;
  };

  #open(price: Fixed): PriceLevel {
    this.#heap.sweep(this.#keeps);
    const level = { price, slots: [] };
    this.#byPrice.set(price, level);
    this.#heap.push(level);
    return level;
  }
}
