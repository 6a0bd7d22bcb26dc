import type { Clock } from '#core/ports.ts';

/** After an hour the service is asked again, even if it asked for a longer wait. */
const maxWaitMs = 3_600_000;

/** The wait that a busy service asked for with `Retry-After`. */
export class RetryAfterWait {
  readonly #clock: Clock;
  /** Monotonic milliseconds. */
  #until = -Infinity;
  /** The same instant by the wall clock, in milliseconds. */
  #untilWall = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * `date` is the service's own time in this answer; a date in `retryAfter` is compared with it.
   * Returns true when the service asks for a wait.
   */
  note(retryAfter: string | null, date: string | null): boolean {
    const wait = retryAfter === null ? null : waitMs(retryAfter, date === null ? NaN : Date.parse(date), this.#clock);
    if (wait === null || wait <= 0) return false;
    const until = this.#clock.monotonic() + Math.min(wait, maxWaitMs);
    if (until > this.#until) {
      this.#until = until;
      this.#untilWall = this.#clock.now() + Math.min(wait, maxWaitMs);
    }
    return true;
  }

  /** The monotonic clock may stand still during sleep, and the wait would grow by the sleep. */
  wokeFromSleep(): void {
    this.#until = Math.min(this.#until, this.#clock.monotonic() + this.#untilWall - this.#clock.now());
  }

  /** Monotonic ms until which the service asked to send nothing; in the past if it did not ask. */
  until(): number {
    return this.#until;
  }

  /** Unix seconds when the wait ends; null without a wait. */
  endsAt(): number | null {
    const remainingMs = this.#until - this.#clock.monotonic();
    return remainingMs <= 0 ? null : Math.ceil((this.#clock.now() + remainingMs) / 1_000);
  }
}

/** Reads whole seconds or an HTTP date; null for anything else. */
const waitMs = (text: string, date: number, clock: Clock): number | null => {
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text) * 1_000;
  const at = /^\s*[A-Za-z]{3},? /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : at - (Number.isNaN(date) ? clock.now() : date);
};
