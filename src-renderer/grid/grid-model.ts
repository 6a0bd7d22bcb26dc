import { GridSelection } from './grid-selection.ts';
import type { GridSource } from './grid-source.ts';
import type { GridColumn, GridRow } from './grid-types.ts';

/** A focusable part of a row: a cell, or a button of a cell with row actions. */
export interface RowPart {
  /** Position among the visible columns. */
  readonly column: number;
  /** Position among the actions of the column, or −1 for the cell itself. */
  readonly action: number;
}

/**
 * Focus and selection, without any DOM. The focus is stored as a row **id**, so it remains on its
 * row through sorting, refreshing, filtering and scrolling. If the row is removed, the row at its
 * index (or the last one) is focused. In a tree the focus can be on the whole row (`rowPart` is
 * null), as in the treegrid pattern. In this state ← folds the row and → opens it.
 */
export class GridModel<T extends GridRow> {
  readonly selection = new GridSelection<T>();
  #source: GridSource<T>;
  #columns: readonly GridColumn<T>[] = [];
  #rowParts: readonly RowPart[] = [];
  #area: 'body' | 'head' = 'body';
  #rowId: string | null = null;
  #index = 0;
  /** True if the focused row is not loaded yet. */
  #isLoading = false;
  /** Position in `#rowParts`, or −1 for the whole row. */
  #rowPartAt = 0;
  #headColumn = 0;
  #anchor: string | null = null;

  constructor(source: GridSource<T>) {
    this.#source = source;
    this.#rowPartAt = source.tree ? -1 : 0;
  }

  get source(): GridSource<T> {
    return this.#source;
  }

  get columns(): readonly GridColumn<T>[] {
    return this.#columns;
  }

  get inHead(): boolean {
    return this.#area === 'head';
  }

  get headColumn(): number {
    return this.#headColumn;
  }

  /** The index of the focused row, or −1. */
  get index(): number {
    return this.#rowId === null && !this.#isLoading ? -1 : this.#index;
  }

  get focusedId(): string | null {
    return this.#rowId;
  }

  get focused(): T | null {
    return this.#rowId === null ? null : (this.#source.get(this.#rowId) ?? null);
  }

  /** The part of the focused row that has the focus. Null: the whole row. */
  get rowPart(): RowPart | null {
    return this.#rowParts[this.#rowPartAt] ?? null;
  }

  setSource(source: GridSource<T>): void {
    this.#source = source;
    this.selection.clear();
    this.#area = 'body';
    this.#rowId = null;
    this.#isLoading = false;
    this.#anchor = null;
    this.#index = 0;
    this.#rowPartAt = source.tree ? -1 : 0;
  }

  /** Sets the visible columns. The focus remains in its column while that is visible. */
  setColumns(columns: readonly GridColumn<T>[]): void {
    const before = this.rowPart;
    const column = before === null ? undefined : this.#columns[before.column];
    const head = this.#columns[this.#headColumn];
    this.#columns = columns;
    this.#rowParts = columns.flatMap((c, at): RowPart[] =>
      c.actions === undefined ? [{ column: at, action: -1 }] : c.actions.map((_, action) => ({ column: at, action })),
    );
    this.#headColumn = Math.max(0, head === undefined ? 0 : columns.findIndex((c) => c.id === head.id));
    if (before === null || column === undefined) return;
    const at = columns.findIndex((c) => c.id === column.id);
    const samePartAt = this.#rowParts.findIndex((part) => part.column === at && part.action === before.action);
    this.#rowPartAt = samePartAt < 0 ? Math.min(this.#rowPartAt, this.#rowParts.length - 1) : samePartAt;
  }

  /** Updates focus and selection after a change of the source. True if another row is focused. */
  syncWithSource(): boolean {
    this.selection.prune(this.#source);
    if (this.#isLoading) return this.#focusIndex(this.#index);
    if (this.#rowId === null) return false;
    // Usually the row is at the same index, so no search is needed.
    if (this.#source.row(this.#index)?.id === this.#rowId) return false;
    const at = this.#source.indexOf(this.#rowId);
    if (at === undefined) return false;
    if (at >= 0) {
      this.#index = at;
      return false;
    }
    return this.#focusIndex(this.#index);
  }

  /** If no row is focused, focuses the first visible row, at the index `first`. True if it did. */
  enter(first = 0): boolean {
    return this.index < 0 && this.#area === 'body' && this.#focusIndex(first);
  }

  /**
   * Handles the answer of a source that searched for the focused row. True if the row is not in the
   * view and another row is focused now.
   */
  setLocatedIndex(id: string, index: number | null): boolean {
    if (id !== this.#rowId) return false;
    if (index === null) return this.#focusIndex(this.#index);
    this.#index = index;
    return false;
  }

  moveTo(index: number, extend = false): void {
    const from = this.#index;
    const fromId = this.#rowId;
    this.#area = 'body';
    this.#focusIndex(index);
    if (!extend) {
      this.#anchor = this.#rowId;
      return;
    }
    const anchor = this.#anchor === null ? -1 : (this.#source.indexOf(this.#anchor) ?? -1);
    if (anchor < 0) this.#anchor = fromId;
    this.selection.selectRange(this.#source, anchor < 0 ? from : anchor, this.#index);
  }

  moveBy(rows: number, extend = false): void {
    this.moveTo(this.#index + rows, extend);
  }

  moveRowPart(steps: number): void {
    const min = this.#source.tree ? -1 : 0;
    this.#rowPartAt = Math.min(this.#rowParts.length - 1, Math.max(min, this.#rowPartAt + steps));
  }

  toRowPart(part: RowPart | null): void {
    const at =
      part === null ? -1 : this.#rowParts.findIndex((p) => p.column === part.column && p.action === part.action);
    this.#rowPartAt = at < 0 && !this.#source.tree ? 0 : at;
  }

  toEdgePart(edge: 'first' | 'last'): void {
    this.#rowPartAt = edge === 'first' ? 0 : this.#rowParts.length - 1;
  }

  toHead(column?: number): void {
    this.#area = 'head';
    this.#headColumn = Math.min(this.#columns.length - 1, Math.max(0, column ?? this.rowPart?.column ?? 0));
  }

  toBody(): void {
    if (this.#area === 'head') {
      const at = this.#rowParts.findIndex((part) => part.column === this.#headColumn);
      if (this.#rowPartAt >= 0 && at >= 0) this.#rowPartAt = at;
    }
    this.#area = 'body';
    this.enter();
  }

  /** Selects the focused row alone, toggles it, or selects the range from the anchor to it. */
  select(how: 'only' | 'toggle' | 'range'): void {
    const row = this.focused;
    if (row === null) return;
    if (how === 'range') {
      const anchor = this.#anchor === null ? -1 : (this.#source.indexOf(this.#anchor) ?? -1);
      return this.selection.selectRange(this.#source, anchor < 0 ? this.#index : anchor, this.#index);
    }
    this.#anchor = row.id;
    if (how === 'only') this.selection.selectOnly(row);
    else this.selection.toggle(row);
  }

  #focusIndex(index: number): boolean {
    const before = this.#rowId;
    this.#index = Math.max(0, Math.min(index, this.#source.count - 1));
    const row = this.#source.row(this.#index);
    this.#isLoading = row === undefined && this.#source.count > 0;
    this.#rowId = row?.id ?? null;
    return this.#rowId !== before;
  }
}
