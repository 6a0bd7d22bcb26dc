import type { Bridge } from '#contract/bridge.ts';
import type { Position } from '#contract/model/trade.ts';
import { Loader } from './loader.svelte.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';

/** What the model account of the chosen strategy holds. */
export class PositionsStore {
  readonly #loader;
  readonly #strategy: StrategyStore;
  #wanted = $state.raw<string | null>(null);
  /** Those that no stop covers, or not all of. */
  readonly unprotected = $derived.by(() => (this.list ?? []).filter((position) => position.unprotected));

  constructor(bridge: Bridge, strategy: StrategyStore) {
    this.#strategy = strategy;
    this.#loader = new Loader(
      // Stops protect a position, so that signals and our own orders change what its row says.
      () => strategy.key('tradesOpen', 'signalsWorking', 'orders'),
      () => bridge.call('positions.list', { systemId: strategy.systemId ?? '0' }),
    );
  }

  get list(): readonly Position[] | null {
    return this.#loader.value;
  }

  /** That a symbol is not among them says that none is held; false while they were never read. */
  get known(): boolean {
    return this.list !== null && this.#strategy.freshness('tradesOpen').readAt !== null;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  /** The position whose row shall have the focus, until it has. */
  get wanted(): string | null {
    return this.#wanted;
  }

  reveal(positionId: string | null): void {
    this.#wanted = positionId;
  }

  of(symbol: string): Position | null {
    return this.list?.find((position) => position.symbol === symbol) ?? null;
  }

  dispose(): void {
    this.#loader.dispose();
  }
}
