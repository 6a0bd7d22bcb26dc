import type { GridChange, GridSource, GridSourceState } from './grid-source.ts';
import type { GridColumn, GridRow, GridSort } from './grid-types.ts';

export interface PageRequest {
  readonly offset: number;
  readonly limit: number;
  readonly sort: GridSort | null;
  readonly text: string;
}

export interface Page<T extends GridRow> {
  readonly rows: readonly T[];
  /** Number of matching rows on all pages. */
  readonly total: number;
}

export interface PagedSourceOptions<T extends GridRow> {
  /** A rejection shows its message in the table, so reject with a text for the trader. */
  readonly fetch: (request: PageRequest, signal: AbortSignal) => Promise<Page<T>>;
  /**
   * The index of a row with this sort and text, or null. Lets the focus follow a row to pages that
   * are not loaded.
   */
  readonly locate?: (id: string, request: Pick<PageRequest, 'sort' | 'text'>) => Promise<number | null>;
  readonly pageSize?: number;
  /** Maximum number of pages in memory. Hidden pages that were read earliest are dropped first. */
  readonly maxPages?: number;
}

/** Concurrent requests: one for the viewport, one for the adjacent page. */
const MAX_REQUESTS = 2;

/**
 * Rows read by page. Every sort, filter and reload starts a new generation: requests of older ones
 * are aborted and their answers ignored. Rows of the previous generation remain visible until the
 * first page of the new one is loaded, so that nothing flickers. `clearAndReload` removes them at
 * once. A failed request removes them if they were read with another filter text. During fast
 * scrolling only the pages at the end position are requested: there is one wanted range, replaced
 * by the next.
 */
export class PagedSource<T extends GridRow> implements GridSource<T> {
  readonly tree = false;
  readonly #options: PagedSourceOptions<T>;
  readonly #pageSize: number;
  readonly #maxPages: number;
  readonly #listeners = new Set<(change: GridChange) => void>();
  #state: GridSourceState = 'loading';
  #failure: string | null = null;
  #sort: GridSort | null = null;
  #text = '';
  #count = 0;
  #unfilteredTotal = 0;
  /** Page number → rows, in the order of reading. `#fresh`: pages of the current generation. */
  readonly #pages = new Map<number, readonly T[]>();
  readonly #fresh = new Set<number>();
  readonly #indexOf = new Map<string, number>();
  #pending = new Map<number, AbortController>();
  #generation = 0;
  /** The generation of the visible rows, and the filter text with which they were read. */
  #shownGeneration = 0;
  #shownText = '';
  /** What the listeners are told with the first page of the current generation. */
  #change: GridChange = 'rows';
  /** The visible rows: from index `#first` up to the row before index `#end`. */
  #first = 0;
  #end = 1;

  constructor(options: PagedSourceOptions<T>) {
    this.#options = options;
    this.#pageSize = options.pageSize ?? 100;
    this.#maxPages = options.maxPages ?? 64;
  }

  get state(): GridSourceState {
    return this.#state;
  }

  get failure(): string | null {
    return this.#failure;
  }

  get count(): number {
    return this.#count;
  }

  get matchingCount(): number {
    return this.#count;
  }

  /** The total of the last answer without a filter. */
  get total(): number {
    return Math.max(this.#unfilteredTotal, this.#count);
  }

  /** The sort and text of the current request. */
  get query(): Pick<PageRequest, 'sort' | 'text'> {
    return { sort: this.#sort, text: this.#text };
  }

  row(index: number): T | undefined {
    return this.#pages.get(Math.floor(index / this.#pageSize))?.[index % this.#pageSize];
  }

  indexOf(id: string): number | undefined {
    const index = this.#indexOf.get(id);
    if (index !== undefined) return index;
    return this.#state === 'ready' && this.#isComplete() ? -1 : undefined;
  }

  get(id: string): T | undefined {
    const index = this.#indexOf.get(id);
    return index === undefined ? undefined : this.row(index);
  }

  idsInView(ids: ReadonlySet<string>): Set<string> {
    return new Set([...ids].filter((id) => this.indexOf(id) !== -1));
  }

  /** Only the ids on loaded pages: other rows cannot be selected. */
  ids(): string[] {
    return [...this.#indexOf.keys()];
  }

  level(): number {
    return 1;
  }

  expanded(): undefined {
    return undefined;
  }

  parent(): number {
    return -1;
  }

  setOpen(): void {
    // Paged rows are not a tree.
  }

  setColumns(_columns: readonly GridColumn<T>[]): void {
    // `fetch` sorts and searches by column id.
  }

  setSort(sort: GridSort | null): void {
    if (sort?.column === this.#sort?.column && sort?.descending === this.#sort?.descending) return;
    this.#sort = sort;
    this.#startGeneration('order');
  }

  setText(text: string): void {
    const next = text.trim();
    if (next === this.#text) return;
    this.#text = next;
    this.#startGeneration('order');
    this.#showLoading();
  }

  /** Reads the visible pages again after a change of the data. */
  reload(): void {
    this.#startGeneration('rows');
  }

  /** Removes all rows at once, because other rows are requested from now on. */
  clearAndReload(): void {
    this.#clear();
    this.#unfilteredTotal = 0;
    this.#startGeneration('order');
    this.#notify('order');
  }

  retry(): void {
    this.#startGeneration('rows');
    this.#showLoading();
  }

  setVisibleRange(first: number, end: number): void {
    this.#first = first;
    this.#end = Math.max(end, first + 1);
    this.#fill();
  }

  /** Searches for a row on pages that are not loaded. Null: not in the view or not known. */
  async locate(id: string): Promise<number | null> {
    const loadedIndex = this.#indexOf.get(id);
    if (loadedIndex !== undefined || this.#options.locate === undefined) return loadedIndex ?? null;
    return this.#options.locate(id, { sort: this.#sort, text: this.#text });
  }

  subscribe(listener: (change: GridChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#generation++;
    this.#abortAll();
    this.#listeners.clear();
  }

  #startGeneration(change: GridChange): void {
    this.#generation++;
    this.#abortAll();
    this.#fresh.clear();
    this.#change = change;
    if (this.#count === 0) this.#state = 'loading';
    if (change === 'order') this.#first = Math.min(this.#first, Math.max(0, this.#count - 1));
    this.#fill();
  }

  /**
   * Called after an action of the trader. A table without rows then shows that rows are loading,
   * instead of a failure or that no row matches. A reload does not call it, because an empty table
   * would flicker with each change of the data.
   */
  #showLoading(): void {
    if (this.#state === 'loading') this.#notify('rows');
  }

  #abortAll(): void {
    for (const controller of this.#pending.values()) controller.abort();
    this.#pending = new Map();
  }

  #fill(): void {
    if (this.#state === 'failed' && this.#generation === this.#shownGeneration) return;
    const lastPage = Math.floor((this.#end - 1) / this.#pageSize);
    for (let page = Math.floor(this.#first / this.#pageSize); page <= lastPage; page++) {
      if (this.#pending.size >= MAX_REQUESTS) return;
      if (!this.#fresh.has(page) && !this.#pending.has(page)) void this.#read(page);
    }
  }

  async #read(page: number): Promise<void> {
    const generation = this.#generation;
    const abort = new AbortController();
    this.#pending.set(page, abort);
    const request = { offset: page * this.#pageSize, limit: this.#pageSize, sort: this.#sort, text: this.#text };
    try {
      const answer = await this.#options.fetch(request, abort.signal);
      if (generation !== this.#generation) return;
      this.#pending.delete(page);
      this.#accept(page, answer);
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#pending.delete(page);
      if (this.#shownText !== this.#text) this.#clear();
      this.#state = 'failed';
      this.#failure = error instanceof Error ? error.message : String(error);
      this.#shownGeneration = generation;
      this.#notify('rows');
      return;
    }
    this.#fill();
  }

  #accept(page: number, answer: Page<T>): void {
    const isFirst = this.#shownGeneration !== this.#generation;
    const change = isFirst ? this.#change : 'rows';
    if (isFirst && change === 'order') this.#clear();
    this.#shownGeneration = this.#generation;
    this.#shownText = this.#text;
    if (answer.total < this.#count)
      this.#drop([...this.#pages.keys()].filter((p) => p * this.#pageSize >= answer.total));
    this.#count = answer.total;
    if (this.#text === '') this.#unfilteredTotal = answer.total;
    this.#drop([page]);
    this.#pages.set(page, answer.rows);
    this.#fresh.add(page);
    answer.rows.forEach((row, i) => this.#indexOf.set(row.id, page * this.#pageSize + i));
    this.#evict();
    this.#state = 'ready';
    this.#failure = null;
    this.#notify(change);
  }

  #clear(): void {
    this.#drop([...this.#pages.keys()]);
    this.#count = 0;
  }

  #evict(): void {
    const isVisible = (page: number): boolean =>
      page * this.#pageSize < this.#end && (page + 1) * this.#pageSize > this.#first;
    const hiddenPages = [...this.#pages.keys()].filter((page) => !isVisible(page));
    this.#drop(hiddenPages.slice(0, Math.max(0, this.#pages.size - this.#maxPages)));
  }

  #drop(pages: readonly number[]): void {
    for (const page of pages) {
      const rows = this.#pages.get(page) ?? [];
      rows.forEach((row, i) => {
        if (this.#indexOf.get(row.id) === page * this.#pageSize + i) this.#indexOf.delete(row.id);
      });
      this.#pages.delete(page);
      this.#fresh.delete(page);
    }
  }

  /** True if every row of the view is loaded. */
  #isComplete(): boolean {
    return this.#fresh.size * this.#pageSize >= this.#count && this.#indexOf.size >= this.#count;
  }

  #notify(change: GridChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
