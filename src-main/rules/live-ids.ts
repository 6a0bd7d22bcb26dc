import type { Arrivals, Reader } from './arrivals.ts';
import { startsWithDigit } from './counted-ids.ts';
import type { Slots } from './slots.ts';

/**
 * Slots of live signals by the service's id. Most of what is asked for is an own id, which is told by its look; only for others the
 * signals that came meanwhile are put under their ids.
 */
export class LiveIds {
  readonly #slots: Slots;
  readonly #arrivals: Arrivals;
  readonly #reader: Reader;
  readonly #byId = new Map<string, number>();
  /** Of all that ever came. */
  #shortest = Infinity;
  #longest = 0;
  #areNumbers = true;

  constructor(slots: Slots, arrivals: Arrivals) {
    this.#slots = slots;
    this.#arrivals = arrivals;
    this.#reader = arrivals.reader();
  }

  /** An id that has come. */
  note(id: string): void {
    if (id.length < this.#shortest) this.#shortest = id.length;
    if (id.length > this.#longest) this.#longest = id.length;
    if (this.#areNumbers && !startsWithDigit(id)) this.#areNumbers = false;
  }

  find(id: string): number | undefined {
    if (id.length < this.#shortest || id.length > this.#longest) return undefined;
    if (this.#areNumbers && !startsWithDigit(id)) return undefined;
    for (let slot = this.#arrivals.next(this.#reader); slot > 0; slot = this.#arrivals.next(this.#reader))
      this.#byId.set(this.#slots.signal(slot).id, slot);
    return this.#byId.get(id);
  }

  /** Before the arrivals forget it. */
  leave(slot: number, id: string): void {
    if (this.#arrivals.hasRead(this.#reader, slot)) this.#byId.delete(id);
  }
}
