import type { Bridge } from '#contract/bridge.ts';
import type { RetentionPolicy, StorageReport } from '#contract/model/storage.ts';
import type { Outcome } from '#contract/outcome.ts';
import { words } from '#renderer/messages/words.ts';

/** The report of stored data, read when it is shown and after every change. */
export class StorageState {
  readonly #bridge: Bridge;
  #report = $state.raw<StorageReport | null>(null);
  #failure = $state.raw<string | null>(null);
  #busy = $state.raw(false);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get report(): StorageReport | null {
    return this.#report;
  }

  get failure(): string | null {
    return this.#failure;
  }

  get busy(): boolean {
    return this.#busy;
  }

  read(): Promise<void> {
    return this.#load(this.#bridge.call('storage.report', {}));
  }

  setRetention(retention: RetentionPolicy): Promise<void> {
    return this.#load(this.#bridge.call('storage.keep', { keep: retention }));
  }

  clear(profileId: string, isHistoryIncluded: boolean): Promise<void> {
    return this.#load(this.#bridge.call('storage.clear', { profileId, history: isHistoryIncluded }));
  }

  async #load(request: Promise<Outcome<StorageReport, string>>): Promise<void> {
    this.#busy = true;
    const outcome = await request;
    this.#busy = false;
    if (outcome.ok) this.#report = outcome.value;
    this.#failure = outcome.ok ? null : words(outcome.failure.message);
  }
}
