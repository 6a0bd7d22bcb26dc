import { IdCounter, REACH } from './id-counter.ts';
import type { Store } from '#practice/store/store.ts';

/** The stored counter. It skips the ids ahead of it that clients have chosen. */
export function openCounter(store: Store): IdCounter {
  const last = Number(store.meta.need('counter'));
  const counter = new IdCounter(last);
  for (const id of store.signals.chosenBetween(last + 1, last + REACH)) counter.avoid(id);
  return counter;
}
