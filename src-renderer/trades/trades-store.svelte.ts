import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import { limits } from '#contract/limits.ts';
import type { ComponentSignal } from '#contract/model/trade.ts';
import { everyTrade, type TradeFilter, type TradeSums } from '#contract/model/trade-filter.ts';
import { done } from '#contract/outcome.ts';
import { allPages, type RevisedPage } from '#renderer/export/all-pages.ts';
import type { ExportTable } from '#renderer/export/export-table.ts';
import { PagedSource, type PageRequest } from '#renderer/grid/paged-source.ts';
import { Loader, type LoadKey } from '#renderer/stores/loader.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';
import { drillDownFilter } from './drill-down-filter.ts';
import type { DrillDown } from './drill-down.ts';
import { tradeExport, type TradeExportRow } from './trade-export.ts';
import { withNotes, type NoteOf } from './with-notes.ts';
import { usesNotes, noConditions, filterOf, noMarks, type TradeMarks, type TradeQuery } from './trade-query.ts';
import { tradeRow, type TradeRow } from './trade-row.ts';
import { words } from '#renderer/messages/words.ts';

export type TradeStatus = TradeFilter['status'];

/**
 * The trades of the selected strategy, read in pages from the cache, which sorts and filters them;
 * and the components of the trade whose details are shown.
 */
export class TradesStore {
  readonly #bridge: Bridge;
  readonly #strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>;
  readonly #marks: () => TradeMarks;
  readonly #components;
  /** Reads the chosen trade again when the trades change. */
  readonly #reloadedTrade;
  readonly #sums;
  readonly #release: () => void;
  #source = $state.raw<PagedSource<TradeRow> | null>(null);
  #query = $state.raw<TradeQuery>(noConditions);
  #drillDown = $state.raw<DrillDown | null>(null);
  /** The trader's own filter while a drill-down is shown. */
  #suspendedQuery: TradeQuery | null = null;
  /** The trade whose details are shown, as it was when it was chosen. */
  #chosen = $state.raw<TradeRow | null>(null);
  /** The trade whose details are shown, even if it no longer matches the filter. */
  readonly chosen = $derived.by(() => {
    const reloaded = this.#reloadedTrade.value?.trades[0];
    return reloaded === undefined ? this.#chosen : tradeRow(reloaded);
  });

  /** `marks`: note marks by trade id, for the filters on tags, rating and setup. */
  constructor(
    bridge: Bridge,
    strategy: Pick<StrategyStore, 'loadKey' | 'systemId'>,
    marks: () => TradeMarks = () => noMarks,
  ) {
    this.#bridge = bridge;
    this.#strategy = strategy;
    this.#marks = marks;
    this.#components = new Loader(
      () => this.#keyOfChosen(strategy.loadKey('trades')),
      () =>
        bridge.call('trades.components', {
          systemId: strategy.systemId ?? '0',
          tradeId: this.#chosen?.tradeId ?? '0',
        }),
    );
    this.#reloadedTrade = new Loader(
      () => this.#keyOfChosen(strategy.loadKey('trades', 'tradesOpen')),
      () =>
        bridge.call('trades.query', {
          systemId: strategy.systemId ?? '0',
          filter: { ...everyTrade, ids: [this.#chosen?.tradeId ?? '0'] },
          sort: { column: 'openedAt', descending: true },
          offset: 0,
          limit: 1,
        }),
    );
    this.#sums = new Loader(
      () => {
        const key = strategy.loadKey('trades', 'tradesOpen');
        const filter = this.#filter();
        if (key === null || !filter.ok) return null;
        const { text, ...rest } = filter.value;
        return { scope: `${key.scope} ${JSON.stringify(rest)}`, revision: `${key.revision} ${text}` };
      },
      async () => {
        const filter = this.#filter();
        if (!filter.ok) return filter;
        return bridge.call('trades.sum', { systemId: strategy.systemId ?? '0', filter: filter.value });
      },
    );
    this.#release = this.#subscribe();
  }

  /**
   * Null without a strategy. Each strategy has its own source, so that rows of one are never shown
   * under another.
   */
  get source(): PagedSource<TradeRow> | null {
    return this.#source;
  }

  get status(): TradeStatus {
    return this.#query.status;
  }

  set status(status: TradeStatus) {
    this.query = { ...this.#query, status };
  }

  /** The trader's filter. */
  get query(): TradeQuery {
    return this.#query;
  }

  set query(query: TradeQuery) {
    const previousQuery = this.#query;
    if (isSame(query, previousQuery)) return;
    this.#query = query;
    // The table itself passes a new text to its source and scrolls to the top.
    if (!isSame(query, { ...previousQuery, text: query.text })) this.#source?.clearAndReload();
  }

  /**
   * The sums of the filtered trades; null until they are read and after a failed reading. While a
   * text is typed, the previous sums remain until the next ones arrive.
   */
  get sums(): TradeSums | null {
    return this.#sums.failure === null ? (this.#sums.value?.sums ?? null) : null;
  }

  /** The drill-down from another panel. A filter that is set while it is shown applies as well. */
  get drillDown(): DrillDown | null {
    return this.#drillDown;
  }

  /**
   * Shows exactly the trades of a figure. Until the drill-down ends, the trader's earlier filter is
   * removed, so that the filter bar shows only what applies. Null ends the drill-down and restores
   * the filter.
   */
  setDrillDown(drillDown: DrillDown | null): void {
    if (drillDown === null) this.#clearDrillDown();
    else {
      this.#suspendedQuery ??= this.#query;
      this.#drillDown = drillDown;
      this.#query = { ...noConditions, status: drillDown.filter.status ?? 'all' };
    }
    this.#chosen = null;
    this.#source?.clearAndReload();
  }

  choose(trade: TradeRow | null): void {
    this.#chosen = trade;
  }

  /**
   * The components of the chosen trade. Inner null: they were never read. Outer null: not loaded
   * yet.
   */
  get components(): { readonly components: readonly ComponentSignal[] | null } | null {
    return this.#components.value;
  }

  get componentsFailure(): string | null {
    return this.#components.failure;
  }

  /** The filtered and sorted trades as an export; null without a strategy. */
  exported(noteOf: NoteOf): ExportTable<TradeExportRow> | null {
    const source = this.#source;
    const systemId = this.#strategy.systemId;
    if (source === null || systemId === null) return null;
    const request = source.query;
    const filter = this.#filter();
    const read = (offset: number) => this.#page(systemId, filter, { ...request, offset, limit: limits.pageRows });
    return { name: 'trades', systemId, columns: tradeExport, pages: () => withNotes(allPages(read), noteOf) };
  }

  dispose(): void {
    this.#release();
    this.#components.dispose();
    this.#reloadedTrade.dispose();
    this.#sums.dispose();
    this.#source?.dispose();
  }

  /** A new scope creates a new source; a new revision reads the visible pages again. */
  #subscribe(): () => void {
    const scope = $derived(this.#strategy.loadKey('trades', 'tradesOpen')?.scope ?? null);
    const revision = $derived(this.#strategy.loadKey('trades', 'tradesOpen')?.revision ?? null);
    const activeMarks = $derived(usesNotes(this.#query) ? this.#marks() : null);
    let loadedRevision: string | null = null;
    return $effect.root(() => {
      $effect(() => {
        const systemId = scope === null ? null : untrack(() => this.#strategy.systemId);
        untrack(() => this.#replaceSource(systemId));
        loadedRevision = untrack(() => revision);
      });
      $effect(() => {
        if (revision === loadedRevision) return;
        loadedRevision = revision;
        untrack(() => this.#source?.reload());
      });
      $effect(() => {
        if (activeMarks !== null) untrack(() => this.#source?.reload());
      });
    });
  }

  #clearDrillDown(): void {
    this.#drillDown = null;
    this.#query = this.#suspendedQuery ?? this.#query;
    this.#suspendedQuery = null;
  }

  #replaceSource(systemId: string | null): void {
    this.#source?.dispose();
    this.#chosen = null;
    this.#clearDrillDown();
    const pageReader = (id: string) => (request: PageRequest) => this.#page(id, this.#filter(), request);
    this.#source = systemId === null ? null : new PagedSource({ fetch: pageReader(systemId), pageSize: 100 });
  }

  #filter(): ReturnType<typeof filterOf> {
    const own = filterOf(this.#query, this.#marks());
    return this.#drillDown === null || !own.ok ? own : done(drillDownFilter(own.value, this.#drillDown.filter));
  }

  /** The key with the chosen trade in its scope. Null if no trade is chosen. */
  #keyOfChosen(key: LoadKey | null): LoadKey | null {
    const chosen = this.#chosen?.tradeId;
    return key === null || chosen === undefined ? null : { ...key, scope: `${key.scope} ${chosen}` };
  }

  async #page(
    systemId: string,
    filterOutcome: ReturnType<typeof filterOf>,
    { offset, limit, sort, text }: PageRequest,
  ): Promise<RevisedPage<TradeRow>> {
    if (!filterOutcome.ok) throw new Error(words(filterOutcome.failure.message));
    const filter = { ...filterOutcome.value, text };
    const outcome = await this.#bridge.call('trades.query', { systemId, filter, sort, offset, limit });
    if (!outcome.ok) throw new Error(words(outcome.failure.message));
    const { trades, total, revision } = outcome.value;
    return { rows: trades.map(tradeRow), total, revision };
  }
}

function isSame(one: TradeQuery, other: TradeQuery): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
