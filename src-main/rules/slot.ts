import type { Signal } from './signal.ts';

/** The place of one signal in the book. Its signal is replaced whole; indexes hold the slot, so they need no care when it is. */
export type Slot = {
  readonly kind: 'slot';
  /** Among the slots by id. */
  place: number;
  signal: Signal;
  /** Grows with every signal that comes into the book. */
  readonly age: number;
  /** What it rests on in the triggers of its symbol, and its neighbours there; null when it rests on nothing. */
  level: RestingPlace | null;
  before: Slot | null;
  behind: Slot | null;
  /** The instant at which time alone moves it, and its place there; null when nothing but a fill or a cancel will. */
  due: DueBucket | null;
  duePlace: number;
};

/** What a slot knows of the level it rests on: how to leave it. */
type RestingPlace = { remove(slot: Slot): void };

/** Live signals that time moves at one instant, in no order. */
export type DueBucket = { readonly at: number; readonly slots: Slot[] };
