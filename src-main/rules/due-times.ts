import { nextDue } from './expire.ts';
import { Heap } from './heap.ts';
import type { DueBucket, Slot } from './slot.ts';

type AtDayEnd = 'expire' | 'keep';

/**
 * Live signals by the time at which time alone moves them, so that a clock which moves looks at none that is not due. Days end for all
 * alike, so there are few instants and many signals to each.
 */
export class DueTimes {
  readonly #byTime = new Map<number, DueBucket>();
  readonly #heap = new Heap<DueBucket>((a, b) => a.at < b.at);
  /** The bucket that was used last: signals that come one after another mostly end together. */
  #last: DueBucket | undefined;
  /** What the buckets were filled by; a switch may change it, and then all are filled anew. */
  #atDayEnd: AtDayEnd = 'expire';

  /** A live signal that is new or has changed. */
  note(slot: Slot): void {
    const due = nextDue(slot.signal, this.#atDayEnd);
    if (slot.due !== null) {
      if (slot.due.at === due) return;
      takeFrom(slot.due, slot);
    }
    if (due !== null) putInto(this.#bucket(due), slot);
  }

  /** A signal that has ended. */
  leave(slot: Slot): void {
    if (slot.due !== null) takeFrom(slot.due, slot);
  }

  /** The next instant at which something is due; null when nothing ever is. */
  next(atDayEnd: AtDayEnd, all: () => Iterable<Slot>): number | null {
    this.#orderBy(atDayEnd, all);
    for (let first = this.#heap.first; first; first = this.#heap.first) {
      if (first.slots.length > 0) return first.at;
      this.#dropFirst();
    }
    return null;
  }

  /** What is due by now, which stays in here until it is noted as changed. */
  by(now: number, atDayEnd: AtDayEnd, all: () => Iterable<Slot>): Slot[] {
    const found: DueBucket[] = [];
    for (let at = this.next(atDayEnd, all); at !== null && at <= now; at = this.next(atDayEnd, all)) {
      const bucket = this.#heap.pop();
      if (bucket) found.push(bucket);
    }
    for (const bucket of found) this.#heap.push(bucket);
    return found.flatMap(({ slots }) => slots);
  }

  #bucket(at: number): DueBucket {
    if (this.#last?.at === at) return this.#last;
    return (this.#last = this.#byTime.get(at) ?? this.#open(at));
  }

  readonly #keeps = (bucket: DueBucket): boolean => {
    if (bucket.slots.length > 0) return true;
    this.#byTime.delete(bucket.at);
    return false;
  };

  #open(at: number): DueBucket {
    this.#heap.sweep(this.#keeps);
    const bucket = { at, slots: [] };
    this.#byTime.set(at, bucket);
    this.#heap.push(bucket);
    return bucket;
  }

  #dropFirst(): void {
    const bucket = this.#heap.pop();
    if (bucket) this.#byTime.delete(bucket.at);
    this.#last = undefined;
  }

  #orderBy(atDayEnd: AtDayEnd, all: () => Iterable<Slot>): void {
    if (atDayEnd === this.#atDayEnd) return;
    this.#atDayEnd = atDayEnd;
    for (const slot of all()) this.note(slot);
  }
}

function putInto(bucket: DueBucket, slot: Slot): void {
  slot.due = bucket;
  slot.duePlace = bucket.slots.push(slot) - 1;
}

/** The last one takes its place. */
function takeFrom(bucket: DueBucket, slot: Slot): void {
  const last = bucket.slots.pop();
  if (last !== undefined && last !== slot) {
    bucket.slots[slot.duePlace] = last;
    last.duePlace = slot.duePlace;
  }
  slot.due = null;
}
