import type { Fixed } from '#rules/decimal.ts';
import { isBuy } from '#rules/order-terms.ts';
import type { Signal } from '#rules/signals/signal.ts';
import { SortedIndex } from './sorted-index.ts';

/** The working signals of one symbol by trigger price. A tick that triggers nothing compares two prices. */
export class PriceTriggers {
  /** Buy limits and sell stops: they trigger at their price or below. */
  readonly #falling = new SortedIndex<Fixed>();
  /** Sell limits and buy stops: they trigger at their price or above. */
  readonly #rising = new SortedIndex<Fixed>();
  /** Market orders: they trigger at any price. */
  readonly #market = new Map<string, Signal>();

  get isEmpty(): boolean {
    return this.#market.size === 0 && this.#falling.first === undefined && this.#rising.first === undefined;
  }

  add(signal: Signal): void {
    const price = signal.limit ?? signal.stop;
    if (price === null) this.#market.set(signal.id, signal);
    else this.#sideOf(signal).add(price, signal);
  }

  delete(signal: Signal): void {
    const price = signal.limit ?? signal.stop;
    if (price === null) this.#market.delete(signal.id);
    else this.#sideOf(signal).delete(price, signal.id);
  }

  /** Every signal that trades at this price, in no particular order. */
  at(price: Fixed): Signal[] {
    const { first } = this.#rising;
    const { last } = this.#falling;
    const isReached = (first !== undefined && first <= price) || (last !== undefined && last >= price);
    if (!isReached && this.#market.size === 0) return [];
    return [...this.#market.values(), ...this.#falling.from(price), ...this.#rising.upTo(price)];
  }

  #sideOf(signal: Signal): SortedIndex<Fixed> {
    return isBuy(signal.action) === (signal.limit !== null) ? this.#falling : this.#rising;
  }
}
