import type { Arrivals, Reader } from './arrivals.ts';
import { Heap } from './heap.ts';
import type { Signal } from './signal.ts';
import type { Slots } from './slots.ts';

/** Live signals that time moves at one instant: the head of their list. */
type DueBucket = { readonly at: number; readonly head: number };

type AtDayEnd = 'expire' | 'keep';

const NEVER = Infinity;

/**
 * Live signals by the time at which time alone moves them, so that a clock which moves looks at none that is not due. Days end for all
 * alike, so there are few instants and many signals to each.
 */
export class DueTimes {
  readonly #slots: Slots;
  readonly #arrivals: Arrivals;
  readonly #reader: Reader;
  readonly #byTime = new Map<number, DueBucket>();
  readonly #heap = new Heap<DueBucket>((a, b) => a.at < b.at);
  /** The bucket that was used last: signals that come one after another mostly end together. */
  #last: DueBucket | undefined;
  /** What the buckets were filled by; a switch may change it, and then all are filled anew. */
  #atDayEnd: AtDayEnd = 'expire';

  constructor(slots: Slots, arrivals: Arrivals) {
    this.#slots = slots;
    this.#arrivals = arrivals;
    this.#reader = arrivals.reader();
  }

  /** A live signal that has changed. */
  moved(slot: number, signal: Signal): void {
    if (this.#arrivals.hasRead(this.#reader, slot)) this.#note(slot, signal);
  }

  /** A signal that has ended. */
  leave(slot: number): void {
    if (this.#slots.due.isIn(slot)) this.#slots.due.leave(slot);
  }

  /** The next instant at which something is due; null when nothing ever is. */
  next(atDayEnd: AtDayEnd): number | null {
    this.#takeIn(atDayEnd);
    for (let first = this.#heap.first; first; first = this.#heap.first) {
      if (!this.#slots.due.isEmpty(first.head)) return first.at;
      this.#heap.pop();
      this.#close(first);
    }
    return null;
  }

  /** What is due by now, in the order in which it was due; it stays in here until it has moved. */
  by(now: number, atDayEnd: AtDayEnd): number[] {
    const found: DueBucket[] = [];
    for (let at = this.next(atDayEnd); at !== null && at <= now; at = this.next(atDayEnd)) {
      const bucket = this.#heap.pop();
      if (bucket) found.push(bucket);
    }
    for (const bucket of found) this.#heap.push(bucket);
    const { due, age } = this.#slots;
    return found.flatMap(({ head }) => due.members(head).sort((a, b) => (age[a] ?? 0) - (age[b] ?? 0)));
  }

  /** Signals that came since it was asked last; all of them when a switch has changed what moves them. */
  #takeIn(atDayEnd: AtDayEnd): void {
    if (atDayEnd !== this.#atDayEnd) {
      this.#atDayEnd = atDayEnd;
      this.#reader.next = 0;
    }
    for (let slot = this.#arrivals.next(this.#reader); slot > 0; slot = this.#arrivals.next(this.#reader))
      this.#note(slot, this.#slots.signal(slot));
  }

  #note(slot: number, signal: Signal): void {
    const due = nextDue(signal, this.#atDayEnd);
    const { due: list, dueAt } = this.#slots;
    if (list.isIn(slot)) {
      if (dueAt[slot] === due) return;
      list.leave(slot);
    }
    if (due === NEVER) return;
    dueAt[slot] = due;
    list.join(this.#bucket(due).head, slot);
  }

  #bucket(at: number): DueBucket {
    if (this.#last?.at === at) return this.#last;
    return (this.#last = this.#byTime.get(at) ?? this.#open(at));
  }

  readonly #keeps = (bucket: DueBucket): boolean => {
    if (!this.#slots.due.isEmpty(bucket.head)) return true;
    this.#close(bucket);
    return false;
  };

  #open(at: number): DueBucket {
    this.#heap.sweep(this.#keeps);
    const bucket = { at, head: this.#slots.openList(this.#slots.due) };
    this.#byTime.set(at, bucket);
    this.#heap.push(bucket);
    return bucket;
  }

  /** One that is empty and has left the heap. */
  #close(bucket: DueBucket): void {
    this.#byTime.delete(bucket.at);
    this.#slots.closeList(this.#slots.due, bucket.head);
    this.#last = undefined;
  }
}

/** The next instant at which time alone moves this signal; infinite when nothing but a fill or a cancel will. */
export function nextDue(signal: Signal, waitingAtDayEnd: AtDayEnd): number {
  if (signal.state === 'working') return signal.expiresAt;
  if (signal.state !== 'waiting') return NEVER;
  const expires = waitingAtDayEnd === 'expire' ? signal.expiresAt : NEVER;
  const releases = signal.awaitsParent ? NEVER : (signal.releaseAt ?? NEVER);
  return Math.min(expires, releases);
}
