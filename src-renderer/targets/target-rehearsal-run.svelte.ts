import type { Bridge } from '#contract/bridge.ts';
import type { TargetRehearsal } from '#contract/model/target-progress.ts';
import { words } from '#renderer/messages/words.ts';

/** A run of the reviewed list on the practice service. Only one runs at a time. */
export class TargetRehearsalRun {
  readonly #bridge: Bridge;
  readonly #uuid: () => string;
  #busy = $state.raw(false);
  #outcome = $state.raw<TargetRehearsal | null>(null);
  #failure = $state.raw<string | null>(null);

  constructor(bridge: Bridge, uuid: () => string) {
    this.#bridge = bridge;
    this.#uuid = uuid;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /** The outcome of the last run. Null if there was none, or if it failed. */
  get outcome(): TargetRehearsal | null {
    return this.#outcome;
  }

  get failure(): string | null {
    return this.#failure;
  }

  async run(planId: string): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.#outcome = null;
    this.#failure = null;
    try {
      const outcome = await this.#bridge.call('desired.rehearse', { intentId: this.#uuid(), planId });
      if (outcome.ok) this.#outcome = outcome.value;
      else
        this.#failure = [outcome.failure.message, ...(outcome.failure.details ?? [])]
          .map((line) => words(line))
          .join(' ');
    } finally {
      this.#busy = false;
    }
  }
}
