import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { DesiredState, DesiredTarget } from '#contract/model/desired.ts';
import { Confirmation } from '#renderer/plan/confirmation.svelte.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';

type Parts = { readonly bridge: Bridge; readonly strategy: StrategyStore; readonly uuid: () => string };

/**
 * The lock of order entry while the platform maintains a target portfolio, and the commands that
 * end the lock or accept the target list of the platform.
 */
export class TargetLockStore {
  readonly #parts: Parts;
  #state = $state.raw<DesiredState | null>(null);
  /**
   * For the chosen strategy only. A pending request of another strategy does not block requests of
   * the chosen strategy, and its failure is not shown.
   */
  #confirmation: Confirmation<never>;
  readonly #release: () => void;
  readonly lock = $derived(this.#state?.lock ?? null);
  readonly alarm = $derived(this.#state?.alarm ?? null);

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#confirmation = $state.raw(new Confirmation(parts.uuid));
    this.#release = $effect.root(() => {
      $effect(() => {
        const { systemId } = parts.strategy;
        if (systemId === null) return;
        const release = parts.bridge.on('desired.changed', { systemId }, (state) => (this.#state = state));
        return () => {
          release();
          this.#state = null;
          this.#confirmation = new Confirmation(parts.uuid);
        };
      });
    });
  }

  /** Null until the state is read. */
  get state(): DesiredState | null {
    return this.#state;
  }

  get busy(): boolean {
    return this.#confirmation.busy;
  }

  get failure(): string | null {
    return this.#confirmation.failure;
  }

  /** Sends `stop`: positions remain, and the platform accepts orders again. */
  resumeOrderEntry(): Promise<boolean> {
    const { bridge } = this.#parts;
    return this.#act((systemId, intentId) =>
      bridge.call('desired.set', { intentId, systemId, target: { kind: 'stop' } }),
    );
  }

  /**
   * Records that the trader ended the target portfolio elsewhere. `typed` is the text that the
   * trader typed to confirm this. Nothing is sent.
   */
  declareOff(typed: string): Promise<boolean> {
    const { bridge } = this.#parts;
    return this.#act((systemId, intentId) => bridge.call('desired.declare-off', { intentId, systemId, typed }));
  }

  /** Accepts the target list of the platform, as it was shown. Nothing is sent. */
  takeOver(shownTarget: DesiredTarget | null): Promise<boolean> {
    const { bridge } = this.#parts;
    return this.#act((systemId, intentId) =>
      bridge.call('desired.take-over', { intentId, systemId, held: shownTarget }),
    );
  }

  dispose(): void {
    this.#release();
  }

  async #act(
    send: (
      systemId: string,
      intentId: string,
    ) => Promise<CommandOutcome<'desired.set' | 'desired.declare-off' | 'desired.take-over'>>,
  ): Promise<boolean> {
    const { systemId } = this.#parts.strategy;
    if (systemId === null) return false;
    const outcome = await this.#confirmation.run((intentId) => send(systemId, intentId));
    return outcome?.ok === true;
  }
}
