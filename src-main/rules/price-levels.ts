import type { Fixed } from './decimal.ts';
import { PriceLevel } from './price-level.ts';
import type { Slot } from './slot.ts';

/** Levels without signals are swept out when there are at least this many levels. */
const FEW = 64;

/**
 * The levels of one side of a symbol, sorted, the one that a moving price reaches first at the end: most that comes and goes does so near
 * it. A level without signals stays until the price reaches it or it is swept out, because prices come back.
 */
export class PriceLevels {
  readonly #levels: PriceLevel[] = [];
  readonly #first: 'lowest' | 'highest';
  #sweepAt = FEW;

  constructor(first: 'lowest' | 'highest') {
    this.#first = first;
  }

  /** The level that is reached first. It may be without signals. */
  get first(): PriceLevel | undefined {
    const { length } = this.#levels;
    // A place before the first is looked for by name, which takes as long as all else of a tick.
    return length === 0 ? undefined : this.#levels[length - 1];
  }

  add(price: Fixed, slot: Slot): void {
    const at = this.#placeOf(price);
    const level = this.#levels[at];
    (level?.price === price ? level : this.#open(price)).add(slot);
  }

  dropFirst(): void {
    this.#levels.pop();
  }

  /** Of the level of this price, or of the one that would come behind it. */
  #placeOf(price: Fixed): number {
    const levels = this.#levels;
    const lowest = this.#first === 'lowest';
    let from = 0;
    let to = levels.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const at = levels[middle]?.price ?? price;
      if (lowest ? at > price : at < price) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #open(price: Fixed): PriceLevel {
    if (this.#levels.length >= this.#sweepAt) this.#sweep();
    const level = new PriceLevel(price);
    this.#levels.splice(this.#placeOf(price), 0, level);
    return level;
  }

  /** When there is twice as much as was worth keeping the last time: a small price for each level. */
  #sweep(): void {
    const levels = this.#levels;
    let kept = 0;
    for (const level of levels) if (!level.isEmpty) levels[kept++] = level;
    levels.length = kept;
    this.#sweepAt = Math.max(FEW, 2 * kept);
  }
}
