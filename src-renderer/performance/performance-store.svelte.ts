import type { Bridge } from '#contract/bridge.ts';
import type { CommandOutput } from '#contract/commands.ts';
import type { FigureKey } from '#contract/messages/review.ts';
import type { EquityReview, Figure, ReviewSelection, TradesReview } from '#contract/model/review.ts';
import type { StrategyDetails } from '#contract/model/strategy.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';

export const wholeStrategy: ReviewSelection = { from: null, to: null, symbols: [], instruments: [], sides: [] };

/**
 * All statistics of the selected strategy, calculated again in core when their data or the
 * selection changes.
 */
export class PerformanceStore {
  readonly #loader: Loader<CommandOutput<'review.report'>>;
  readonly #details: Loader<CommandOutput<'strategies.details'>>;
  #selection = $state.raw<ReviewSelection>(wholeStrategy);
  /** A yearly rate, 0.04 for 4%. */
  #riskFree = $state.raw(0);
  /** Whether the curve includes costs. */
  withCosts = $state(true);
  #opened = $state.raw<{ readonly systemId: string | null; readonly key: FigureKey } | null>(null);
  readonly #strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>;

  constructor(bridge: Bridge, strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>) {
    this.#strategy = strategy;
    this.#loader = new Loader(
      () => {
        const key = strategy.loadKey('trades', 'tradesOpen', 'equity', 'orders');
        const request = JSON.stringify([this.#selection, this.#riskFree]);
        return key === null ? null : { scope: key.scope, revision: `${key.revision} ${request}` };
      },
      () =>
        bridge.call('review.report', {
          systemId: strategy.systemId ?? '0',
          selection: this.#selection,
          riskFree: this.#riskFree,
        }),
    );
    this.#details = new Loader(
      () => strategy.loadKey('details'),
      () => bridge.call('strategies.details', { systemId: strategy.systemId ?? '0' }),
    );
  }

  get selection(): ReviewSelection {
    return this.#selection;
  }

  get riskFree(): number {
    return this.#riskFree;
  }

  /** Selects another period or other trades; omitted members are unchanged. */
  select(change: Partial<ReviewSelection>, riskFree = this.#riskFree): void {
    this.#selection = { ...this.#selection, ...change };
    this.#riskFree = riskFree;
  }

  /** Statistics of the curve, with or without costs; null until they are read. */
  get equityReview(): EquityReview | null {
    const report = this.#loader.value?.report;
    return report === undefined ? null : this.withCosts ? report.withCost : report.raw;
  }

  /** Statistics of the trades, not the trades themselves; null until they are read. */
  get tradesReview(): TradesReview | null {
    return this.#loader.value?.report.trades ?? null;
  }

  /**
   * The figure in the open dialog. Null if no figure of this strategy is open. It is taken from the
   * current report, because the dialog shows the times at which the data of that report was read.
   */
  get opened(): Figure | null {
    const opened = this.#opened;
    const { equityReview, tradesReview } = this;
    if (opened === null || equityReview === null || tradesReview === null) return null;
    if (opened.systemId !== this.#strategy.systemId) return null;
    const spans = equityReview.years.flatMap(({ months, total }) => [...months, total]);
    return [...equityReview.figures, ...tradesReview.figures, ...spans].find(({ key }) => key === opened.key) ?? null;
  }

  /** Opens the dialog of a figure; null closes it. */
  open(key: FigureKey | null): void {
    this.#opened = key === null ? null : { systemId: this.#strategy.systemId, key };
  }

  /** Realized R by trade id, of the trades of the selection with a usable first stop. */
  readonly realizedR: ReadonlyMap<string, number> = $derived.by(() => realizedRByTradeId(this.tradesReview));

  get basis(): CommandOutput<'review.report'>['basis'] | null {
    return this.#loader.value?.basis ?? null;
  }

  get failure(): string | null {
    return this.#loader.failure;
  }

  get reading(): boolean {
    return this.#loader.reading;
  }

  /** True after the cache was read. `details` is then null if the cache has no details. */
  get areDetailsLoaded(): boolean {
    return this.#details.value !== null;
  }

  /** Why the details could not be read from the cache. */
  get detailsFailure(): string | null {
    return this.#details.failure;
  }

  /** The platform's details of the strategy; null until they are loaded or if there are none. */
  get details(): StrategyDetails | null {
    return this.#details.value?.details ?? null;
  }

  dispose(): void {
    this.#loader.dispose();
    this.#details.dispose();
  }
}

/**
 * Realized R by trade id, of the trades that have one: core leaves out a trade whose first stop is
 * not known or would have lost nothing.
 */
const realizedRByTradeId = (review: TradesReview | null): ReadonlyMap<string, number> =>
  new Map(review?.risk.tradeIds.map((tradeId, index) => [tradeId, review.risk.multiples[index] ?? Number.NaN]));
