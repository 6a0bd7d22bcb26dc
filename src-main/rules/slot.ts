import type { Fixed } from './decimal.ts';
import type { Signal } from './signal.ts';

/** The place of one signal in the book. Its signal is replaced whole; indexes hold the slot, so they need no care when it is. */
export type Slot = {
  signal: Signal;
  /** Grows with every signal that comes into the book. */
  readonly age: number;
  /** What it rests on in the triggers of its symbol, and its place there; null when it rests on nothing. */
  level: PriceLevel | null;
  levelPlace: number;
  /** The instant at which time alone moves it, and its place there; null when nothing but a fill or a cancel will. */
  due: DueBucket | null;
  duePlace: number;
};

/** Working signals that trigger at one price, in no order. */
export type PriceLevel = { readonly price: Fixed; readonly slots: Slot[] };

/** Live signals that time moves at one instant, in no order. */
export type DueBucket = { readonly at: number; readonly slots: Slot[] };
