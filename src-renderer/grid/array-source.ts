import { ColumnIndexes } from './column-indexes.ts';
import { FoldState } from './fold-state.ts';
import type { GridChange, GridSource, GridSourceState } from './grid-source.ts';
import type { GridColumn, GridRow, GridSort } from './grid-types.ts';
import { TreeIndex, type TreeView } from './tree-index.ts';

export interface ArraySourceOptions<T extends GridRow> {
  /** Makes the source a tree: the id of the row's parent, null at the top. */
  readonly parentOf?: (row: T) => string | null;
  /** True for rows whose children are read on demand: they can be expanded before they have any. */
  readonly expandable?: (row: T) => boolean;
  /** Whether parents are open by default. Default true. */
  readonly open?: boolean;
  /** The first state: `loading` if the rows come later, by `update`. Default `ready`. */
  readonly state?: GridSourceState;
  /** Called by the retry button of a failed table. */
  readonly onretry?: () => void;
}

/**
 * Rows in memory, as plain objects. Indexes for sorting and filtering are made on first use and
 * then updated by row, so that a patch of 1,000 rows under an active sort is a linear merge. If
 * rows share an id, all are shown, and a search by the id finds the last one: a blotter with a
 * duplicate row is better than an empty one.
 */
export class ArraySource<T extends GridRow> implements GridSource<T> {
  readonly tree: boolean;
  readonly retry: (() => void) | undefined;
  readonly #options: ArraySourceOptions<T>;
  readonly #listeners = new Set<(change: GridChange) => void>();
  readonly #indexes = new ColumnIndexes<T>();
  readonly #folds: FoldState;
  #rows: T[] = [];
  #state: GridSourceState;
  #failure: string | null = null;
  #sort: GridSort | null = null;
  #terms: readonly string[] = [];
  #isListed: ((row: T) => boolean) | null = null;
  /** One flag for each row; null while all rows are listed. */
  #listed: Uint8Array | null = null;
  /** Row numbers by id: positions in `#rows`. Null until they are needed. */
  #numbers: Map<string, number> | null = null;
  #treeIndex: TreeIndex | null = null;
  /** Sorted row numbers. Null: order of the source. Undefined: not computed yet. */
  #order: Uint32Array | null | undefined = null;
  #view: TreeView | null = null;
  #matching: number | null = null;

  constructor(options: ArraySourceOptions<T> = {}) {
    this.#options = options;
    this.retry = options.onretry;
    this.tree = options.parentOf !== undefined;
    this.#folds = new FoldState(options.open !== false);
    this.#state = options.state ?? 'ready';
  }

  get state(): GridSourceState {
    return this.#state;
  }

  get failure(): string | null {
    return this.#failure;
  }

  get count(): number {
    return this.#currentView().view?.length ?? this.#rows.length;
  }

  get matchingCount(): number {
    if (!this.tree) return this.count;
    return (this.#matching ??= this.#terms.length === 0 ? this.total : this.matchingRows().length);
  }

  get total(): number {
    return this.#listed === null ? this.#rows.length : this.#listed.reduce((sum, flag) => sum + flag, 0);
  }

  /** All rows in the order of the source. */
  get rows(): readonly T[] {
    return this.#rows;
  }

  /** The rows of the view, in its order. */
  viewRows(): T[] {
    return this.#pick(this.#currentView());
  }

  /**
   * The matching rows in the order of the view, also those in folded parents. In a tree their
   * ancestors and descendants are included.
   */
  matchingRows(): T[] {
    return this.#pick(this.tree ? this.#makeView(() => false) : this.#currentView());
  }

  /**
   * Replaces all rows. If the ids are the same in the same order, only changed rows are updated.
   */
  update(rows: readonly T[]): void {
    const mayHaveSameIds = this.#state === 'ready' && rows.length === this.#rows.length;
    if (mayHaveSameIds && rows.length > 0 && rows.every(({ id }, at) => id === this.#rows[at]?.id)) {
      const changed = [...rows.keys()].filter((at) => rows[at] !== this.#rows[at]);
      if (changed.length > 0) this.#exchange(new Map(changed.map((at) => [at, rows[at]!])));
      return;
    }
    this.#replace(rows);
  }

  #replace(rows: readonly T[]): void {
    this.#setRows(rows);
    this.#state = 'ready';
    this.#notify('rows');
  }

  #setRows(rows: readonly T[]): void {
    this.#rows = rows.slice();
    this.#indexes.setRows(this.#rows);
    this.#numbers = null;
    this.#treeIndex = null;
    this.#order = undefined;
    this.#failure = null;
    this.#flagListed();
  }

  /**
   * Replaces the rows that have the same ids as the given rows. Given rows with new ids are added
   * at the end.
   */
  patch(rows: readonly T[]): void {
    const numbers = this.#numbersById();
    const changed = new Map<number, T>();
    const added = new Map<string, T>();
    for (const row of rows) {
      const number = numbers.get(row.id);
      if (number === undefined) added.set(row.id, row);
      else changed.set(number, row);
    }
    if (added.size === 0) return this.#exchange(changed);
    this.#replace([...this.#rows.map((row, number) => changed.get(number) ?? row), ...added.values()]);
  }

  /** Replaces the rows with these numbers. Each new row has the id of the old one. */
  #exchange(rows: ReadonlyMap<number, T>): void {
    for (const [number, row] of rows) {
      if (this.tree && this.#parentId(this.#rows[number]!) !== this.#parentId(row)) this.#treeIndex = null;
      this.#rows[number] = row;
    }
    this.#reindex(Uint32Array.from(rows.keys()));
    this.#flagListed();
    this.#notify('rows');
  }

  remove(ids: Iterable<string>): void {
    const removedIds = new Set(ids);
    this.update(this.#rows.filter((row) => !removedIds.has(row.id)));
  }

  /**
   * Sets the rows of a list. `rows` is null if no list was read. The rows of an earlier list are
   * then removed, and `failure` says why the list could not be read, or is null while it is being
   * read.
   */
  setList(rows: readonly T[] | null, failure: string | null): void {
    if (rows !== null) return this.update(rows);
    this.setLoading();
    if (failure !== null) this.fail(failure);
  }

  /**
   * Reports that no list has been read yet. Removes the rows of an earlier list, which may be those
   * of another strategy.
   */
  setLoading(): void {
    if (this.#state === 'loading' && this.#rows.length === 0) return;
    this.#setRows([]);
    this.#state = 'loading';
    this.#notify('rows');
  }

  /** Reports a failed read. Existing rows remain in the view. */
  fail(reason: string): void {
    this.#state = 'failed';
    this.#failure = reason;
    this.#notify('rows');
  }

  row(index: number): T | undefined {
    const { view } = this.#currentView();
    if (view === null) return this.#rows[index];
    const number = view[index];
    return number === undefined ? undefined : this.#rows[number];
  }

  indexOf(id: string): number {
    return this.#indexAt(this.#numbersById().get(id) ?? -1);
  }

  get(id: string): T | undefined {
    const number = this.#numbersById().get(id);
    return number === undefined ? undefined : this.#rows[number];
  }

  idsInView(ids: ReadonlySet<string>): Set<string> {
    if (ids.size < 64) return new Set([...ids].filter((id) => this.indexOf(id) >= 0));
    const out = new Set<string>();
    for (const { id } of this.viewRows()) if (ids.has(id)) out.add(id);
    return out;
  }

  ids(): string[] {
    return this.viewRows().map((row) => row.id);
  }

  level(index: number): number {
    return this.#currentView().levels?.[index] ?? 1;
  }

  expanded(index: number): boolean | undefined {
    const number = this.#numberAt(index);
    const row = this.#rows[number];
    if (!this.tree || row === undefined) return undefined;
    const isParent = this.#tree().isParent(number) || this.#options.expandable?.(row) === true;
    return isParent ? !this.#folds.folded(row.id) : undefined;
  }

  parent(index: number): number {
    return this.tree ? this.#indexAt(this.#tree().parent(this.#numberAt(index))) : -1;
  }

  setOpen(id: string, open: boolean): void {
    if (this.#folds.setOpen(id, open)) this.#notify('order');
  }

  openParents(id: string): void {
    const numbers = this.#numbersById();
    let opened = false;
    const start = numbers.get(id);
    for (let n = start === undefined ? -1 : this.#tree().parent(start); n >= 0; n = this.#tree().parent(n)) {
      opened = this.#folds.setOpen(this.#rows[n]!.id, true) || opened;
    }
    if (opened) this.#notify('order');
  }

  setColumns(columns: readonly GridColumn<T>[]): void {
    if (columns === this.#indexes.columns) return;
    this.#indexes.setColumns(columns);
    if (this.#sort === null && this.#terms.length === 0) return;
    this.#order = undefined;
    this.#notify('order');
  }

  setSort(sort: GridSort | null): void {
    this.#sort = sort;
    this.#order = undefined;
    this.#notify('order');
  }

  /**
   * Terms separated by spaces. A row matches if each term is in one of its searched columns. Case
   * is ignored.
   */
  setText(text: string): void {
    const terms = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (terms.join(' ') === this.#terms.join(' ')) return;
    this.#terms = terms;
    this.#folds.setFiltered(terms.length > 0);
    this.#notify('order');
  }

  /**
   * Lists only the rows for which `isListed` is true. A tree also lists their ancestors and
   * descendants. The indexes of all rows remain, so that another `isListed` needs no new sort.
   * Null lists all rows.
   */
  listOnly(isListed: ((row: T) => boolean) | null): void {
    if (isListed === this.#isListed) return;
    this.#isListed = isListed;
    this.#flagListed();
    this.#notify('rows');
  }

  #flagListed(): void {
    const isListed = this.#isListed;
    this.#listed = isListed === null ? null : Uint8Array.from(this.#rows, (row) => (isListed(row) ? 1 : 0));
  }

  setVisibleRange(): void {
    // All rows are in memory.
  }

  subscribe(listener: (change: GridChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(change: GridChange): void {
    this.#view = null;
    this.#matching = null;
    for (const listener of this.#listeners) listener(change);
  }

  #currentView(): TreeView {
    return (this.#view ??= this.#makeView());
  }

  #pick({ view }: TreeView): T[] {
    return view === null ? this.#rows.slice() : Array.from(view, (number) => this.#rows[number]!);
  }

  #makeView(folded = (id: string): boolean => this.#folds.folded(id)): TreeView {
    if (this.#order === undefined) this.#order = this.#indexes.order(this.#sort);
    const order = this.#order;
    const hits = this.#hits();
    if (!this.tree || this.#tree().flat) return { view: hits === null ? order : pickRows(order, hits), levels: null };
    const all = order ?? Uint32Array.from(this.#rows.keys());
    return this.#tree().flatten(all, hits, (number) => folded(this.#rows[number]!.id));
  }

  /** One flag for each row: 1 if it is listed and matches. Null: all rows are listed and match. */
  #hits(): Uint8Array | null {
    const listed = this.#listed;
    if (this.#terms.length === 0) return listed;
    const hits = this.#indexes.hits(this.#terms);
    return listed === null ? hits : hits.map((hit, row) => hit & listed[row]!);
  }

  /** The number of the row at an index of the view, or −1. */
  #numberAt(index: number): number {
    const { view } = this.#currentView();
    return view === null ? index : (view[index] ?? -1);
  }

  /** The index of a row by its number, or −1 if it is not in the view. */
  #indexAt(number: number): number {
    const { view } = this.#currentView();
    return view === null || number < 0 ? number : view.indexOf(number);
  }

  #reindex(changed: Uint32Array): void {
    this.#indexes.reindex(changed);
    if (this.#sort === null || this.#order === null || this.#order === undefined) return;
    this.#order = this.#indexes.reorder(changed, this.#sort, this.#order);
  }

  #numbersById(): Map<string, number> {
    if (this.#numbers !== null) return this.#numbers;
    const numbers = new Map<string, number>();
    for (let i = 0; i < this.#rows.length; i++) numbers.set(this.#rows[i]!.id, i);
    return (this.#numbers = numbers);
  }

  #parentId(row: T): string | null {
    return this.#options.parentOf?.(row) ?? null;
  }

  #tree(): TreeIndex {
    if (this.#treeIndex !== null) return this.#treeIndex;
    const { parentOf } = this.#options;
    // Most tables have no row with a parent. This check is faster than building the links of
    // 100,000 rows.
    const flat = parentOf === undefined || !this.#rows.some(parentOf);
    return (this.#treeIndex = new TreeIndex(flat ? null : this.#parents(parentOf)));
  }

  /**
   * The row number of the parent of each row. −1 if a row has no parent, or if no row has the id of
   * the parent.
   */
  #parents(parentOf: (row: T) => string | null): Int32Array {
    const numbers = this.#numbersById();
    return Int32Array.from(this.#rows, (row) => {
      const id = parentOf(row);
      return id === null ? -1 : (numbers.get(id) ?? -1);
    });
  }
}

/** The numbers of the flagged rows, in the given order. If `order` is null: ascending. */
function pickRows(order: Uint32Array | null, flags: Uint8Array): Uint32Array {
  const size = order?.length ?? flags.length;
  const out = new Uint32Array(size);
  let at = 0;
  for (let i = 0; i < size; i++) {
    const row = order === null ? i : order[i]!;
    if (flags[row] === 1) out[at++] = row;
  }
  return out.subarray(0, at);
}
