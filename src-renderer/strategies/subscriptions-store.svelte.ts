import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutput } from '#contract/commands.ts';
import type { Subscription } from '#contract/model/subscription.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StatusStore } from '#renderer/stores/status-store.svelte.ts';
import type { StrategiesStore } from '#renderer/stores/strategies-store.svelte.ts';

/**
 * The trader's own subscriptions. The store exists while the Strategies page is open. Core derives
 * the subscriptions from the acts and the list of strategies. The store reads the subscriptions
 * again when the acts or the list change.
 */
export class SubscriptionsStore {
  #actsRevision = $state.raw<number | null>(null);
  readonly #loader: Loader<CommandOutput<'subscriptions.list'>>;
  readonly #release: () => void;

  constructor(bridge: Bridge, status: Pick<StatusStore, 'profile'>, strategies: Pick<StrategiesStore, 'revision'>) {
    this.#release = bridge.on('acts.changed', {}, ({ revision }) => (this.#actsRevision = revision));
    this.#loader = new Loader(
      () => {
        const profileId = status.profile?.id;
        if (profileId === undefined || this.#actsRevision === null) return null;
        return { scope: profileId, revision: `${this.#actsRevision} ${strategies.revision}` };
      },
      () => bridge.call('subscriptions.list', {}),
    );
  }

  /** Null until they are read. */
  get list(): readonly Subscription[] | null {
    return this.#loader.value?.subscriptions ?? null;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  find(systemId: string | null): Subscription | undefined {
    return this.list?.find((one) => one.systemId === systemId);
  }

  reload(): void {
    this.#loader.reload();
  }

  dispose(): void {
    this.#release();
    this.#loader.dispose();
  }
}
