import type { KillSwitch, RiskCaps } from '#contract/model/risk.ts';
import type { Mode } from '#contract/model/status.ts';
import type { Clock, Log } from '#core/ports.ts';
import type { RiskFile, StoredRisk } from './risk-file.ts';

/**
 * Kill switch and caps of the whole program. The switch holds for both modes, in memory before anything is written: what
 * waits is kept back at once, and a disk that is full delays nothing.
 */
export class RiskKeeper {
  readonly #file: Pick<RiskFile, 'load' | 'save'>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #changed: () => void;
  #risk: StoredRisk;
  #durable = true;

  constructor(file: Pick<RiskFile, 'load' | 'save'>, clock: Clock, log: Log, changed: () => void) {
    this.#file = file;
    this.#clock = clock;
    this.#log = log;
    this.#changed = changed;
    this.#risk = file.load(clock.now());
  }

  kill(): KillSwitch {
    const { kill } = this.#risk;
    return kill === null ? { on: false } : { on: true, ...kill, durable: this.#durable };
  }

  /** Why nothing but cancels may leave, one sentence; null while the switch is off. */
  killed(): string | null {
    const { kill } = this.#risk;
    return kill === null ? null : `The kill switch is on: ${kill.reason}`;
  }

  caps(mode: Mode): RiskCaps {
    return this.#risk.caps[mode];
  }

  press(reason: string): void {
    const since = Math.floor(this.#clock.now() / 1000);
    const text = reason.trim() === '' ? 'pressed by hand' : reason.trim();
    this.#risk = { ...this.#risk, kill: this.#risk.kill ?? { since, reason: text } };
    this.#durable = this.#save(this.#risk);
    this.#changed();
  }

  /** False when it could not be written: the switch then stays on, rather than be on again after a restart. */
  release(): boolean {
    const next = { ...this.#risk, kill: null };
    if (!this.#save(next)) return false;
    this.#risk = next;
    this.#changed();
    return true;
  }

  /** False when they could not be written: nothing was changed. */
  setCaps(mode: Mode, caps: RiskCaps): boolean {
    const next = { ...this.#risk, caps: { ...this.#risk.caps, [mode]: caps } };
    if (!this.#save(next)) return false;
    this.#risk = next;
    this.#changed();
    return true;
  }

  #save(risk: StoredRisk): boolean {
    try {
      this.#file.save(risk);
      return true;
    } catch {
      this.#log.error('risk.not-stored');
      return false;
    }
  }
}
