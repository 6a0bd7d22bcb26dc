import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutput } from '#contract/commands.ts';
import type { OwnPerson } from '#contract/model/own-person.ts';
import type { StrategyChange, UnfinishedClone } from '#contract/model/strategy-change.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { App } from '#renderer/stores/app-context.ts';
import type { PreferencesStore } from '#renderer/stores/preferences-store.svelte.ts';
import type { StatusStore } from '#renderer/stores/status-store.svelte.ts';

/**
 * The changes that were sent for own strategies. The store exists while the Strategies page is
 * open.
 */
export class OwnStrategiesStore {
  readonly #bridge: Bridge;
  readonly #preferences: PreferencesStore;
  readonly #status: StatusStore;
  #actsRevision = $state.raw<number | null>(null);
  readonly #loader: Loader<CommandOutput<'own-strategies.changes'>>;
  readonly #release: () => void;

  constructor(bridge: Bridge, { preferences, status }: Pick<App, 'preferences' | 'status'>) {
    this.#bridge = bridge;
    this.#preferences = preferences;
    this.#status = status;
    this.#release = bridge.on('acts.changed', {}, ({ revision }) => (this.#actsRevision = revision));
    this.#loader = new Loader(
      () => {
        const profileId = status.profile?.id;
        return profileId === undefined || this.#actsRevision === null
          ? null
          : { scope: profileId, revision: String(this.#actsRevision) };
      },
      () => bridge.call('own-strategies.changes', {}),
    );
  }

  /** The newest first. */
  changesOf(systemId: string): readonly StrategyChange[] {
    return this.#loader.value?.changes.filter((one) => one.systemId === systemId) ?? [];
  }

  /** The clone that is not complete and was not dismissed. Null if there is none. */
  unfinishedOf(systemId: string): UnfinishedClone | null {
    if (this.#preferences.view(this.#dismissedView(systemId)) !== null) return null;
    return this.#loader.value?.unfinished.find((one) => one.systemId === systemId) ?? null;
  }

  /** Dismisses the unfinished clone for this connection. The clone remains as it is. */
  dismiss(systemId: string): void {
    this.#preferences.setView(this.#dismissedView(systemId), 'dismissed');
  }

  #dismissedView(systemId: string): string {
    return `clone.${this.#status.profile?.id ?? ''}.${systemId}`;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  /** Null if the person could not be read. */
  async readPerson(): Promise<OwnPerson | null> {
    const outcome = await this.#bridge.call('person.get', {});
    return outcome.ok ? outcome.value : null;
  }

  dispose(): void {
    this.#release();
    this.#loader.dispose();
  }
}
