import type { Fixed } from './decimal.ts';
import { isBuy, type Signal } from './signal.ts';

/** One resting trigger. `key` grows with urgency being lower, so that the root of the heap is always the next to trigger. */
type Entry = { readonly key: Fixed; readonly id: string };

/** A binary min-heap of triggers. Removal is lazy: the owner skips ids that no longer rest at this price. */
class TriggerHeap {
  readonly #entries: Entry[] = [];

  get size(): number {
    return this.#entries.length;
  }

  push(entry: Entry): void {
    const entries = this.#entries;
    let at = entries.push(entry) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      const parent = entries[up];
      if (!parent || parent.key <= entry.key) break;
      entries[at] = parent;
      at = up;
    }
    entries[at] = entry;
  }

  peek(): Entry | undefined {
    return this.#entries[0];
  }

  pop(): Entry | undefined {
    const first = this.#entries[0];
    const last = this.#entries.pop();
    if (last && this.#entries.length > 0) this.#sink(last);
    return first;
  }

  #sink(entry: Entry): void {
    const entries = this.#entries;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      const left = entries[child];
      if (!left) break;
      const right = entries[child + 1];
      if (right && right.key < left.key) child += 1;
      const lower = right && right.key < left.key ? right : left;
      if (lower.key >= entry.key) break;
      entries[at] = lower;
      at = child;
    }
    entries[at] = entry;
  }
}

/** Working signals of one symbol by trigger price, so that a tick costs nothing while it triggers nothing. */
export class SymbolTriggers {
  /** Buy limits and sell stops: trigger at or below their price. */
  readonly #falling = new TriggerHeap();
  /** Sell limits and buy stops: trigger at or above their price. */
  readonly #rising = new TriggerHeap();
  readonly #market: string[] = [];

  add(signal: Signal): void {
    const price = signal.limit ?? signal.stop;
    if (price === null) {
      this.#market.push(signal.id);
      return;
    }
    const falling = isBuy(signal.action) === (signal.limit !== null);
    if (falling) this.#falling.push({ key: -price, id: signal.id });
    else this.#rising.push({ key: price, id: signal.id });
  }

  get size(): number {
    return this.#falling.size + this.#rising.size + this.#market.length;
  }

  /** Takes out every id that triggers at this price; ids of signals that ended meanwhile may be among them. */
  take(price: Fixed): string[] {
    const taken = this.#market.splice(0);
    drain(this.#falling, -price, taken);
    drain(this.#rising, price, taken);
    return taken;
  }
}

function drain(heap: TriggerHeap, limit: Fixed, into: string[]): void {
  for (let next = heap.peek(); next && next.key <= limit; next = heap.peek()) {
    into.push(next.id);
    heap.pop();
  }
}
