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
  /** Rows that match the text, on all pages. */
  readonly total: number;
}

export interface PagedSourceOptions<T extends GridRow> {
  /** A rejection makes the table failed with the error's message, so reject with words for the trader. */
  readonly fetch: (request: PageRequest, signal: AbortSignal) => Promise<Page<T>>;
  /** The position of a row under this sort and text, null when it is not there: lets the focus follow beyond the pages read. */
  readonly locate?: (id: string, request: Pick<PageRequest, 'sort' | 'text'>) => Promise<number | null>;
  readonly pageSize?: number;
  /** Pages kept; the least recently wanted go first. */
  readonly keep?: number;
}

/** Requests under way at once: one for the view, one for what comes next to it. */
const AT_ONCE = 2;

/**
 * Rows read by page. Every sort, filter and reload begins a new generation: answers of older ones are dropped and their
 * requests aborted. Rows of the last generation stay on screen until the first page of the new one is here, so nothing flickers;
 * those of another question (`renew`) are gone at once, and those of another text when the new one could not be answered.
 * While the view flies over pages only the pages it rests on are asked for: the wish is one range, replaced by the next.
 */
export class PagedSource<T extends GridRow> implements GridSource<T> {
  readonly tree = false;
  readonly #options: PagedSourceOptions<T>;
  readonly #size: number;
  readonly #keep: number;
  readonly #listeners = new Set<(change: GridChange) => void>();
  #state: GridSourceState = 'loading';
  #failure: string | null = null;
  #sort: GridSort | null = null;
  #text = '';
  #count = 0;
  #all = 0;
  /** Page number → rows, in the order of last use; `#fresh`: the pages of the running generation. */
  readonly #pages = new Map<number, readonly T[]>();
  readonly #fresh = new Set<number>();
  readonly #indexOf = new Map<string, number>();
  #pending = new Map<number, AbortController>();
  #generation = 0;
  /** The generation whose rows are shown, and their text. */
  #shown = 0;
  #shownText = '';
  #change: GridChange = 'rows';
  #first = 0;
  #last = 1;

  constructor(options: PagedSourceOptions<T>) {
    this.#options = options;
    this.#size = options.pageSize ?? 100;
    this.#keep = options.keep ?? 64;
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

  get matching(): number {
    return this.#count;
  }

  /** The count of the last answer without a filter. */
  get total(): number {
    return Math.max(this.#all, this.#count);
  }

  /** What the rows of the view were asked for with. */
  get asked(): Pick<PageRequest, 'sort' | 'text'> {
    return { sort: this.#sort, text: this.#text };
  }

  row(index: number): T | undefined {
    return this.#pages.get(Math.floor(index / this.#size))?.[index % this.#size];
  }

  indexOf(id: string): number | undefined {
    const index = this.#indexOf.get(id);
    if (index !== undefined) return index;
    return this.#state === 'ready' && this.#complete() ? -1 : undefined;
  }

  get(id: string): T | undefined {
    const index = this.#indexOf.get(id);
    return index === undefined ? undefined : this.row(index);
  }

  retain(ids: ReadonlySet<string>): Set<string> {
    return new Set([...ids].filter((id) => this.indexOf(id) !== -1));
  }

  /** Of the pages read only: what was never read cannot be selected. */
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

  fold(): void {
    // pages have no tree
  }

  setColumns(_columns: readonly GridColumn<T>[]): void {
    // the page function sorts and searches by its own knowledge of the columns
  }

  setSort(sort: GridSort | null): void {
    if (sort?.column === this.#sort?.column && sort?.descending === this.#sort?.descending) return;
    this.#sort = sort;
    this.#begin('order');
  }

  setText(text: string): void {
    const next = text.trim();
    if (next === this.#text) return;
    this.#text = next;
    this.#begin('order');
  }

  /** The data behind changed: reads the pages in view again. */
  reload(): void {
    this.#begin('rows');
  }

  /** Other rows are asked for from now on: none of the last ones may be taken for them. */
  renew(): void {
    this.#clear();
    this.#begin('order');
    this.#tell('order');
  }

  retry(): void {
    this.#begin('rows');
  }

  want(first: number, last: number): void {
    this.#first = first;
    this.#last = Math.max(last, first + 1);
    this.#fill();
  }

  /** Where a row is that is on no page here; null = not in the view or not known. */
  async locate(id: string): Promise<number | null> {
    const here = this.#indexOf.get(id);
    if (here !== undefined || this.#options.locate === undefined) return here ?? null;
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

  #begin(change: GridChange): void {
    this.#generation++;
    this.#abortAll();
    this.#fresh.clear();
    this.#change = change;
    if (this.#count === 0) this.#state = 'loading';
    if (change === 'order') this.#first = Math.min(this.#first, Math.max(0, this.#count - 1));
    this.#fill();
  }

  #abortAll(): void {
    for (const controller of this.#pending.values()) controller.abort();
    this.#pending = new Map();
  }

  #fill(): void {
    if (this.#state === 'failed' && this.#generation === this.#shown) return;
    const end = Math.floor((this.#last - 1) / this.#size);
    for (let page = Math.floor(this.#first / this.#size); page <= end; page++) {
      if (this.#pending.size >= AT_ONCE) return;
      if (!this.#fresh.has(page) && !this.#pending.has(page)) void this.#read(page);
    }
  }

  async #read(page: number): Promise<void> {
    const generation = this.#generation;
    const abort = new AbortController();
    this.#pending.set(page, abort);
    const request = { offset: page * this.#size, limit: this.#size, sort: this.#sort, text: this.#text };
    try {
      const answer = await this.#options.fetch(request, abort.signal);
      if (generation !== this.#generation) return;
      this.#pending.delete(page);
      this.#take(page, answer);
    } catch (error) {
      if (generation !== this.#generation) return;
      this.#pending.delete(page);
      if (this.#shownText !== this.#text) this.#clear();
      this.#state = 'failed';
      this.#failure = error instanceof Error ? error.message : String(error);
      this.#shown = generation;
      this.#tell('rows');
      return;
    }
    this.#fill();
  }

  #take(page: number, answer: Page<T>): void {
    const first = this.#shown !== this.#generation;
    const change = first ? this.#change : 'rows';
    if (first && change === 'order') this.#clear();
    this.#shown = this.#generation;
    this.#shownText = this.#text;
    if (answer.total < this.#count) this.#drop([...this.#pages.keys()].filter((p) => p * this.#size >= answer.total));
    this.#count = answer.total;
    if (this.#text === '') this.#all = answer.total;
    this.#drop([page]);
    this.#pages.set(page, answer.rows);
    this.#fresh.add(page);
    answer.rows.forEach((row, i) => this.#indexOf.set(row.id, page * this.#size + i));
    this.#evict();
    this.#state = 'ready';
    this.#failure = null;
    this.#tell(change);
  }

  #clear(): void {
    this.#drop([...this.#pages.keys()]);
    this.#count = 0;
  }

  #evict(): void {
    const seen = (page: number): boolean => page * this.#size < this.#last && (page + 1) * this.#size > this.#first;
    const away = [...this.#pages.keys()].filter((page) => !seen(page));
    this.#drop(away.slice(0, Math.max(0, this.#pages.size - this.#keep)));
  }

  #drop(pages: readonly number[]): void {
    for (const page of pages) {
      const rows = this.#pages.get(page) ?? [];
      rows.forEach((row, i) => {
        if (this.#indexOf.get(row.id) === page * this.#size + i) this.#indexOf.delete(row.id);
      });
      this.#pages.delete(page);
      this.#fresh.delete(page);
    }
  }

  /** Is every row of the view here? */
  #complete(): boolean {
    return this.#fresh.size * this.#size >= this.#count && this.#indexOf.size >= this.#count;
  }

  #tell(change: GridChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}
