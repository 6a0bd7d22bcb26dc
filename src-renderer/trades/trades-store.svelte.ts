import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import { limits } from '#contract/limits.ts';
import type { ComponentSignal } from '#contract/model/trade.ts';
import { everyTrade, type TradeFilter } from '#contract/model/trade-filter.ts';
import { allPages, type RevisedPage } from '#renderer/export/all-pages.ts';
import type { ExportTable } from '#renderer/export/export-table.ts';
import { PagedSource, type PageRequest } from '#renderer/grid/paged-source.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';
import type { Narrowing } from './narrowing.ts';
import { tradeExport } from './trade-export.ts';
import { tradeRow, type TradeRow } from './trade-row.ts';

export type TradeStatus = TradeFilter['status'];

/**
 * The trades of the chosen strategy, read page by page from the cache, which sorts and filters them; and the signals of
 * the one that is open beside the table.
 */
export class TradesStore {
  readonly #bridge: Bridge;
  readonly #strategy: Pick<StrategyStore, 'key' | 'systemId'>;
  readonly #components;
  readonly #release: () => void;
  #source = $state.raw<PagedSource<TradeRow> | null>(null);
  #status = $state.raw<TradeStatus>('all');
  #narrowing = $state.raw<Narrowing | null>(null);
  #chosen = $state.raw<TradeRow | null>(null);

  constructor(bridge: Bridge, strategy: Pick<StrategyStore, 'key' | 'systemId'>) {
    this.#bridge = bridge;
    this.#strategy = strategy;
    this.#components = new Loader(
      () => {
        const key = strategy.key('trades');
        const chosen = this.#chosen?.tradeId;
        return key === null || chosen === undefined
          ? null
          : { scope: `${key.scope} ${chosen}`, revision: key.revision };
      },
      () =>
        bridge.call('trades.components', {
          systemId: strategy.systemId ?? '0',
          tradeId: this.#chosen?.tradeId ?? '0',
        }),
    );
    this.#release = this.#follow();
  }

  /** Null while no strategy is known. Another strategy is another source: its rows are never shown under this one. */
  get source(): PagedSource<TradeRow> | null {
    return this.#source;
  }

  get status(): TradeStatus {
    return this.#status;
  }

  set status(status: TradeStatus) {
    if (status === this.#status) return;
    this.#status = status;
    this.#source?.reload();
  }

  /** What another panel pointed at; it comes on top of the trader's own filter. */
  get narrowing(): Narrowing | null {
    return this.#narrowing;
  }

  /** Shows these trades alone; null shows all again. */
  narrow(narrowing: Narrowing | null): void {
    this.#narrowing = narrowing;
    this.#status = narrowing?.filter.status ?? 'all';
    this.#chosen = null;
    this.#source?.reload();
  }

  /** The trade whose signals are shown. */
  get chosen(): TradeRow | null {
    return this.#chosen;
  }

  choose(trade: TradeRow | null): void {
    this.#chosen = trade;
  }

  /** Signals of the chosen trade; null inside when they were never read, null outside until the cache answered. */
  get components(): { readonly components: readonly ComponentSignal[] | null } | null {
    return this.#components.value;
  }

  get componentsFailure(): string | null {
    return this.#components.failure;
  }

  /** The trades in view, filtered and sorted as they are now; null while there are none to speak of. */
  exported(): ExportTable<TradeRow> | null {
    const source = this.#source;
    const systemId = this.#strategy.systemId;
    if (source === null || systemId === null) return null;
    const asked = source.asked;
    const read = (offset: number) => this.#page(systemId, { ...asked, offset, limit: limits.pageRows });
    return { name: 'trades', systemId, columns: tradeExport, pages: () => allPages(read) };
  }

  dispose(): void {
    this.#release();
    this.#components.dispose();
    this.#source?.dispose();
  }

  /** A new scope makes a new source, a new revision reads the pages in view again. */
  #follow(): () => void {
    const scope = $derived(this.#strategy.key('trades', 'tradesOpen')?.scope ?? null);
    const revision = $derived(this.#strategy.key('trades', 'tradesOpen')?.revision ?? null);
    let read: string | null = null;
    return $effect.root(() => {
      $effect(() => {
        const systemId = scope === null ? null : untrack(() => this.#strategy.systemId);
        untrack(() => this.#open(systemId));
        read = untrack(() => revision);
      });
      $effect(() => {
        if (revision === read) return;
        read = revision;
        untrack(() => this.#source?.reload());
      });
    });
  }

  #open(systemId: string | null): void {
    this.#source?.dispose();
    this.#chosen = null;
    this.#narrowing = null;
    this.#source =
      systemId === null ? null : new PagedSource({ fetch: (request) => this.#page(systemId, request), pageSize: 100 });
  }

  async #page(systemId: string, { offset, limit, sort, text }: PageRequest): Promise<RevisedPage<TradeRow>> {
    const filter = { ...everyTrade, ...this.#narrowing?.filter, text, status: this.#status };
    const outcome = await this.#bridge.call('trades.query', { systemId, filter, sort, offset, limit });
    if (!outcome.ok) throw new Error(outcome.failure.message);
    const { trades, total, revision } = outcome.value;
    return { rows: trades.map(tradeRow), total, revision };
  }
}
