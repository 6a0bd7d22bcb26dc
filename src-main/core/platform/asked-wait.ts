import type { Clock } from '#core/ports.ts';

/** After an hour the service is asked again, also where it asked for more. */
const longestMs = 3_600_000;

/** `Retry-After`: a busy service asked not to be asked before a time. */
export class AskedWait {
  readonly #clock: Clock;
  /** Monotonic milliseconds. */
  #until = -Infinity;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** `date`: the service's own time with this answer, against which a time of its own is held. True when it asks for a wait. */
  note(retryAfter: string | null, date: string | null): boolean {
    const wait = retryAfter === null ? null : waitMs(retryAfter, date === null ? NaN : Date.parse(date), this.#clock);
    if (wait === null || wait <= 0) return false;
    this.#until = Math.max(this.#until, this.#clock.monotonic() + Math.min(wait, longestMs));
    return true;
  }

  /** Monotonic milliseconds before which it asked not to be asked; in the past when it did not. */
  until(): number {
    return this.#until;
  }

  /** Unix seconds of its end; null when nothing is waited for. */
  endsAt(): number | null {
    const left = this.#until - this.#clock.monotonic();
    return left <= 0 ? null : Math.ceil((this.#clock.now() + left) / 1_000);
  }
}

/** Whole seconds, or a date of HTTP. Null: neither. */
const waitMs = (text: string, date: number, clock: Clock): number | null => {
  if (/^\s*\d{1,9}\s*$/.test(text)) return Number(text) * 1_000;
  const at = /^\s*[A-Za-z]{3},? /.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? null : at - (Number.isNaN(date) ? clock.now() : date);
};
