import type { Bridge } from '#contract/bridge.ts';
import type { EquityCurve } from '#contract/model/equity.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';

/** The equity curve of the selected strategy, read from the cache again after every change. */
export class EquityStore {
  readonly #loader;

  constructor(bridge: Bridge, strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>) {
    this.#loader = new Loader(
      () => strategy.loadKey('equity'),
      () => bridge.call('equity.get', { systemId: strategy.systemId ?? '0' }),
    );
  }

  /** Null until it is read from the cache; without rows if it was never read from the platform. */
  get curve(): EquityCurve | null {
    return this.#loader.value;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  dispose(): void {
    this.#loader.dispose();
  }
}
