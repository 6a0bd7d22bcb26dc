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
  #notDeleted = $state.raw<string | null>(null);
  #busy = $state.raw(false);
  #waitingForConsent = $state.raw<string | null>(null);

  constructor(bridge: Bridge, status: StatusStore) {
    this.#bridge = bridge;
    this.#status = status;
  }

  get list(): readonly Profile[] | null {
    return this.#list;
  }

  /** Why the last command or the last reading failed. */
  get failure(): string | null {
    return this.#failure;
  }

  /** The text that says what the last removal did not delete, or null. */
  get notDeleted(): string | null {
    return this.#notDeleted;
  }

  get busy(): boolean {
    return this.#busy;
  }

  /**
   * The id of the chosen connection, which opens only if the user agrees to end the plan of exits
   * that runs on the one in use. Null if no connection waits for that.
   */
  get waitingForConsent(): string | null {
    return this.#waitingForConsent;
  }

  keepExits(): void {
    this.#waitingForConsent = null;
  }

  isInUse(profile: Profile): boolean {
    return this.#status.notOpenedBecause === null && profile.id === this.#status.profile?.id;
  }

  async read(): Promise<void> {
    this.#failure = await this.#readList();
  }

  async select(profileId: string, endsExits = false): Promise<void> {
    this.#waitingForConsent = null;
    await this.#execute(async () => {
      const outcome = await this.#bridge.call('profiles.select', { profileId, ...(endsExits ? { endsExits } : {}) });
      if (outcome.ok || outcome.failure.code !== 'exit-running') return outcome;
      this.#waitingForConsent = profileId;
      return { ok: true };
    });
  }

  async remove(profileId: string): Promise<void> {
    await this.#execute(async () => {
      const outcome = await this.#bridge.call('profiles.remove', { profileId });
      if (outcome.ok && outcome.value.keyMayRemain) this.#notDeleted = keyRemainsText(profileId);
      return outcome;
    });
  }

  async #execute(call: () => Promise<{ ok: true } | { ok: false; failure: FailureTexts }>): Promise<void> {
    if (this.#busy) return;
    this.#busy = true;
    this.#notDeleted = null;
    const outcome = await call();
    this.#failure = outcome.ok ? null : failureLines(outcome.failure).join('\n');
    const readFailure = await this.#readList();
    this.#failure ??= readFailure;
    this.#busy = false;
  }

  /** Returns why the reading failed, or null. */
  async #readList(): Promise<string | null> {
    const outcome = await this.#bridge.call('profiles.list', {});
    if (!outcome.ok) return words(outcome.failure.message);
    this.#list = outcome.value;
    return null;
  }
}

const keyRemainsText = (profileId: string): string =>
  `The connection was removed. The secure store of this computer could not be opened, so a key in it was not deleted. ` +
  `Delete the entry "Stratdesk" with the account ${profileId} there.`;
