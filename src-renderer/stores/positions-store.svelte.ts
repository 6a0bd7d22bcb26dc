import { sameContract } from '#renderer/format/option-symbol.ts';
import type { Bridge } from '#contract/bridge.ts';
import type { Position } from '#contract/model/trade.ts';
import { pointValueIn, pointValuesOf } from '#contract/model/point-values.ts';
import { Loader } from './loader.svelte.ts';
import type { StrategyStore } from './strategy-store.svelte.ts';

/** The positions of the model account of the chosen strategy. */
export class PositionsStore {
  readonly #loader;
  readonly #pointValues;
  readonly #strategy: StrategyStore;
  #positionToReveal = $state.raw<string | null>(null);
  readonly #knownPointValues = $derived.by(() => pointValuesOf(this.#pointValues.value?.values ?? {}));
  /** Positions without a working stop for all of their quantity. */
  readonly unprotected = $derived.by(() => (this.list ?? []).filter((position) => position.unprotected));

  constructor(bridge: Bridge, strategy: StrategyStore) {
    this.#strategy = strategy;
    this.#loader = new Loader(
      // Stops protect a position, so signals and our own orders change its row.
      () => strategy.loadKey('tradesOpen', 'signalsWorking', 'orders'),
      () => bridge.call('positions.list', { systemId: strategy.systemId ?? '0' }),
    );
    this.#pointValues = new Loader(
      () => strategy.loadKey('tradesOpen', 'trades'),
      () => bridge.call('positions.point-values', { systemId: strategy.systemId ?? '0' }),
    );
  }

  get list(): readonly Position[] | null {
    return this.#loader.value;
  }

  /** True if the positions were read. If so, a symbol that is not in `list` has no position. */
  get known(): boolean {
    return this.list !== null && this.#strategy.freshness('tradesOpen').readAt !== null;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  /** The position whose row has to be focused, until it is. */
  get positionToReveal(): string | null {
    return this.#positionToReveal;
  }

  reveal(positionId: string | null): void {
    this.#positionToReveal = positionId;
  }

  of(symbol: string): Position | null {
    return this.list?.find((position) => sameContract(position.symbol, symbol)) ?? null;
  }

  /** Dollars for one point of one unit, from open and closed trades. Null if none states it. */
  pointValue(symbol: string): string | null {
    return pointValueIn(this.#knownPointValues, symbol);
  }

  reload(): void {
    this.#loader.reload();
  }

  dispose(): void {
    this.#loader.dispose();
    this.#pointValues.dispose();
  }
}
