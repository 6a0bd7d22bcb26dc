import { untrack } from 'svelte';
import type { Bridge } from '#contract/bridge.ts';
import { limits } from '#contract/limits.ts';
import type { ComponentSignal } from '#contract/model/trade.ts';
import type { TradeFilter, TradeSums } from '#contract/model/trade-filter.ts';
import { allPages, type RevisedPage } from '#renderer/export/all-pages.ts';
import type { ExportTable } from '#renderer/export/export-table.ts';
import { PagedSource, type PageRequest } from '#renderer/grid/paged-source.ts';
import { Loader } from '#renderer/stores/loader.svelte.ts';
import type { StrategyStore } from '#renderer/stores/strategy-store.svelte.ts';
import { narrowedFilter } from './narrowed-filter.ts';
import type { Narrowing } from './narrowing.ts';
import { tradeExport, type TradeExportRow } from './trade-export.ts';
import { withNotes, type NoteOf } from './with-notes.ts';
import { asksNotes, everything, filterOf, noMarks, type TradeMarks, type TradeQuery } from './trade-query.ts';
import { tradeRow, type TradeRow } from './trade-row.ts';
import { words } from '#renderer/messages/words.ts';

export type TradeStatus = TradeFilter['status'];

/**
 * The trades of the chosen strategy, read page by page from the cache, which sorts and filters them; and the signals of
 * the one that is open beside the table.
 */
export class TradesStore {
  readonly #bridge: Bridge;
  readonly #strategy: Pick<StrategyStore, 'key' | 'systemId'>;
  readonly #marks: () => TradeMarks;
  readonly #components;
  readonly #sums;
  readonly #release: () => void;
  #source = $state.raw<PagedSource<TradeRow> | null>(null);
  #query = $state.raw<TradeQuery>(everything);
  #narrowing = $state.raw<Narrowing | null>(null);
  /** The trader's own filter, while another panel's trades are shown. */
  #aside: TradeQuery | null = null;
  #chosen = $state.raw<TradeRow | null>(null);

  /** `marks`: what notes say of trades, by trade id; tags, ratings and setups are filtered by them. */
  constructor(
    bridge: Bridge,
    strategy: Pick<StrategyStore, 'key' | 'systemId'>,
    marks: () => TradeMarks = () => noMarks,
  ) {
    this.#bridge = bridge;
    this.#strategy = strategy;
    this.#marks = marks;
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
    this.#sums = new Loader(
      () => {
        const key = strategy.key('trades', 'tradesOpen');
        if (key === null) return null;
        const { text, ...filter } = this.#filter();
        return { scope: `${key.scope} ${JSON.stringify(filter)}`, revision: `${key.revision} ${text}` };
      },
      () => bridge.call('trades.sum', { systemId: strategy.systemId ?? '0', filter: this.#filter() }),
    );
    this.#release = this.#follow();
  }

  /** Null while no strategy is known. Another strategy is another source: its rows are never shown under this one. */
  get source(): PagedSource<TradeRow> | null {
    return this.#source;
  }

  get status(): TradeStatus {
    return this.#query.status;
  }

  set status(status: TradeStatus) {
    this.query = { ...this.#query, status };
  }

  /** What the trader filters by. */
  get query(): TradeQuery {
    return this.#query;
  }

  set query(query: TradeQuery) {
    const before = this.#query;
    if (isSame(query, before)) return;
    this.#query = query;
    // A text the table hands on by itself, and begins at its top.
    if (!isSame(query, { ...before, text: query.text })) this.#source?.renew();
  }

  /** All that the filter leaves, summed; null until it was read. While a text is typed the last ones stay until the next are here. */
  get sums(): TradeSums | null {
    return this.#sums.failure === null ? (this.#sums.value?.sums ?? null) : null;
  }

  /** What another panel pointed at; what the trader filters by meanwhile comes on top of it. */
  get narrowing(): Narrowing | null {
    return this.#narrowing;
  }

  /**
   * Shows exactly these trades, as a figure counted them: the trader's own filter steps aside, so that nothing is named that is
   * not in force, and comes back with null.
   */
  narrow(narrowing: Narrowing | null): void {
    if (narrowing === null) this.#widen();
    else {
      this.#aside ??= this.#query;
      this.#narrowing = narrowing;
      this.#query = { ...everything, status: narrowing.filter.status ?? 'all' };
    }
    this.#chosen = null;
    this.#source?.renew();
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
  exported(noteOf: NoteOf): ExportTable<TradeExportRow> | null {
    const source = this.#source;
    const systemId = this.#strategy.systemId;
    if (source === null || systemId === null) return null;
    const asked = source.asked;
    const read = (offset: number) => this.#page(systemId, { ...asked, offset, limit: limits.pageRows });
    return { name: 'trades', systemId, columns: tradeExport, pages: () => withNotes(allPages(read), noteOf) };
  }

  dispose(): void {
    this.#release();
    this.#components.dispose();
    this.#sums.dispose();
    this.#source?.dispose();
  }

  /** A new scope makes a new source, a new revision reads the pages in view again. */
  #follow(): () => void {
    const scope = $derived(this.#strategy.key('trades', 'tradesOpen')?.scope ?? null);
    const revision = $derived(this.#strategy.key('trades', 'tradesOpen')?.revision ?? null);
    const marked = $derived(asksNotes(this.#query) ? this.#marks() : null);
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
      $effect(() => {
        if (marked !== null) untrack(() => this.#source?.reload());
      });
    });
  }

  #widen(): void {
    this.#narrowing = null;
    this.#query = this.#aside ?? this.#query;
    this.#aside = null;
  }

  #open(systemId: string | null): void {
    this.#source?.dispose();
    this.#chosen = null;
    this.#widen();
    this.#source =
      systemId === null ? null : new PagedSource({ fetch: (request) => this.#page(systemId, request), pageSize: 100 });
  }

  #filter(): TradeFilter {
    const own = filterOf(this.#query, this.#marks());
    return this.#narrowing === null ? own : narrowedFilter(own, this.#narrowing.filter);
  }

  async #page(systemId: string, { offset, limit, sort, text }: PageRequest): Promise<RevisedPage<TradeRow>> {
    const filter = { ...this.#filter(), text };
    const outcome = await this.#bridge.call('trades.query', { systemId, filter, sort, offset, limit });
    if (!outcome.ok) throw new Error(words(outcome.failure.message));
    const { trades, total, revision } = outcome.value;
    return { rows: trades.map(tradeRow), total, revision };
  }
}

function isSame(one: TradeQuery, other: TradeQuery): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
