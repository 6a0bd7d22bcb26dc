import type { Bridge } from '#contract/bridge.ts';
import type { Margin } from '#contract/model/strategy.ts';
import { Loader } from './loader.svelte.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';

/** The account figures of the chosen strategy. Read while a component uses them. */
export class AccountStore {
  readonly #loader;

  constructor(bridge: Bridge, strategy: StrategyStore) {
    this.#loader = new Loader(
      () => strategy.loadKey('margin'),
      () => bridge.call('strategies.details', { systemId: strategy.systemId ?? '0' }),
    );
  }

  get margin(): Margin | null {
    return this.#loader.value?.margin ?? null;
  }

  dispose(): void {
    this.#loader.dispose();
  }
}
