import type { Text } from '#contract/message.ts';
import type { KillSwitch, Precautions, RiskCaps } from '#contract/model/risk.ts';
import type { Mode } from '#contract/model/status.ts';
import type { Clock, Log } from '#core/ports.ts';
import { defaultPrecautions } from './precautions.ts';
import { defaultCaps } from './risk-checks.ts';
import type { RiskFile, StoredRisk } from './risk-file.ts';

/**
 * Kill switch, caps and precautions of the whole program. The switch applies to both modes. Turning
 * it on takes effect in memory before anything is written, so that queued orders stop at once and a
 * full disk delays nothing. Every other change takes effect only if it was written.
 */
export class RiskKeeper {
  readonly #file: Pick<RiskFile, 'load' | 'save'>;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #changed: () => void;
  #risk: StoredRisk;
  #isSwitchStored = true;

  constructor(file: Pick<RiskFile, 'load' | 'save'>, clock: Clock, log: Log, changed: () => void) {
    this.#file = file;
    this.#clock = clock;
    this.#log = log;
    this.#changed = changed;
    this.#risk = file.load(clock.now());
  }

  killSwitch(): KillSwitch {
    const { kill } = this.#risk;
    return kill === null ? { on: false } : { on: true, ...kill, durable: this.#isSwitchStored };
  }

  /** Why no new risk may be sent. Null while the switch is off. */
  killReason(): Text | null {
    const { kill } = this.#risk;
    return kill === null ? null : { code: 'kill.on', reason: kill.reason };
  }

  /** Earlier versions stored wide defaults that no trader had chosen. These count as no cap. */
  caps(mode: Mode): RiskCaps {
    const caps = this.#risk.caps[mode];
    const { quantity, value } = caps.perOrder;
    const perOrder = quantity === '1000000' && value === '100000000' ? defaultCaps.perOrder : caps.perOrder;
    return { ...caps, perOrder };
  }

  precautions(mode: Mode): Precautions {
    return this.#risk.precautions?.[mode] ?? defaultPrecautions;
  }

  /** Whether the trader has set the precautions of this mode. */
  hasOwnPrecautions(mode: Mode): boolean {
    return this.#risk.precautions?.[mode] !== undefined;
  }

  /** False when the file could not be written. Then nothing was changed. */
  setPrecautions(mode: Mode, precautions: Precautions): boolean {
    return this.#change({ ...this.#risk, precautions: { ...this.#risk.precautions, [mode]: precautions } });
  }

  kill(reason: string): void {
    const since = Math.floor(this.#clock.now() / 1000);
    const typed: Text = reason.trim() === '' ? { code: 'kill.by-hand' } : reason.trim();
    // If the file already has the switch on, a failed write does not change that.
    const isStored = this.#risk.kill !== null && this.#isSwitchStored;
    this.#risk = { ...this.#risk, kill: this.#risk.kill ?? { since, reason: typed } };
    this.#isSwitchStored = this.#save(this.#risk) || isStored;
    this.#changed();
  }

  /**
   * False when the file could not be written. The switch then stays on, because it would be on
   * again after a restart.
   */
  release(): boolean {
    return this.#change({ ...this.#risk, kill: null });
  }

  /** False when the file could not be written. Then nothing was changed. */
  setCaps(mode: Mode, caps: RiskCaps): boolean {
    return this.#change({ ...this.#risk, caps: { ...this.#risk.caps, [mode]: caps } });
  }

  #change(next: StoredRisk): boolean {
    if (!this.#save(next)) return false;
    this.#risk = next;
    this.#isSwitchStored = true;
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
