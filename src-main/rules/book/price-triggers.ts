import type { Fixed } from '#rules/decimal.ts';
import { isBuy } from '#rules/order-terms.ts';
import type { Signal } from '#rules/signals/signal.ts';
import { PriceLevels } from './price-levels.ts';

/** The working signals of one symbol by trigger price. */
export class PriceTriggers {
  /** Buy limits and sell stops: they trigger at their price or below. */
  readonly #falling = new PriceLevels();
  /** Sell limits and buy stops: they trigger at their price or above. */
  readonly #rising = new PriceLevels();
  /** Market orders: they trigger at any price. */
  readonly #market = new Map<string, Signal>();

  get isEmpty(): boolean {
    return this.#market.size === 0 && this.#falling.isEmpty && this.#rising.isEmpty;
  }

  add(signal: Signal): void {
    const price = signal.limit ?? signal.stop;
    if (price === null) this.#market.set(signal.id, signal);
    else this.#levelsOf(signal).add(price, signal);
  }

  delete(signal: Signal): void {
    const price = signal.limit ?? signal.stop;
    if (price === null) this.#market.delete(signal.id);
    else this.#levelsOf(signal).delete(price, signal.id);
  }

  /** Every signal that trades at this price, in no particular order. */
  at(price: Fixed): Signal[] {
    const found = [...this.#market.values()];
    this.#falling.readFrom(price, found);
    this.#rising.readUpTo(price, found);
    return found;
  }

  #levelsOf(signal: Signal): PriceLevels {
    return isBuy(signal.action) === (signal.limit !== null) ? this.#falling : this.#rising;
  }
}
