import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { DeskGuard, Precautions, RiskCaps } from '#contract/model/risk.ts';
import { words } from '#renderer/messages/words.ts';
import type { ClockStore } from './clock-store.svelte.ts';

/** Milliseconds. A press so soon after the desk was disarmed was probably meant to disarm it. */
const lateDisarmMs = 500;

/**
 * The guards of new risk: kill switch, arming and limits. Core decides. The store shows only what
 * core reported. Each command resolves to null, or to the reason why it had no effect.
 */
export class DeskStore {
  readonly #bridge: Bridge;
  readonly #clock: Pick<ClockStore, 'millis'>;
  /** When the desk was last disarmed, but not by the trader. */
  #disarmedAtMs = -Infinity;
  #guard = $state.raw<DeskGuard | null>(null);
  readonly #unsubscribe: () => void;
  /** Whether the kill switch is on. Null until core reports it: the buttons then show no state. */
  readonly isKillSwitchOn = $derived(this.#guard === null ? null : this.#guard.kill.on);
  readonly armed = $derived(this.#guard?.arming.armed === true);

  constructor(bridge: Bridge, clock: Pick<ClockStore, 'millis'>) {
    this.#bridge = bridge;
    this.#clock = clock;
    this.#unsubscribe = bridge.on('desk.changed', {}, (guard) => {
      const { arming } = guard;
      const wasArmed = untrack(() => this.armed);
      if (wasArmed && !arming.armed && arming.reason !== 'user') this.#disarmedAtMs = clock.millis;
      this.#guard = guard;
    });
  }

  get guard(): DeskGuard | null {
    return this.#guard;
  }

  async kill(reason: string): Promise<string | null> {
    return this.#accept(await this.#bridge.call('risk.kill', { reason }));
  }

  async release(): Promise<string | null> {
    return this.#accept(await this.#bridge.call('risk.release', {}));
  }

  async arm(systemId: string): Promise<string | null> {
    return this.#accept(await this.#bridge.call('desk.arm', { systemId }));
  }

  async disarm(reason: 'user' | 'lock'): Promise<string | null> {
    return this.#accept(await this.#bridge.call('desk.disarm', { reason }));
  }

  /** Arms or disarms, but does not arm just after core disarmed the desk. */
  async toggle(systemId: string): Promise<string | null> {
    if (this.armed) return this.disarm('user');
    if (this.#clock.millis - this.#disarmedAtMs < lateDisarmMs) return 'The desk was disarmed just before. Not armed.';
    return this.arm(systemId);
  }

  async setCaps(caps: RiskCaps): Promise<string | null> {
    return this.#accept(await this.#bridge.call('risk.set', { caps }));
  }

  async setPrecautions(precautions: Precautions): Promise<string | null> {
    return this.#accept(await this.#bridge.call('risk.set-precautions', { precautions }));
  }

  dispose(): void {
    this.#unsubscribe();
  }

  #accept(
    outcome: CommandOutcome<
      'risk.kill' | 'risk.release' | 'risk.set' | 'risk.set-precautions' | 'desk.arm' | 'desk.disarm'
    >,
  ): string | null {
    if (!outcome.ok) return words(outcome.failure.message);
    this.#guard = outcome.value;
    return null;
  }
}
