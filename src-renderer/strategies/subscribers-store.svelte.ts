import type { Bridge } from '#contract/bridge.ts';
import type { Subscriber } from '#contract/model/people.ts';
import type { DatasetState } from '#contract/model/status.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';

/**
 * The subscribers of the inspected strategy as last read. They are read from the platform only on
 * demand.
 */
export class SubscribersStore {
  readonly #bridge: Bridge;
  readonly #of: () => { readonly systemId: string | null; readonly state: DatasetState | null };
  readonly #loader: Loader<{ subscribers: Subscriber[] }>;

  constructor(bridge: Bridge, of: () => { readonly systemId: string | null; readonly state: DatasetState | null }) {
    this.#bridge = bridge;
    this.#of = of;
    this.#loader = new Loader(
      () => {
        const { systemId, state } = of();
        return systemId === null || state === null ? null : { scope: systemId, revision: String(state.revision) };
      },
      () => bridge.call('subscribers.list', { systemId: of().systemId ?? '0' }),
    );
  }

  /** Null until it is read from the cache. */
  get list(): readonly Subscriber[] | null {
    return this.#loader.value?.subscribers ?? null;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  async refresh(): Promise<void> {
    const { systemId } = this.#of();
    if (systemId !== null) await this.#bridge.call('sync.refresh', { systemId, datasets: ['subscribers'] });
  }

  dispose(): void {
    this.#loader.dispose();
  }
}
