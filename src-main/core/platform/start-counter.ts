import type { Clock } from '#core/ports.ts';

/** Counts the starts within the last minute of the monotonic clock. */
export class StartCounter {
  readonly #clock: Clock;
  #starts: number[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(at: number): void {
    this.#forget();
    this.#starts.push(at);
  }

  lastMinute(): number {
    this.#forget();
    return this.#starts.length;
  }

  #forget(): void {
    const oldest = this.#clock.monotonic() - 60_000;
    if ((this.#starts[0] ?? Infinity) <= oldest) this.#starts = this.#starts.filter((at) => at > oldest);
  }
}
