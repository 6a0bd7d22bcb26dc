import type { Signal } from './signal.ts';

/** The place of one signal in the book. Its signal is replaced whole; indexes hold the slot, so they need no care when it is. */
export type Slot = {
  signal: Signal;
  /** Grows with every signal that comes into the book. */
  readonly age: number;
  /** The key under which the slot counts in the heap of due times; other entries of it there are stale. */
  due: number | null;
  /** Whether it is in the triggers of its symbol. */
  resting: boolean;
  /** Live signals that name this one as their parent. */
  children: Slot[] | null;
};
