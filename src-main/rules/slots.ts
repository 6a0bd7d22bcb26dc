import type { BookSignal } from './book-signal.ts';
import { grownFloats, grownInts } from './columns.ts';
import { Rings } from './rings.ts';
import type { Signal } from './signal.ts';
import type { SlotList } from './slot-list.ts';

const FEW = 64;

/**
 * Live signals in columns, each at the number of its slot. Indexes hold the number, so they need no care when a signal is replaced by its
 * next state; and what they say of it stands in arrays of numbers, which are small, make no garbage, and are near each other in memory.
 * Numbers begin at 1 and are given out again. Lists draw the numbers of their heads from here too.
 */
export class Slots {
  /** Signals that rest on one price. */
  readonly resting = new Rings();
  /** Signals that time moves at one instant. */
  readonly due = new Rings();
  /** Live members of one OCA group. */
  readonly groups = new Rings();
  /** Signals that wait for one parent. */
  readonly children = new Rings();
  /** When time moves it, where it is in such a list. */
  dueAt = new Float64Array(0);
  /** Grows with every signal that comes into the book. */
  age = new Float64Array(0);
  /** Its entry in the names: of a signal's own id, or of the group whose head it is; 0 for none. */
  name = new Int32Array(0);
  /** Of a parent the head of those that wait for it, and of this head the parent; 0 for none. */
  family = new Int32Array(0);
  /** Its place by the service's id. */
  place = new Int32Array(0);
  readonly #signals: (BookSignal | null)[] = [null];
  readonly #free: number[] = [];
  #room = 0;
  #lastAge = 0;

  constructor() {
    this.#makeRoom(FEW);
  }

  /** A slot for a signal that is new in the book. */
  add(signal: BookSignal): number {
    const slot = this.#take();
    this.#signals[slot] = signal;
    signal.order.slot = slot;
    this.age[slot] = this.#lastAge += 1;
    return slot;
  }

  /** A new empty list of one kind; answers its head. */
  openList(lists: Rings): number {
    const head = this.#take();
    lists.open(head);
    return head;
  }

  /** One that is empty. */
  closeList(lists: Rings, head: number): void {
    lists.close(head);
    this.giveBack(head);
  }

  /** A number without a signal. */
  #take(): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const made = this.#signals.length;
    if (made === this.#room) this.#makeRoom(2 * made);
    this.#signals.push(null);
    return made;
  }

  /** It is in no list and stands in no index any longer. */
  giveBack(slot: number): void {
    this.#signals[slot] = null;
    this.name[slot] = 0;
    this.family[slot] = 0;
    this.#free.push(slot);
  }

  /** Of a number that stands for a live signal. */
  signal(slot: number): BookSignal {
    const signal = this.#signals[slot];
    if (!signal) throw new Error(`slot ${String(slot)} is empty`);
    return signal;
  }

  /**
   * Signals for somebody who is about to move them: their hints lead here, even if another book took them in meanwhile. To look at hints
   * and quantities in a row also fetches them from far away together, instead of one after another when each signal is filled.
   */
  handOut(slots: SlotList): readonly Signal[] {
    const signals: Signal[] = [];
    for (let at = 0; at < slots.length; at += 1) {
      const slot = slots.at(at);
      const signal = this.signal(slot);
      const { order } = signal;
      if (order.quantity <= 0n) throw new Error(`signal ${order.id} is for nothing`);
      if (order.slot !== slot) order.slot = slot;
      signals.push(signal);
    }
    return signals;
  }

  /** Of a signal that is live here in an earlier state; undefined where its hint is of no use. */
  hintOf({ order }: BookSignal): number | undefined {
    return this.#signals[order.slot]?.order === order ? order.slot : undefined;
  }

  replace(slot: number, signal: BookSignal): void {
    this.#signals[slot] = signal;
  }

  find(slot: number | undefined): Signal | undefined {
    return slot === undefined ? undefined : (this.#signals[slot] ?? undefined);
  }

  isSignal(slot: number): boolean {
    return this.#signals[slot] !== null;
  }

  /** Signals of a list of slots. */
  signalsOf(rings: Rings, head: number): readonly Signal[] {
    return rings.members(head).map((slot) => this.signal(slot));
  }

  #makeRoom(size: number): void {
    for (const rings of [this.resting, this.due, this.groups, this.children]) rings.makeRoom(size);
    this.dueAt = grownFloats(this.dueAt, size);
    this.age = grownFloats(this.age, size);
    this.name = grownInts(this.name, size);
    this.family = grownInts(this.family, size);
    this.place = grownInts(this.place, size);
    this.#room = size;
  }
}
