import type { Bridge } from '#contract/bridge.ts';
import type { Profile } from '#contract/model/profile.ts';
import type { StatusStore } from '#renderer/stores/status-store.svelte.ts';
import { failureLines, type FailureTexts } from '#renderer/messages/failure-lines.ts';
import { words } from '#renderer/messages/words.ts';

/** The stored connections, read again after every change. */
export class ProfilesState {
  readonly #bridge: Bridge;
  readonly #status: StatusStore;
  #list = $state.raw<readonly Profile[] | null>(null);
  #failure = $state.raw<string | null>(null);
  #busy = $state.raw(false);

  constructor(bridge: Bridge, status: StatusStore) {
    this.#bridge = bridge;
    this.#status = status;
  }

  get list(): readonly Profile[] | null {
    return this.#list;
  }

  /** Why the last command failed. */
  get failure(): string | null {
    return this.#failure;
  }

  get busy(): boolean {
    return this.#busy;
  }

  isInUse(profile: Profile): boolean {
    return this.#status.notOpened === null && profile.id === this.#status.profile?.id;
  }

  async read(): Promise<void> {
    const outcome = await this.#bridge.call('profiles.list', {});
    if (outcome.ok) this.#list = outcome.value;
    else this.#failure = words(outcome.failure.message);
  }

  async select(profileId: string): Promise<void> {
    await this.#act(() => this.#bridge.call('profiles.select', { profileId }));
  }

  async remove(profileId: string): Promise<void> {
    await this.#act(() => this.#bridge.call('profiles.remove', { profileId }));
  }

  async #act(call: () => Promise<{ ok: true } | { ok: false; failure: FailureTexts }>): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    const outcome = await call();
    this.#failure = outcome.ok ? null : failureLines(outcome.failure).join('\n');
    await this.read();
    this.#busy = false;
  }
}
