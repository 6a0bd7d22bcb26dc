import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutput } from '#contract/commands.ts';
import type { EquityReview, Figure, ReviewSelection, TradesReview } from '#contract/model/review.ts';
import type { StrategyDetails } from '#contract/model/strategy.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';
import { riskMultiples } from './risk-multiples.ts';

export const wholeStrategy: ReviewSelection = { from: null, to: null, symbols: [], instruments: [], sides: [] };

/** Every figure of the chosen strategy, made anew in main when what it rests on changed or something else was selected. */
export class PerformanceStore {
  readonly #loader: Loader<CommandOutput<'review.report'>>;
  readonly #details: Loader<CommandOutput<'strategies.details'>>;
  #selection = $state.raw<ReviewSelection>(wholeStrategy);
  /** A yearly rate, 0.04 for 4 %. */
  #riskFree = $state.raw(0);
  /** With costs, as the account saw it. */
  costs = $state(true);
  /** The figure that is open. */
  opened = $state.raw<Figure | null>(null);

  constructor(bridge: Bridge, strategy: Pick<StrategyStore, 'key' | 'systemId'>) {
    this.#loader = new Loader(
      () => {
        const key = strategy.key('trades', 'tradesOpen', 'equity', 'orders');
        const asked = JSON.stringify([this.#selection, this.#riskFree]);
        return key === null ? null : { scope: key.scope, revision: `${key.revision} ${asked}` };
      },
      () =>
        bridge.call('review.report', {
          systemId: strategy.systemId ?? '0',
          selection: this.#selection,
          riskFree: this.#riskFree,
        }),
    );
    this.#details = new Loader(
      () => strategy.key('details'),
      () => bridge.call('strategies.details', { systemId: strategy.systemId ?? '0' }),
    );
  }

  get selection(): ReviewSelection {
    return this.#selection;
  }

  get riskFree(): number {
    return this.#riskFree;
  }

  /** Looks at another period or other trades; what is left out stays. */
  select(change: Partial<ReviewSelection>, riskFree = this.#riskFree): void {
    this.#selection = { ...this.#selection, ...change };
    this.#riskFree = riskFree;
  }

  /** Figures of the curve, with or without costs; null until they arrived. */
  get equity(): EquityReview | null {
    const report = this.#loader.value?.report;
    return report === undefined ? null : this.costs ? report.withCost : report.raw;
  }

  get trades(): TradesReview | null {
    return this.#loader.value?.report.trades ?? null;
  }

  /** Realised R by trade id, of the trades of this period whose first stop is known. */
  readonly multiples: ReadonlyMap<string, number> = $derived.by(() => riskMultiples(this.trades));

  get basis(): CommandOutput<'review.report'>['basis'] | null {
    return this.#loader.value?.basis ?? null;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  get reading(): boolean {
    return this.#loader.reading;
  }

  /** What the platform says of the strategy; null when it was never read. */
  get details(): StrategyDetails | null {
    return this.#details.value?.details ?? null;
  }

  dispose(): void {
    this.#loader.dispose();
    this.#details.dispose();
  }
}
