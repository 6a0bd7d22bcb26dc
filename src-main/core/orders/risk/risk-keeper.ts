import type { Text } from '#contract/message.ts';
import type { KillSwitch, Precautions, RiskCaps } from '#contract/model/risk.ts';
import type { Mode } from '#contract/model/status.ts';
import type { Clock, Log } from '#core/ports.ts';
import { defaultPrecautions } from './precautions.ts';
import { defaultCaps } from './risk-checks.ts';
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

  /** Why no new risk may leave; null while the switch is off. */
  killed(): Text | null {
    const { kill } = this.#risk;
    return kill === null ? null : { code: 'kill.on', reason: kill.reason };
  }

  /** The wide defaults of earlier versions were no choice of the trader: they count as no cap. */
  caps(mode: Mode): RiskCaps {
    const caps = this.#risk.caps[mode];
    const { quantity, value } = caps.perOrder;
    const perOrder = quantity === '1000000' && value === '100000000' ? defaultCaps.perOrder : caps.perOrder;
    return { ...caps, perOrder };
  }

  precautions(mode: Mode): Precautions {
    return this.#risk.precautions?.[mode] ?? defaultPrecautions;
  }

  /** Whether the trader has looked at them. */
  precautionsSet(mode: Mode): boolean {
    return this.#risk.precautions?.[mode] !== undefined;
  }

  /** False when they could not be written: nothing was changed. */
  setPrecautions(mode: Mode, precautions: Precautions): boolean {
    return this.#change({ ...this.#risk, precautions: { ...this.#risk.precautions, [mode]: precautions } });
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
    return this.#change({ ...this.#risk, kill: null });
  }

  /** False when they could not be written: nothing was changed. */
  setCaps(mode: Mode, caps: RiskCaps): boolean {
    return this.#change({ ...this.#risk, caps: { ...this.#risk.caps, [mode]: caps } });
  }

  #change(next: StoredRisk): boolean {
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
