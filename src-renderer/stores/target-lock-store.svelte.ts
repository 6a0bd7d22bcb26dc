import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { DesiredState } from '#contract/model/desired.ts';
import { words } from '#renderer/messages/words.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';

type Parts = { readonly bridge: Bridge; readonly strategy: StrategyStore; readonly uuid: () => string };

/**
 * The lock of order entry while the platform maintains a target portfolio, and the commands that
 * end it.
 */
export class TargetLockStore {
  readonly #parts: Parts;
  #state = $state.raw<DesiredState | null>(null);
  #busy = $state.raw(false);
  #failure = $state.raw<string | null>(null);
  readonly #release: () => void;
  readonly lock = $derived(this.#state?.lock ?? null);
  readonly alarm = $derived(this.#state?.alarm ?? null);

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#release = $effect.root(() => {
      $effect(() => {
        const { systemId } = parts.strategy;
        if (systemId === null) return;
        const release = parts.bridge.on('desired.changed', { systemId }, (state) => (this.#state = state));
        return () => {
          release();
          this.#state = null;
          this.#failure = null;
        };
      });
    });
  }

  get busy(): boolean {
    return this.#busy;
  }

  get failure(): string | null {
    return this.#failure;
  }

  /** Sends `stop`: positions remain, and the platform accepts orders again. */
  resumeOrderEntry(): Promise<boolean> {
    const { bridge, uuid } = this.#parts;
    return this.#act((systemId) =>
      bridge.call('desired.set', { intentId: uuid(), systemId, target: { kind: 'stop' } }),
    );
  }

  declareOff(typed: string): Promise<boolean> {
    const { bridge, uuid } = this.#parts;
    return this.#act((systemId) => bridge.call('desired.declare-off', { intentId: uuid(), systemId, typed }));
  }

  dispose(): void {
    this.#release();
  }

  async #act(
    send: (systemId: string) => Promise<CommandOutcome<'desired.set' | 'desired.declare-off'>>,
  ): Promise<boolean> {
    const { systemId } = this.#parts.strategy;
    if (systemId === null || this.#busy) return false;
    this.#busy = true;
    const outcome = await send(systemId);
    this.#busy = false;
    this.#failure = outcome.ok ? null : words(outcome.failure.message);
    return outcome.ok;
  }
}
