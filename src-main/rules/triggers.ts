import type { Fixed } from './decimal.ts';
import { KeyHeap } from './key-heap.ts';
import { isBuy, type Signal } from './signal.ts';
import type { Slot } from './slot.ts';

/** Of a tick that triggers nothing, which is what most ticks do. */
const NOTHING: Slot[] = [];

/** Stale entries are swept when they are more than the others and more than these. */
const FEW = 64;

/**
 * Working signals of one symbol by trigger price, so that a tick costs nothing while it triggers nothing. Heaps are ordered by the price
 * as a float: no order of exact prices is turned around by rounding, and where two come out equal the exact ones decide.
 */
export class SymbolTriggers {
  /** Buy limits and sell stops: trigger at or below their price. Keys are negated. */
  readonly #falling = new KeyHeap<Slot>();
  /** Sell limits and buy stops: trigger at or above their price. */
  readonly #rising = new KeyHeap<Slot>();
  #market: Slot[] = [];
  #resting = 0;

  /** How many working signals rest here. */
  get size(): number {
    return this.#resting;
  }

  add(slot: Slot): void {
    const { signal } = slot;
    slot.resting = true;
    this.#resting += 1;
    const price = triggerPrice(signal);
    if (price === null) this.#market.push(slot);
    else if (isFalling(signal)) this.#falling.push(-Number(price), slot);
    else this.#rising.push(Number(price), slot);
  }

  /** A signal that ended, and so rests here no longer. Its entry stays until it surfaces or is swept. */
  left(slot: Slot): void {
    slot.resting = false;
    this.#resting -= 1;
    const entries = this.#falling.size + this.#rising.size + this.#market.length;
    if (entries > FEW && entries > 2 * this.#resting) this.#sweep();
  }

  /** Takes out every working signal that triggers at this price. */
  take(price: Fixed): Slot[] {
    const level = Number(price);
    const reached = this.#falling.firstKey <= -level || this.#rising.firstKey <= level;
    if (!reached && this.#market.length === 0) return NOTHING;
    const taken: Slot[] = [];
    if (this.#market.length > 0) {
      for (const slot of this.#market.splice(0)) this.#takeInto(taken, slot);
    }
    if (this.#falling.firstKey <= -level) this.#drain(this.#falling, -level, price, taken);
    if (this.#rising.firstKey <= level) this.#drain(this.#rising, level, price, taken);
    return taken;
  }

  #drain(heap: KeyHeap<Slot>, level: number, price: Fixed, taken: Slot[]): void {
    let spared: Slot[] | undefined;
    while (heap.firstKey <= level) {
      const equal = heap.firstKey === level;
      const slot = heap.pop();
      if (slot?.resting !== true) continue;
      if (equal && !triggersExactly(slot.signal, price)) (spared ??= []).push(slot);
      else this.#takeInto(taken, slot);
    }
    spared?.forEach((slot) => heap.push(level, slot));
  }

  #takeInto(taken: Slot[], slot: Slot): void {
    if (!slot.resting) return;
    slot.resting = false;
    this.#resting -= 1;
    taken.push(slot);
  }

  #sweep(): void {
    this.#falling.retain((slot) => slot.resting);
    this.#rising.retain((slot) => slot.resting);
    this.#market = this.#market.filter((slot) => slot.resting);
  }
}

function triggerPrice(signal: Signal): Fixed | null {
  return signal.limit ?? signal.stop;
}

function isFalling(signal: Signal): boolean {
  return isBuy(signal.action) === (signal.limit !== null);
}

function triggersExactly(signal: Signal, price: Fixed): boolean {
  const at = triggerPrice(signal);
  if (at === null) return true;
  return isFalling(signal) ? price <= at : price >= at;
}
