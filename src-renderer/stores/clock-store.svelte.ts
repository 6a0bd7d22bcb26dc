/** The wall clock as the window shows it: one tick a second for every age, instead of a timer in every panel. */
export class ClockStore {
  readonly #read: () => number;
  #now = $state.raw(0);
  readonly #timer: ReturnType<typeof setInterval>;

  /** `read` gives milliseconds since 1970. */
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
