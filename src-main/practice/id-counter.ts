/** As a counter prints its ids: no sign, no leading zero. Longer ones are never reached. */
const DRAWABLE = /^[1-9]\d{0,14}$/;

/**
 * How far ahead of the counter an id can be chosen and still matter. A thousand ids a second take
 * thirty years to reach it, and chosen ids are read again at every start.
 */
export const REACH = 1_000_000_000_000;

/**
 * The one growing counter from which signals, groups and trades draw their ids (platform-notes.md
 * 37). Callers choose ids too, and an id is never used twice (order-safety.md I4): the counter is
 * given what they chose ahead of it, and skips those.
 */
export class IdCounter {
  #last: number;
  readonly #chosen = new Set<string>();

  /** `last` is the id that was given last. */
  constructor(last: number) {
    if (!Number.isSafeInteger(last + REACH)) throw new Error(`no counter goes on from ${String(last)}`);
    this.#last = last;
  }

  readonly next = (): string => {
    let id = String((this.#last += 1));
    while (this.#chosen.size > 0 && this.#chosen.delete(id)) id = String((this.#last += 1));
    return id;
  };

  /**
   * Skips an id that a caller chose for a signal or a group. Call it before an id is drawn for the
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
