import type { Fixed } from './decimal.ts';
import type { SlotList } from './slot-list.ts';
import type { Slots } from './slots.ts';

/** Levels without signals are swept out when there are at least this many levels. */
const FEW = 64;

/** One price, and the head of the list of those that trigger at it. */
type PriceLevel = { readonly price: Fixed; readonly head: number };

/**
 * The levels of one side of a symbol, sorted, the one that a moving price reaches first at the end: most that comes and goes does so near
 * it. A level without signals stays until the price reaches it or it is swept out, because prices come back.
 */
export class PriceLevels {
  readonly #slots: Slots;
  readonly #isRising: boolean;
  readonly #levels: PriceLevel[] = [];
  #sweepAt = FEW;

  /** Rising prices reach the lowest level first, falling ones the highest. */
  constructor(slots: Slots, direction: 'rising' | 'falling') {
    this.#slots = slots;
    this.#isRising = direction === 'rising';
  }

  /** Whether the price has come to the first level, which may be without signals. */
  isReached(price: Fixed): boolean {
    const { length } = this.#levels;
    // A place before the first is looked for by name, which takes as long as all else of a tick.
    const first = length === 0 ? undefined : this.#levels[length - 1];
    return first !== undefined && !this.#isBeyond(first.price, price);
  }

  add(price: Fixed, slot: number): void {
    if (this.#levels.length >= this.#sweepAt) this.#sweep();
    const at = this.#placeOf(price);
    const level = this.#levels[at];
    this.#slots.resting.join(level?.price === price ? level.head : this.#open(price, at), slot);
  }

  /** Takes the first level out, and everybody in it, in the order in which they came. */
  takeFirst(into: SlotList): void {
    const level = this.#levels.pop();
    if (level === undefined) return;
    this.#slots.resting.empty(level.head, into);
    this.#close(level);
  }

  /** Whether the price has not yet come to a level. */
  #isBeyond(level: Fixed, price: Fixed): boolean {
    return this.#isRising ? level > price : level < price;
  }

  /** Of the level of this price, or of the one that would come behind it. */
  #placeOf(price: Fixed): number {
    const levels = this.#levels;
    const isRising = this.#isRising;
    let from = 0;
    let to = levels.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      const at = levels[middle]?.price ?? price;
      if (isRising ? at > price : at < price) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  /** Answers its head. */
  #open(price: Fixed, at: number): number {
    const head = this.#slots.openList(this.#slots.resting);
    this.#levels.splice(at, 0, { price, head });
    return head;
  }

  /** When there is twice as much as was worth keeping the last time: a small price for each level. */
  #sweep(): void {
    const levels = this.#levels;
    let kept = 0;
    levels.forEach((level) => {
      if (this.#slots.resting.isEmpty(level.head)) {
        this.#close(level);
        return;
      }
      levels[kept] = level;
      kept += 1;
    });
    levels.length = kept;
    this.#sweepAt = Math.max(FEW, 2 * kept);
  }

  /** One that is empty and has left the levels. */
  #close({ head }: PriceLevel): void {
    this.#slots.closeList(this.#slots.resting, head);
  }
}
