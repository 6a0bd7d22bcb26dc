import type { Fixed } from '#rules/decimal.ts';
import type { Signal } from '#rules/signals/signal.ts';

type Level = { readonly price: Fixed; readonly signals: Map<string, Signal> };

/** Signals by price: the levels are sorted, and the signals of a level are in order of arrival. */
export class PriceLevels {
  readonly #levels: Level[] = [];

  get isEmpty(): boolean {
    return this.#levels.length === 0;
  }

  add(price: Fixed, signal: Signal): void {
    const index = this.#placeOf(price);
    let level = this.#levels[index];
    if (level?.price !== price) {
      level = { price, signals: new Map() };
      this.#levels.splice(index, 0, level);
    }
    level.signals.set(signal.id, signal);
  }

  delete(price: Fixed, id: string): void {
    const index = this.#placeOf(price);
    const level = this.#levels[index];
    if (level?.price !== price) return;
    level.signals.delete(id);
    if (level.signals.size === 0) this.#levels.splice(index, 1);
  }

  /** Adds the signals at this price or below to `found`. */
  readUpTo(price: Fixed, found: Signal[]): void {
    for (const level of this.#levels) {
      if (level.price > price) break;
      for (const signal of level.signals.values()) found.push(signal);
    }
  }

  /** Adds the signals at this price or above to `found`. */
  readFrom(price: Fixed, found: Signal[]): void {
    for (let index = this.#levels.length - 1; index >= 0; index -= 1) {
      const level = this.#levels[index];
      if (level === undefined || level.price < price) break;
      for (const signal of level.signals.values()) found.push(signal);
    }
  }

  /** The index of the level at this price, or of the first level above it. */
  #placeOf(price: Fixed): number {
    let low = 0;
    let high = this.#levels.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const level = this.#levels[middle];
      if (level !== undefined && level.price < price) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
