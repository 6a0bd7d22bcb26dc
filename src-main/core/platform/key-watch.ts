import type { Verdict } from '#contract/model/activity.ts';
import type { Clock } from '#core/ports.ts';
import { endpoint } from './endpoints.ts';
import type { PlatformRequest } from './platform-client.ts';

/**
 * After this many consecutive refusals the list of strategies is read: it needs only a valid key.
 */
const probeAfterRefusals = 2;

/**
 * Finds out whether the platform refuses the key itself. A refusal of one strategy says nothing
 * about the key.
 */
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
    if (command === 'listAllSystems') this.#refusedSince ??= Math.floor(this.#clock.now() / 1_000);
  }

  /**
   * True after several consecutive refusals, while the list of strategies has not yet shown whether
   * the key is the cause.
   */
  inDoubt(): boolean {
    return this.#refusedSince === null && this.#refusals >= probeAfterRefusals;
  }

  /** Unix seconds; null while the platform is not known to refuse the key. */
  refusedSince(): number | null {
    return this.#refusedSince;
  }
}
