import type { Clock } from '#core/ports.ts';

/** After an hour the service is asked again, even where it asked for a longer wait. */
const longestMs = 3_600_000;

/** `Retry-After`: a busy service asked for no requests before a time. */
export class RetryAfterWait {
  readonly #clock: Clock;
  /** Monotonic milliseconds. */
  #until = -Infinity;

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
    this.#until = Math.max(this.#until, this.#clock.monotonic() + Math.min(wait, longestMs));
    return true;
  }

  /** Monotonic milliseconds until which it asked for no requests; in the past when it did not. */
  until(): number {
    return this.#until;
  }

  /** Unix seconds when the wait ends; null without a wait. */
  endsAt(): number | null {
    const left = this.#until - this.#clock.monotonic();
    return left <= 0 ? null : Math.ceil((this.#clock.now() + left) / 1_000);
  }
}

/** Reads whole seconds or an HTTP date; null for anything else. */
const waitMs = (text: string, date: number, clock: Clock): number | null => {
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text) * 1_000;
  const at = /^\s*[A-Za-z]{3},? /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : at - (Number.isNaN(date) ? clock.now() : date);
};
