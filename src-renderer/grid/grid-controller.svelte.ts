import { ArraySource } from './array-source.ts';
import { GridBody, type GridElements } from './grid-body.ts';
import { GridColumns } from './grid-columns.svelte.ts';
import { GridModel } from './grid-model.ts';
import { GridHead } from './grid-head.ts';
import type { GridChange, GridSource, GridSourceState } from './grid-source.ts';
import type { GridColumn, GridLayout, GridRow, GridRowTone, GridSort } from './grid-types.ts';

export interface GridListeners<T extends GridRow> {
  layout?: ((layout: GridLayout) => void) | undefined;
  select?: ((rows: readonly T[]) => void) | undefined;
  rowFocused?: ((row: T | null) => void) | undefined;
}

let gridCount = 0;

/**
 * Connects the source, the focus and selection, the columns and the body. Only the data of footer,
 * overlays and column chooser is reactive. The header is painted like the rows. Changes of the
 * source are painted at most once per frame. The effects of keys and scrolling are painted
 * immediately.
 */
export class GridController<T extends GridRow> {
  readonly prefix = `grid${++gridCount}`;
  readonly model = new GridModel<T>(new ArraySource<T>({ state: 'loading' }));
  readonly columns = new GridColumns<T>(this.prefix, {
    arranged: () => this.#rearranged(),
    sorted: (sort) => this.#sorted(sort),
    layoutChanged: (layout) => this.listeners.layout?.(layout),
  });
  listeners: GridListeners<T> = {};

  #count = $state.raw(0);
  #matching = $state.raw(0);
  #total = $state.raw(0);
  #selectedCount = $state.raw(0);
  #state = $state.raw<GridSourceState>('loading');
  #failure = $state.raw<string | null>(null);

  #head: GridHead<T> | null = null;
  #body: GridBody<T> | null = null;
  #gridElements: GridElements | null = null;
  #unsubscribe: (() => void) | null = null;
  #rowTone: ((row: T) => GridRowTone | undefined) | undefined;
  #width = 0;
  #size = '';
  #text = '';
  #frame = 0;
  #idlePaint = 0;
  #rowsChanged = false;
  #topRow: { readonly id: string; readonly at: number } | null = null;
  #lastCount = 0;
  #reportedFocus: string | null = null;
  #reportedSelection = 0;
  /** The row, cell or action with the focus ring. */
  #ringElement: HTMLElement | null = null;
  #idCount = 0;

  get count(): number {
    return this.#count;
  }

  /** Number of rows that match the filter, including those inside folded parents. */
  get matchingCount(): number {
    return this.#matching;
  }

  get total(): number {
    return this.#total;
  }

  get selectedCount(): number {
    return this.#selectedCount;
  }

  get state(): GridSourceState {
    return this.#state;
  }

  get failure(): string | null {
    return this.#failure;
  }

  get source(): GridSource<T> {
    return this.model.source;
  }

  get body(): GridBody<T> | null {
    return this.#body;
  }

  selectedRows(): readonly T[] {
    return this.model.selection.rows(this.source);
  }

  /**
   * Focuses a row, opens its parents, and scrolls it into view. False if it is not in the table.
   */
  async focusRow(id: string): Promise<boolean> {
    const { source } = this;
    source.openParents?.(id);
    const at = source.indexOf(id) ?? (await source.locate?.(id)) ?? -1;
    if (at < 0 || source !== this.source) return false;
    this.model.moveTo(at);
    this.showFocusAndSelection();
    return true;
  }

  setColumns(columns: readonly GridColumn<T>[], layout: GridLayout | undefined, sort: GridSort | null): void {
    if (columns !== this.columns.definitions) this.source.setColumns(columns);
    this.columns.define(columns, layout, sort);
  }

  setSource(source: GridSource<T>): void {
    if (source === this.source) return;
    this.#unsubscribe?.();
    this.model.setSource(source);
    source.setColumns(this.columns.definitions);
    source.setSort(this.columns.sort);
    source.setText(this.#text);
    if (this.#body !== null) this.#subscribe();
    this.#topRow = null;
    this.#lastCount = source.count;
    this.#rebuild();
    this.#body?.scrollTo(0);
    this.#readSource();
    this.#schedulePaint();
  }

  /** Sets the filter and scrolls to the top. */
  setText(text: string): void {
    if (text === this.#text) return;
    this.#text = text;
    this.source.setText(text);
    this.#body?.scrollTo(0);
  }

  setRowTone(tone: ((row: T) => GridRowTone | undefined) | undefined): void {
    if (tone === this.#rowTone) return;
    this.#rowTone = tone;
    if (this.#body !== null) this.#body.rowTone = tone;
    this.#schedulePaint();
  }

  /** Connects the controller with its elements. Returns a function that disconnects it. */
  connect(gridElements: GridElements): () => void {
    this.#gridElements = gridElements;
    const releaseColumns = this.columns.connect();
    this.#head = new GridHead(gridElements.head, this.prefix);
    this.#head.rebuild(this.model.columns);
    this.#body = new GridBody(gridElements, this.model, (ems) => this.columns.setTextWidths(ems));
    this.#body.rowTone = this.#rowTone;
    this.#subscribe();
    this.#body.rebuild();
    this.#readSource();
    return () => {
      this.#unsubscribe?.();
      this.#unsubscribe = null;
      cancelAnimationFrame(this.#frame);
      cancelIdleCallback(this.#idlePaint);
      this.#frame = 0;
      releaseColumns();
      this.#head = null;
      this.#body = null;
      this.#gridElements = null;
      this.#ringElement = null;
      this.#size = '';
    };
  }

  /** Viewport width, height below the header, row height and font size, in px. */
  resize(width: number, height: number, rowHeight: number, fontSize: number): void {
    const size = `${width} ${height} ${rowHeight} ${fontSize}`;
    if (this.#body === null || rowHeight <= 0 || size === this.#size) return;
    this.#size = size;
    this.#body.setRowHeight(rowHeight);
    this.#body.resize({ height });
    this.#width = width;
    this.#flush();
    // Fit the columns after the paint, which measures the texts. In the reverse order each column
    // rule could change twice, and each change restyles the cells of its column.
    this.columns.fit(width, fontSize);
  }

  /** Handles DOM focus. `show` is true for the keyboard: the focused row is scrolled into view. */
  handleFocus(show: boolean): void {
    const body = this.#body;
    if (body === null) return;
    this.model.syncWithSource();
    this.model.enter(Math.ceil(body.scrollTop / body.rowHeight));
    if (show) return this.showFocusAndSelection();
    body.paint();
    this.#pointAtFocus();
    this.#reportFocus();
  }

  setOpen(id: string, open: boolean): void {
    this.source.setOpen(id, open);
  }

  scrolled(): void {
    if (this.columns.wide) this.columns.setScrollLeft(this.#gridElements?.scroller.scrollLeft ?? 0);
    if (this.#body?.readScroll() !== true) return;
    this.#body.paint();
    this.#rememberTopRow();
    this.#pointAtFocus();
  }

  /** Shows a change of focus or selection at once. */
  showFocusAndSelection(): void {
    const body = this.#body;
    this.#paintHead();
    this.#reportSelection();
    if (body === null) return;
    if (this.model.inHead) this.#revealSideways(this.model.headColumn);
    else if (this.model.index >= 0) {
      body.reveal(this.model.index);
      if (this.model.rowPart !== null) this.#revealSideways(this.model.rowPart.column);
    }
    body.paint();
    this.#rememberTopRow();
    this.#pointAtFocus();
    this.#reportFocus();
  }

  #subscribe(): void {
    this.#unsubscribe?.();
    this.#unsubscribe = this.source.subscribe((change) => this.#changed(change));
  }

  #changed(change: GridChange): void {
    if (change === 'rows') this.#rowsChanged = true;
    this.#schedulePaint();
  }

  #schedulePaint(): void {
    if (this.#frame !== 0 || this.#body === null) return;
    this.#frame = requestAnimationFrame(() => this.#flush());
  }

  #flush(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const body = this.#body;
    if (body === null) return;
    this.model.syncWithSource();
    if (this.#hasFocus()) this.model.enter();
    this.#locateFocus();
    this.#readSource();
    this.#keepTopRow(body);
    const isComplete = body.paint('inView');
    this.#rowsChanged = false;
    this.#rememberTopRow();
    this.#pointAtFocus();
    this.#reportFocus();
    cancelIdleCallback(this.#idlePaint);
    if (!isComplete) this.#idlePaint = requestIdleCallback(() => body.paint());
  }

  #readSource(): void {
    const { source } = this;
    this.#count = source.count;
    this.#matching = source.matchingCount;
    this.#total = source.total;
    this.#state = source.state;
    this.#failure = source.failure;
    this.#paintHead();
    this.#reportSelection();
  }

  #reportSelection(): void {
    const { selection } = this.model;
    if (selection.version === this.#reportedSelection) return;
    this.#reportedSelection = selection.version;
    this.#selectedCount = selection.size;
    this.listeners.select?.(this.selectedRows());
  }

  /** Keeps the top row in place when rows are added or removed above it. */
  #keepTopRow(body: GridBody<T>): void {
    const count = this.source.count;
    const moved = this.#rowsChanged && count !== this.#lastCount && body.scrollTop > 0 && this.#topRow !== null;
    this.#lastCount = count;
    if (!moved || this.#topRow === null) return;
    const at = this.source.indexOf(this.#topRow.id);
    if (at === undefined || at < 0 || at === this.#topRow.at) return;
    body.scrollTo(body.scrollTop + (at - this.#topRow.at) * body.rowHeight);
  }

  #rememberTopRow(): void {
    const body = this.#body;
    if (body === null || body.scrollTop === 0) {
      this.#topRow = null;
      return;
    }
    const at = Math.ceil(body.scrollTop / body.rowHeight);
    const row = this.source.row(at);
    this.#topRow = row === undefined ? null : { id: row.id, at };
  }

  /** Asks a paged source for the new index of the focused row. */
  #locateFocus(): void {
    const id = this.model.focusedId;
    const { source } = this;
    if (id === null || source.locate === undefined || source.indexOf(id) !== undefined) return;
    void source.locate(id).then((index) => {
      if (source !== this.source) return;
      this.model.setLocatedIndex(id, index);
      this.#body?.paint();
      this.#pointAtFocus();
    });
  }

  /**
   * The grid itself has the DOM focus and points at the cell with `aria-activedescendant`: pooled
   * rows are reused for other rows, so the DOM focus of an element would not stay on its row.
   */
  #pointAtFocus(): void {
    const scroller = this.#gridElements?.scroller;
    if (scroller === undefined) return;
    const next = this.model.inHead ? null : (this.#body?.focusElement() ?? null);
    if (next !== this.#ringElement) {
      this.#ringElement?.removeAttribute('data-ring');
      next?.setAttribute('data-ring', '');
      this.#ringElement = next;
    }
    if (this.model.inHead) scroller.setAttribute('aria-activedescendant', `${this.prefix}-h${this.model.headColumn}`);
    else if (next === null) scroller.removeAttribute('aria-activedescendant');
    else {
      if (next.id === '') next.id = `${this.prefix}-${++this.#idCount}`;
      if (scroller.getAttribute('aria-activedescendant') !== next.id) {
        scroller.setAttribute('aria-activedescendant', next.id);
      }
    }
  }

  #reportFocus(): void {
    const id = this.model.focusedId;
    if (id === this.#reportedFocus) return;
    this.#reportedFocus = id;
    this.listeners.rowFocused?.(this.model.focused);
  }

  #hasFocus(): boolean {
    return this.#gridElements !== null && document.activeElement === this.#gridElements.scroller;
  }

  #rearranged(): void {
    this.model.setColumns(this.columns.visible.map((entry) => entry.column));
    this.#head?.rebuild(this.model.columns);
    this.#rebuild();
    this.#schedulePaint();
  }

  /** Rebuilds all rows. Until the next paint there is no element to point at. */
  #rebuild(): void {
    this.#body?.rebuild();
    this.#pointAtFocus();
  }

  #sorted(sort: GridSort | null): void {
    this.source.setSort(sort);
    this.#paintHead();
  }

  #paintHead(): void {
    this.#head?.paint(this.columns.sort, this.model.inHead ? this.model.headColumn : -1);
  }

  #revealSideways(column: number): void {
    const scroller = this.#gridElements?.scroller;
    const placed = this.columns.placed(column);
    if (scroller === undefined || placed === undefined) return;
    if (this.model.columns[column]?.actions !== undefined) return; // Always visible.
    const pinned = this.columns.pinnedWidth;
    const right = scroller.scrollLeft + this.#width - pinned;
    if (placed.left < scroller.scrollLeft) scroller.scrollLeft = placed.left;
    else if (placed.left + placed.width > right)
      scroller.scrollLeft = placed.left + placed.width - this.#width + pinned;
  }
}
