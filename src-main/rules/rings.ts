import { grownInts } from './columns.ts';
import type { SlotList } from './slot-list.ts';

/** Of a number that is in no ring. */
const NONE = 0;

/**
 * Lists of numbers above 0, each in one list at most: to come at the end, and to leave from anywhere, makes nothing and looks for nothing.
 * A list is a ring that closes in a number of its own, its head.
 */
export class Rings {
  #before = new Int32Array(0);
  #behind = new Int32Array(0);

  /** For numbers below `size`. */
  makeRoom(size: number): void {
    this.#before = grownInts(this.#before, size);
    this.#behind = grownInts(this.#behind, size);
  }

  /** An empty list. */
  open(head: number): void {
    this.#before[head] = this.#behind[head] = head;
  }

  /** Of an empty list: its head is a number like others again. */
  close(head: number): void {
    this.#before[head] = this.#behind[head] = NONE;
  }

  isIn(one: number): boolean {
    return this.#before[one] !== NONE;
  }

  isEmpty(head: number): boolean {
    return this.#behind[head] === head;
  }

  /** As the last one. */
  join(head: number, one: number): void {
    const last = this.#before[head] ?? NONE;
    this.#before[one] = last;
    this.#behind[one] = head;
    this.#behind[last] = this.#before[head] = one;
  }

  /** Answers the head when nothing else is left, and 0 otherwise. */
  leave(one: number): number {
    const before = this.#before[one] ?? NONE;
    const behind = this.#behind[one] ?? NONE;
    this.#behind[before] = behind;
    this.#before[behind] = before;
    this.#before[one] = this.#behind[one] = NONE;
    return before === behind ? before : NONE;
  }

  /** The first one of a head, or the one behind; after the last one it is the head again. */
  next(one: number): number {
    return this.#behind[one] ?? NONE;
  }

  /** Everybody leaves, into the other list in the order in which they came. */
  empty(head: number, into: SlotList): void {
    let one = this.next(head);
    while (one !== head) {
      const behind = this.next(one);
      this.#before[one] = this.#behind[one] = NONE;
      into.push(one);
      one = behind;
    }
    this.open(head);
  }

  /** Numbers of a list that is not changed meanwhile, in the order in which they came. */
  members(head: number): number[] {
    const members: number[] = [];
    for (let one = this.next(head); one !== head; one = this.next(one)) members.push(one);
    return members;
  }
}
