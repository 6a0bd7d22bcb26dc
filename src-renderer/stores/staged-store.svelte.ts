import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutcome } from '#contract/commands.ts';
import type { Signal } from '#contract/model/signal.ts';
import { Loader } from './loader.svelte.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';

/** The staged orders of the chosen strategy. */
export class StagedStore {
  readonly #bridge: Bridge;
  readonly #loader;

  constructor(bridge: Bridge, strategy: StrategyStore) {
    this.#bridge = bridge;
    this.#loader = new Loader(
      () => strategy.loadKey('orders'),
      () => bridge.call('orders.staged', { systemId: strategy.systemId ?? '0' }),
    );
  }

  get list(): readonly Signal[] | null {
    return this.#loader.value?.signals ?? null;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  confirm(rowId: string, confirmed: readonly string[]): Promise<CommandOutcome<'orders.confirm'>> {
    return this.#bridge.call('orders.confirm', { rowId, confirmed: [...confirmed] });
  }

  abandon(rowId: string): Promise<CommandOutcome<'orders.abandon'>> {
    return this.#bridge.call('orders.abandon', { rowId });
  }

  dispose(): void {
    this.#loader.dispose();
  }
}
