/** The one growing counter from which signals, groups and trades draw their ids (platform-notes.md 37). */
export class IdCounter {
  #last: bigint;

  constructor(last: bigint) {
    this.#last = last;
  }

  readonly next = (): string => {
    this.#last += 1n;
    return this.#last.toString();
  };

  get last(): string {
    return this.#last.toString();
  }
}
