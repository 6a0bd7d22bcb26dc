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

/**
 * Whether one press may send new risk. Never kept over a restart, bound to one strategy, and gone at the first sign that
 * the user or the data is not what it was when it was switched on.
 */
export class Arming {
  readonly #parts: Parts;
  #armed: { readonly systemId: string; readonly since: number } | null = null;
  #usedAt = 0;
  #reason: DisarmReason;
  #cancelTimer: () => void = () => undefined;

  constructor(parts: Parts, reason: DisarmReason) {
    this.#parts = parts;
    this.#reason = reason;
  }

  state(): State {
    if (this.#armed === null) return { armed: false, reason: this.#reason, text: texts[this.#reason] };
    const { clock } = this.#parts;
    const left = this.#usedAt + limits.armIdleMs - clock.monotonic();
    return { armed: true, ...this.#armed, idleAt: Math.floor((clock.now() + left) / 1000) };
  }

  arm(systemId: string): void {
    const { clock, changed } = this.#parts;
    this.#armed = { systemId, since: Math.floor(clock.now() / 1000) };
    this.#usedAt = clock.monotonic();
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
    const idle = this.#parts.clock.monotonic() - this.#usedAt >= limits.armIdleMs;
    const reason = idle ? 'idle' : this.#parts.trouble(this.#armed.systemId);
    if (reason !== null) this.disarm(reason);
  }
}

const texts: Readonly<Record<DisarmReason, string>> = {
  start: 'The desk starts disarmed.',
  user: 'Disarmed by hand.',
  idle: 'Disarmed: nothing was done for ten minutes.',
  lock: 'Disarmed: the screen was locked or left.',
  'strategy-switch': 'Disarmed: another strategy is shown.',
  'connection-change': 'Disarmed: another connection is open.',
  'key-change': 'Disarmed: the key or the address was changed.',
  'stale-data': 'Disarmed: the orders shown are too old.',
  'unknown-order': 'Disarmed: what became of an order is not known.',
  'kill-switch': 'Disarmed by the kill switch.',
};
