import { limits } from '#contract/limits.ts';
import type { Arming as State, DisarmReason } from '#contract/model/risk.ts';
import type { Clock } from '#core/ports.ts';

type Parts = {
  readonly clock: Clock;
  /** Asked once a second while armed: a reason to disarm, or null. */
  readonly trouble: (systemId: string) => DisarmReason | null;
  readonly changed: () => void;
  /** Told once a second while it stays armed: the way out is kept ready. */
  readonly ready: () => void;
};

const lookMs = 1_000;

/** A gap this long between two looks is sleep: the computer ran nothing. The monotonic clock may stand still then. */
const sleepMs = 30_000;

/**
 * Whether one press may send new risk. Never kept over a restart, bound to one strategy, and gone at the first sign that
 * the user or the data is not what it was when it was switched on.
 */
export class Arming {
  readonly #parts: Parts;
  #armed: { readonly systemId: string; readonly since: number } | null = null;
  #usedAt = 0;
  /** Wall clock of the last look. */
  #lookedAt = 0;
  #reason: DisarmReason;
  #cancelTimer: () => void = () => undefined;

  constructor(parts: Parts, reason: DisarmReason) {
    this.#parts = parts;
    this.#reason = reason;
  }

  state(): State {
    if (this.#armed === null) return { armed: false, reason: this.#reason };
    const { clock } = this.#parts;
    const left = this.#usedAt + limits.armIdleMs - clock.monotonic();
    return { armed: true, ...this.#armed, idleAt: Math.floor((clock.now() + left) / 1000) };
  }

  arm(systemId: string): void {
    const { clock, changed } = this.#parts;
    this.#armed = { systemId, since: Math.floor(clock.now() / 1000) };
    this.#usedAt = clock.monotonic();
    this.#lookedAt = clock.now();
    this.#parts.ready();
    this.#watch();
    changed();
  }

  /** Whether this strategy is armed now; asking looks at the data again and counts as use. */
  use(systemId: string): boolean {
    this.#look();
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

  /** Another strategy is looked at. */
  looksAt(systemId: string): void {
    if (this.#armed !== null && this.#armed.systemId !== systemId) this.disarm('strategy-switch');
  }

  #watch(): void {
    this.#cancelTimer();
    this.#cancelTimer = this.#parts.clock.after(lookMs, () => {
      this.#look();
      if (this.#armed === null) return;
      this.#parts.ready();
      this.#watch();
    });
  }

  #look(): void {
    if (this.#armed === null) return;
    const reason = this.#reasonToDisarm(this.#armed.systemId);
    if (reason !== null) this.disarm(reason);
  }

  #reasonToDisarm(systemId: string): DisarmReason | null {
    const { clock, trouble } = this.#parts;
    const slept = clock.now() - this.#lookedAt >= sleepMs;
    this.#lookedAt = clock.now();
    if (slept) return 'lock';
    return clock.monotonic() - this.#usedAt >= limits.armIdleMs ? 'idle' : trouble(systemId);
  }
}
