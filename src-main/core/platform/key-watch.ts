import type { Verdict } from '#contract/model/activity.ts';
import type { Clock } from '#core/ports.ts';
import { endpoint } from './endpoints.ts';
import type { PlatformRequest } from './platform-client.ts';

/** Refusals in a row after which the list of strategies is asked: it needs nothing but a valid key. */
const doubtful = 2;

/** Whether the platform refuses the key itself. One strategy that is refused says nothing of the key. */
export class KeyWatch {
  readonly #clock: Clock;
  #refusals = 0;
  #refusedSince: number | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  note({ command }: PlatformRequest, verdict: Verdict, httpStatus: number | null): void {
    if (verdict === 'ok') {
      this.#refusals = 0;
      this.#refusedSince = null;
      return;
    }
    if (endpoint(command)?.effect !== 'read') return;
    const isUnauthorized = httpStatus === 401 || httpStatus === 403;
    if (verdict !== 'refused' && !isUnauthorized) return;
    this.#refusals += 1;
    const isKey = isUnauthorized || command === 'listAllSystems';
    if (isKey) this.#refusedSince ??= Math.floor(this.#clock.now() / 1_000);
  }

  /** Several refusals in a row, and the list of strategies has not decided whose fault it is. */
  inDoubt(): boolean {
    return this.#refusedSince === null && this.#refusals >= doubtful;
  }

  /** Unix seconds; null while it is taken. */
  refusedSince(): number | null {
    return this.#refusedSince;
  }
}
