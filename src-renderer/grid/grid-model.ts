import { GridSelection } from './grid-selection.ts';
import type { GridSource } from './grid-source.ts';
import type { GridColumn, GridRow } from './grid-types.ts';

/** A place the focus can stand on in a row: a cell, or one button of a cell with row actions. */
export interface GridStop {
  /** Position among the visible columns. */
  readonly column: number;
  /** Position among the column's actions, −1 for the cell itself. */
  readonly action: number;
}

/**
 * Where the focus is and what is selected, without any DOM. The focus is a row **id**: it stays on its row through sorting,
 * refreshing, filtering and scrolling; when the row is gone, the row now at its place (or the last one) takes the focus. In a
 * tree the focus may stand on the whole row (`stop` −1), as the treegrid pattern has it: there ← and → fold.
 */
export class GridModel<T extends GridRow> {
  readonly selection = new GridSelection<T>();
  #source: GridSource<T>;
  #columns: readonly GridColumn<T>[] = [];
  #stops: readonly GridStop[] = [];
  #part: 'body' | 'head' = 'body';
  #rowId: string | null = null;
  #index = 0;
  /** The focus went to a row that is not here yet. */
  #waiting = false;
  #stop = 0;
  #headColumn = 0;
  #anchor: string | null = null;

  constructor(source: GridSource<T>) {
    this.#source = source;
    this.#stop = source.tree ? -1 : 0;
  }

  get source(): GridSource<T> {
    return this.#source;
  }

  get columns(): readonly GridColumn<T>[] {
    return this.#columns;
  }

  get inHead(): boolean {
    return this.#part === 'head';
  }

  get headColumn(): number {
    return this.#headColumn;
  }

  /** The focused row's index, −1 while there is none. */
  get index(): number {
    return this.#rowId === null && !this.#waiting ? -1 : this.#index;
  }

  get focusedId(): string | null {
    return this.#rowId;
  }

  get focused(): T | null {
    return this.#rowId === null ? null : (this.#source.get(this.#rowId) ?? null);
  }

  /** Null = the whole row. */
  get stop(): GridStop | null {
    return this.#stops[this.#stop] ?? null;
  }

  setSource(source: GridSource<T>): void {
    this.#source = source;
    this.selection.clear();
    this.#part = 'body';
    this.#rowId = null;
    this.#waiting = false;
    this.#anchor = null;
    this.#index = 0;
    this.#stop = source.tree ? -1 : 0;
  }

  /** The visible columns. The focus stays in its column while that is shown. */
  setColumns(columns: readonly GridColumn<T>[]): void {
    const before = this.stop;
    const column = before === null ? undefined : this.#columns[before.column];
    const head = this.#columns[this.#headColumn];
    this.#columns = columns;
    this.#stops = columns.flatMap((c, at): GridStop[] =>
      c.actions === undefined ? [{ column: at, action: -1 }] : c.actions.map((_, action) => ({ column: at, action })),
    );
    this.#headColumn = Math.max(0, head === undefined ? 0 : columns.findIndex((c) => c.id === head.id));
    if (before === null || column === undefined) return;
    const at = columns.findIndex((c) => c.id === column.id);
    const same = this.#stops.findIndex((s) => s.column === at && s.action === before.action);
    this.#stop = same < 0 ? Math.min(this.#stop, this.#stops.length - 1) : same;
  }

  /** Brings focus and selection in line with the source. True: the focus is on another row than before. */
  settle(): boolean {
    this.selection.prune(this.#source);
    if (this.#waiting) return this.#standOn(this.#index);
    if (this.#rowId === null) return false;
    // Mostly it is where it was, and a source need not look for it.
    if (this.#source.row(this.#index)?.id === this.#rowId) return false;
    const at = this.#source.indexOf(this.#rowId);
    if (at === undefined) return false;
    if (at >= 0) {
      this.#index = at;
      return false;
    }
    return this.#standOn(this.#index);
  }

  /** The focus enters the grid: it needs a row to stand on, the first one in sight. */
  enter(first = 0): boolean {
    return this.index < 0 && this.#part === 'body' && this.#standOn(first);
  }

  /** The answer of a source that had to look for the focused row elsewhere. */
  found(id: string, index: number | null): boolean {
    if (id !== this.#rowId) return false;
    if (index === null) return this.#standOn(this.#index);
    this.#index = index;
    return false;
  }

  moveTo(index: number, extend = false): void {
    const from = this.#index;
    this.#part = 'body';
    this.#standOn(index);
    if (!extend) {
      this.#anchor = this.#rowId;
      return;
    }
    const anchor = this.#anchor === null ? from : (this.#source.indexOf(this.#anchor) ?? -1);
    this.selection.range(this.#source, anchor < 0 ? from : anchor, this.#index);
  }

  moveBy(rows: number, extend = false): void {
    this.moveTo(this.#index + rows, extend);
  }

  moveStop(by: number): void {
    const least = this.#source.tree ? -1 : 0;
    this.#stop = Math.min(this.#stops.length - 1, Math.max(least, this.#stop + by));
  }

  toStop(stop: GridStop | null): void {
    const at = stop === null ? -1 : this.#stops.findIndex((s) => s.column === stop.column && s.action === stop.action);
    this.#stop = at < 0 && !this.#source.tree ? 0 : at;
  }

  toEdgeStop(edge: 'first' | 'last'): void {
    this.#stop = edge === 'first' ? 0 : this.#stops.length - 1;
  }

  toHead(column?: number): void {
    this.#part = 'head';
    this.#headColumn = Math.min(this.#columns.length - 1, Math.max(0, column ?? this.stop?.column ?? 0));
  }

  toBody(): void {
    if (this.#part === 'head') {
      const at = this.#stops.findIndex((s) => s.column === this.#headColumn);
      if (this.#stop >= 0 && at >= 0) this.#stop = at;
    }
    this.#part = 'body';
    this.enter();
  }

  /** Selects the focused row alone, or toggles it, or everything from the anchor to it. */
  select(how: 'only' | 'toggle' | 'range'): void {
    const row = this.focused;
    if (row === null) return;
    if (how === 'range') {
      const anchor = this.#anchor === null ? -1 : (this.#source.indexOf(this.#anchor) ?? -1);
      return this.selection.range(this.#source, anchor < 0 ? this.#index : anchor, this.#index);
    }
    this.#anchor = row.id;
    if (how === 'only') this.selection.only(row);
    else this.selection.toggle(row);
  }

  #standOn(index: number): boolean {
    const before = this.#rowId;
    this.#index = Math.max(0, Math.min(index, this.#source.count - 1));
    const row = this.#source.row(this.#index);
    this.#waiting = row === undefined && this.#source.count > 0;
    this.#rowId = row?.id ?? null;
    return this.#rowId !== before;
  }
}
