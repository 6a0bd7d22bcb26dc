import type { Fixed } from './decimal.ts';
import { PriceLevels } from './price-levels.ts';
import { isBuy, type Signal } from './signal.ts';
import type { SlotList } from './slot-list.ts';
import type { Slots } from './slots.ts';

/** Working signals of one symbol by trigger price, so that a tick costs nothing while it triggers nothing. */
export class SymbolTriggers {
  readonly #slots: Slots;
  /** Buy limits and sell stops: trigger at or below their price. */
  readonly #falling: PriceLevels;
  /** Sell limits and buy stops: trigger at or above their price. */
  readonly #rising: PriceLevels;
  /** The head of the market orders, which take any price. */
  readonly #market: number;
  #resting = 0;

  constructor(slots: Slots) {
    this.#slots = slots;
    this.#falling = new PriceLevels(slots, 'falling');
    this.#rising = new PriceLevels(slots, 'rising');
    this.#market = slots.openList(slots.resting);
  }

  /** How many working signals rest here. */
  get size(): number {
    return this.#resting;
  }

  /** Nothing for a signal that rests here already. */
  add(slot: number, signal: Signal): void {
    if (this.#slots.resting.isIn(slot)) return;
    this.#resting += 1;
    const price = signal.limit ?? signal.stop;
    if (price === null) this.#slots.resting.join(this.#market, slot);
    else if (isFalling(signal)) this.#falling.add(price, slot);
    else this.#rising.add(price, slot);
  }

  /** A signal that ended, and so rests here no longer. */
  left(slot: number): void {
    this.#resting -= 1;
    this.#slots.resting.leave(slot);
  }

  /** Takes out every working signal that triggers at this price; the oldest comes first. */
  take(price: Fixed, into: SlotList): void {
    const reached = this.#falling.isReached(price) || this.#rising.isReached(price);
    if (reached || !this.#slots.resting.isEmpty(this.#market)) this.#takeAll(price, into);
  }

  #takeAll(price: Fixed, into: SlotList): void {
    this.#slots.resting.empty(this.#market, into);
    while (this.#falling.isReached(price)) this.#falling.takeFirst(into);
    while (this.#rising.isReached(price)) this.#rising.takeFirst(into);
    this.#resting -= into.length;
    into.sortBy(this.#slots.age);
  }
}

function isFalling(signal: Signal): boolean {
  return isBuy(signal.action) === (signal.limit !== null);
}
