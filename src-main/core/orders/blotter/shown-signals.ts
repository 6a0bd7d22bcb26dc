import type { Signal } from '#contract/model/signal.ts';
import { compareShown } from './blotter.ts';

/**
 * The signals of a blotter in its order on screen. They are sorted once, and then each changed
 * signal is moved, because sorting thousands of signals after each reading costs more than the
 * reading.
 */
export class ShownSignals {
  #sorted: Signal[] = [];

  get total(): number {
    return this.#sorted.length;
  }

  /** The first `limit` signals, sorted by `compareShown`. */
  first(limit: number): Signal[] {
    return this.#sorted.slice(0, limit);
  }

  setAll(signals: readonly Signal[]): void {
    this.#sorted = [...signals].sort(compareShown);
  }

  /**
   * Replaces the signals of `before` by those of `now`. Signals are never changed in place. If
   * several have the same row id, as for a leg that two orders name, `before` must contain all of
   * them.
   */
  replace(before: readonly Signal[], now: readonly Signal[]): void {
    for (const signal of before) this.#sorted.splice(this.#placeOf(signal), 1);
    for (const signal of now) this.#sorted.splice(this.#placeOf(signal), 0, signal);
  }

  /** The index of a signal, or the index at which it has to be inserted. */
  #placeOf(signal: Signal): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#sorted[middle];
      if (other !== undefined && compareShown(other, signal) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
