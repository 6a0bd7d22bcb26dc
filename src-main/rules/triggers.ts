import type { Fixed } from './decimal.ts';
import { PriceLevel } from './price-level.ts';
import { PriceLevels } from './price-levels.ts';
import { isBuy, type Signal } from './signal.ts';
import type { Slot } from './slot.ts';

/** Of a tick that triggers nothing, which is what most ticks do. */
const NOTHING: readonly Slot[] = [];
/** Up to this many are put in order faster by hand than by a sort with a function for two. */
const FEW = 24;

/** Working signals of one symbol by trigger price, so that a tick costs nothing while it triggers nothing. */
export class SymbolTriggers {
  /** Buy limits and sell stops: trigger at or below their price. */
  readonly #falling = new PriceLevels('highest');
  /** Sell limits and buy stops: trigger at or above their price. */
  readonly #rising = new PriceLevels('lowest');
  /** Market orders take any price. */
  readonly #market = new PriceLevel(0n);
  #resting = 0;

  /** How many working signals rest here. */
  get size(): number {
    return this.#resting;
  }

  add(slot: Slot): void {
    const { signal } = slot;
    this.#resting += 1;
    const price = signal.limit ?? signal.stop;
    if (price === null) this.#market.add(slot);
    else if (isFalling(signal)) this.#falling.add(price, slot);
    else this.#rising.add(price, slot);
  }

  /** A signal that ended, and so rests here no longer. */
  left(slot: Slot): void {
    if (slot.level === null) return;
    this.#resting -= 1;
    slot.level.remove(slot);
  }

  /** Takes out every working signal that triggers at this price; the oldest comes first. */
  take(price: Fixed): readonly Slot[] {
    const falling = this.#falling.first;
    const rising = this.#rising.first;
    const reached =
      (falling !== undefined && price <= falling.price) || (rising !== undefined && price >= rising.price);
    return reached || !this.#market.isEmpty ? this.#takeAll(price) : NOTHING;
  }

  #takeAll(price: Fixed): readonly Slot[] {
    const taken: Slot[] = [];
    this.#market.empty(taken);
    for (let level = this.#falling.first; level && price <= level.price; level = this.#falling.first) {
      level.empty(taken);
      this.#falling.dropFirst();
    }
    for (let level = this.#rising.first; level && price >= level.price; level = this.#rising.first) {
      level.empty(taken);
      this.#rising.dropFirst();
    }
    this.#resting -= taken.length;
    return sortedByAge(taken);
  }
}

function isFalling(signal: Signal): boolean {
  return isBuy(signal.action) === (signal.limit !== null);
}

function sortedByAge(slots: Slot[]): readonly Slot[] {
  if (slots.length > FEW) return slots.sort((a, b) => a.age - b.age);
  for (let next = 1; next < slots.length; next += 1) {
    const slot = slots[next];
    if (slot === undefined) break;
    let at = next;
    for (let older = slots[at - 1]; older !== undefined && older.age > slot.age; older = slots[at - 1]) {
      slots[at] = older;
      at -= 1;
    }
    slots[at] = slot;
  }
  return slots;
}
