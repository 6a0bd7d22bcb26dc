import { limits } from '#contract/limits.ts';
import type { Arming as State, DisarmReason } from '#contract/model/risk.ts';
import type { Clock } from '#core/ports.ts';

type Parts = {
  readonly clock: Clock;
  /** Called once a second while armed, and at each use. Returns a reason to disarm, or null. */
  readonly trouble: (systemId: string) => DisarmReason | null;
  readonly changed: () => void;
  /** Called once a second while armed, so that a socket for the next order stays open. */
  readonly prewarm: () => void;
};

const checkIntervalMs = 1_000;

/**
 * A gap this long between two checks means that the computer slept. The monotonic clock may
 * stand still during sleep.
 */
const sleepMs = 30_000;

/**
 * The permission to send new risk with one press. It does not survive a restart, is bound to one
 * strategy, and ends when it is not used for a time, or for a reason of `DisarmReason`.
 */
export class Arming {
  readonly #parts: Parts;
  #armed: { readonly systemId: string; readonly since: number } | null = null;
  /** Monotonic time of the last use. */
  #usedAt = 0;
  /** Wall clock time of the last check. */
  #checkedAt = 0;
  #reason: DisarmReason;
  #cancelTimer: () => void = () => undefined;

  constructor(parts: Parts, reason: DisarmReason) {
    this.#parts = parts;
    this.#reason = reason;
  }

  state(): State {
    if (this.#armed === null) return { armed: false, reason: this.#reason };
    const { clock } = this.#parts;
    const remaining = this.#usedAt + limits.armIdleMs - clock.monotonic();
    return { armed: true, ...this.#armed, idleAt: Math.floor((clock.now() + remaining) / 1000) };
  }

  arm(systemId: string): void {
    const { clock, changed } = this.#parts;
    this.#armed = { systemId, since: Math.floor(clock.now() / 1000) };
    this.#usedAt = clock.monotonic();
    this.#checkedAt = clock.now();
    this.#parts.prewarm();
    this.#watch();
    changed();
  }

  /** Whether this strategy is armed now. The call checks the data again and counts as use. */
  use(systemId: string): boolean {
    this.#check();
    if (this.#armed?.systemId !== systemId) return false;
    this.#usedAt = this.#parts.clock.monotonic();
    return true;
  }

  disarm(reason: DisarmReason): void {
    if (this.#armed === null) return;
    this.#cancelTimer();
    this.#armed = null;
    this.#reason = reason;
    this.#parts.changed();
  }

  /** Called when the trader views this strategy. */
  strategyViewed(systemId: string): void {
    if (this.#armed !== null && this.#armed.systemId !== systemId) this.disarm('strategy-switch');
  }

  #watch(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#parts.clock.after(checkIntervalMs, () => {
      this.#check();
      if (this.#armed === null) return;
      this.#parts.prewarm();
      this.#watch();
    });
  }

  #check(): void {
    if (this.#armed === null) return;
    const reason = this.#reasonToDisarm(this.#armed.systemId);
    if (reason !== null) this.disarm(reason);
  }

  #reasonToDisarm(systemId: string): DisarmReason | null {
    const { clock, trouble } = this.#parts;
    const hasSlept = clock.now() - this.#checkedAt >= sleepMs;
    this.#checkedAt = clock.now();
    if (hasSlept) return 'lock';
    return clock.monotonic() - this.#usedAt >= limits.armIdleMs ? 'idle' : trouble(systemId);
  }
}
