/** The form of the counter's ids: no sign, no leading zero. Longer ids are never reached. */
const DRAWABLE = /^[1-9]\d{0,14}$/;

/**
 * An id that a caller chose is remembered only if it is at most this far ahead of the counter. At a
 * thousand ids a second the counter needs thirty years to get there. Each start reads the chosen
 * ids within this distance again.
 */
export const REACH = 1_000_000_000_000;

/**
 * The growing counter of the ids of signals, groups and trades (platform-notes.md 37). Callers
 * choose ids too, and an id is never used twice (order-safety.md I4): the counter skips chosen ids
 * ahead of it.
 */
export class IdCounter {
  #last: number;
  readonly #chosen = new Set<string>();

  /** `last` is the last id that was drawn. */
  constructor(last: number) {
    if (!Number.isSafeInteger(last + REACH)) throw new Error(`no ids are left after ${String(last)}`);
    this.#last = last;
  }

  readonly next = (): string => {
    let id = String((this.#last += 1));
    while (this.#chosen.size > 0 && this.#chosen.delete(id)) id = String((this.#last += 1));
    return id;
  };

  /**
   * Skips an id that a caller chose for a signal or a group. Call it before ids are drawn for the
   * request.
   */
  avoid(id: string | null): void {
    if (id === null || !DRAWABLE.test(id)) return;
    const ahead = Number(id) - this.#last;
    if (ahead > 0 && ahead <= REACH) this.#chosen.add(id);
  }

  get last(): string {
    return String(this.#last);
  }
}
