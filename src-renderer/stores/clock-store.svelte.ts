/**
 * The clock of the window. It ticks once a second. Panels compute the ages of their data from it
 * and need no timer of their own.
 */
export class ClockStore {
  readonly #read: () => number;
  #now = $state.raw(0);
  readonly #timer: ReturnType<typeof setInterval>;

  /** `read` returns milliseconds since 1970. */
  constructor(read: () => number) {
    this.#read = read;
    this.#now = Math.floor(read() / 1000);
    this.#timer = setInterval(() => this.tick(), 1000);
  }

  /** Unix seconds. */
  get now(): number {
    return this.#now;
  }

  /** Milliseconds, exact and not reactive. */
  get millis(): number {
    return this.#read();
  }

  tick(): void {
    this.#now = Math.floor(this.#read() / 1000);
  }

  dispose(): void {
    clearInterval(this.#timer);
  }
}
