import { byArrival, nextDue, type AtDayEnd, type Signal } from '#rules/signals/signal.ts';
import { SortedIndex } from './sorted-index.ts';

/** Live signals by the time at which time alone moves them, so that a clock reads only what is due. */
export class DueTimes {
  readonly #workingEnds = new SortedIndex<number>();
  readonly #waitingEnds = new SortedIndex<number>();
  readonly #releases = new SortedIndex<number>();

  add(signal: Signal): void {
    if (signal.state === 'working') this.#workingEnds.add(signal.expiresAt, signal);
    else this.#waitingEnds.add(signal.expiresAt, signal);
    if (isParked(signal)) this.#releases.add(signal.releaseAt, signal);
  }

  delete(signal: Signal): void {
    if (signal.state === 'working') this.#workingEnds.delete(signal.expiresAt, signal.id);
    else this.#waitingEnds.delete(signal.expiresAt, signal.id);
    if (isParked(signal)) this.#releases.delete(signal.releaseAt, signal.id);
  }

  /** The next time at which a signal is due; null when none ever is. */
  next(waitingAtDayEnd: AtDayEnd): number | null {
    const times = this.#indexes(waitingAtDayEnd).flatMap((index) => index.first ?? []);
    return times.length === 0 ? null : Math.min(...times);
  }

  /** Signals that are due by now, in the order in which they were due. */
  by(now: number, waitingAtDayEnd: AtDayEnd): Signal[] {
    const due = new Set(this.#indexes(waitingAtDayEnd).flatMap((index) => index.upTo(now)));
    const at = (signal: Signal): number => nextDue(signal, waitingAtDayEnd);
    return [...due].sort((a, b) => at(a) - at(b) || byArrival(a, b));
  }

  #indexes(waitingAtDayEnd: AtDayEnd): readonly SortedIndex<number>[] {
    const moved = [this.#workingEnds, this.#releases];
    return waitingAtDayEnd === 'expire' ? [...moved, this.#waitingEnds] : moved;
  }
}

function isParked(signal: Signal): signal is Signal & { readonly releaseAt: number } {
  return signal.state === 'waiting' && !signal.awaitsParent && signal.releaseAt !== null;
}
