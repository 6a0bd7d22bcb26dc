import { nextDue } from './expire.ts';
import { KeyHeap } from './key-heap.ts';
import { isLive } from './signal.ts';
import type { Slot } from './slot.ts';

type AtDayEnd = 'expire' | 'keep';

const FEW = 64;

/** Live signals by the time at which time alone moves them, so that a clock which moves looks at none that is not due. */
export class DueTimes {
  readonly #heap = new KeyHeap<Slot>();
  /** Entries that count. */
  #counting = 0;
  /** What the heap was ordered by; a switch may change it, and then all is ordered anew. */
  #atDayEnd: AtDayEnd = 'expire';

  /** A signal that is new or has changed. */
  note(slot: Slot): void {
    const due = isLive(slot.signal) ? nextDue(slot.signal, this.#atDayEnd) : null;
    if (due === slot.due) return;
    if (slot.due !== null) this.#counting -= 1;
    slot.due = due;
    if (due !== null) {
      this.#counting += 1;
      this.#heap.push(due, slot);
    } else if (this.#heap.size > FEW && this.#heap.size > 2 * this.#counting) {
      // An entry under another key than the slot's is stale, and one slot may have several: only the keys tell them apart.
      this.#heap.retain((other, key) => other.due === key);
    }
  }

  /** The next instant at which something is due; null when nothing ever is. */
  next(atDayEnd: AtDayEnd, all: () => Iterable<Slot>): number | null {
    this.#orderBy(atDayEnd, all);
    for (let first = this.#heap.first; first && first.due !== this.#heap.firstKey; first = this.#heap.first)
      this.#heap.pop();
    return this.#heap.size === 0 ? null : this.#heap.firstKey;
  }

  /** What is due by now, which stays in here until it is noted as changed. */
  by(now: number, atDayEnd: AtDayEnd, all: () => Iterable<Slot>): Slot[] {
    const found = new Set<Slot>();
    for (let at = this.next(atDayEnd, all); at !== null && at <= now; at = this.next(atDayEnd, all)) {
      const slot = this.#heap.pop();
      if (slot) found.add(slot);
    }
    for (const slot of found) this.#heap.push(slot.due ?? Infinity, slot);
    return [...found];
  }

  #orderBy(atDayEnd: AtDayEnd, all: () => Iterable<Slot>): void {
    if (atDayEnd === this.#atDayEnd) return;
    this.#atDayEnd = atDayEnd;
    for (const slot of all()) this.note(slot);
  }
}
