import type { Clock } from '#core/ports.ts';

/** Counts the requests that were started within the last minute of the monotonic clock. */
export class StartCounter {
  readonly #clock: Clock;
  #starts: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(at: number): void {
    this.#removeOld();
    this.#starts.push(at);
  }

  /** The number of starts in the last minute. */
  startsInLastMinute(): number {
    this.#removeOld();
    return this.#starts.length;
  }

  #removeOld(): void {
    const oldest = this.#clock.monotonic() - 60_000;
    if ((this.#starts[0] ?? Infinity) <= oldest) this.#starts = this.#starts.filter((at) => at > oldest);
  }
}
