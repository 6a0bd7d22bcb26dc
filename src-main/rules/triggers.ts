import type { Fixed } from './decimal.ts';
import { PriceLevels, putInto, takeFrom } from './price-levels.ts';
import { isBuy, type Signal } from './signal.ts';
import type { PriceLevel, Slot } from './slot.ts';

/** Of a tick that triggers nothing, which is what most ticks do. */
const NOTHING: Slot[] = [];

/** Working signals of one symbol by trigger price, so that a tick costs nothing while it triggers nothing. */
export class SymbolTriggers {
  /** Buy limits and sell stops: trigger at or below their price. */
  readonly #falling = new PriceLevels('highest');
  /** Sell limits and buy stops: trigger at or above their price. */
  readonly #rising = new PriceLevels('lowest');
  /** Market orders take any price. */
  readonly #market: PriceLevel = { price: 0n, slots: [] };
  #resting = 0;

  /** How many working signals rest here. */
  get size(): number {
    return this.#resting;
  }

  add(slot: Slot): void {
    const { signal } = slot;
    this.#resting += 1;
    const price = signal.limit ?? signal.stop;
    if (price === null) putInto(this.#market, slot);
    else if (isFalling(signal)) this.#falling.add(price, slot);
    else this.#rising.add(price, slot);
  }

  /** A signal that ended, and so rests here no longer. */
  left(slot: Slot): void {
    if (slot.level === null) return;
    this.#resting -= 1;
    takeFrom(slot.level, slot);
  }

  /** Takes out every working signal that triggers at this price. */
  take(price: Fixed): Slot[] {
    const falling = this.#falling.first;
    const rising = this.#rising.first;
    const reached =
      (falling !== undefined && price <= falling.price) || (rising !== undefined && price >= rising.price);
    return reached || this.#market.slots.length > 0 ? this.#takeAll(price) : NOTHING;
  }

  #takeAll(price: Fixed): Slot[] {
    const taken = this.#market.slots.splice(0);
    for (let level = this.#falling.first; level && price <= level.price; level = this.#falling.first) {
      for (const slot of level.slots) taken.push(slot);
      this.#falling.dropFirst();
    }
    for (let level = this.#rising.first; level && price >= level.price; level = this.#rising.first) {
      for (const slot of level.slots) taken.push(slot);
      this.#rising.dropFirst();
    }
    for (const slot of taken) slot.level = null;
    this.#resting -= taken.length;
    return taken;
  }
}

function isFalling(signal: Signal): boolean {
  return isBuy(signal.action) === (signal.limit !== null);
}
