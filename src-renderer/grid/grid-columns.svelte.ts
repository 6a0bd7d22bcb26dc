import {
  arrangeColumns,
  isFigureCut,
  layoutOf,
  moveColumn,
  placeColumns,
  resizeColumn,
  showColumn,
  type ArrangedColumn,
  type PlacedColumn,
} from './column-layout.ts';
import { ColumnSheet } from './column-sheet.ts';
import { widthBound } from './text-widths.ts';
import type { GridColumn, GridLayout, GridRow, GridSort } from './grid-types.ts';

export interface ColumnListeners {
  /** The columns or their order changed: rows have to be rebuilt. */
  arranged(): void;
  sorted(sort: GridSort | null): void;
  /** The layout changed and has to be saved. */
  layoutChanged(layout: GridLayout): void;
}

/** Px of a cell that are not available to its text: padding, and the frame of a badge. */
const CELL_PADDING = 12;
const BADGE_FRAME = 14;
/** Width of the fold arrow of a tree. The first column of every grid has room for it. */
const FOLD_ARROW = 12;
/** Font size of a header relative to that of the cells. */
const TITLE_SCALE = 0.88;
/** Padding of a header in px. */
const TITLE_PADDING = 20;

/** The columns as the trader arranged them, their positions, and the sort. */
export class GridColumns<T extends GridRow> {
  #arranged = $state.raw<readonly ArrangedColumn<T>[]>([]);
  #sort = $state.raw<GridSort | null>(null);
  #wide = $state.raw(false);
  readonly visible = $derived(this.#arranged.filter((entry) => !entry.hidden));

  readonly #prefix: string;
  readonly #listeners: ColumnListeners;
  #definitions: readonly GridColumn<T>[] = [];
  /** The last layout from outside, and the last one that was saved. */
  #givenLayout: GridLayout | undefined;
  #savedLayout: GridLayout | undefined;
  #placed: readonly PlacedColumn[] = [];
  #sheet: ColumnSheet | null = null;
  #viewport = 0;
  #scrollLeft = 0;
  /** The last result of `#findCutColumns`. */
  #cutColumns = '';
  #fontSize = 0;
  /** Largest text width of each visible column, in ems. */
  #widest: readonly number[] = [];

  constructor(prefix: string, listeners: ColumnListeners) {
    this.#prefix = prefix;
    this.#listeners = listeners;
  }

  /** All columns, also hidden ones, left to right. */
  get arranged(): readonly ArrangedColumn<T>[] {
    return this.#arranged;
  }

  get sort(): GridSort | null {
    return this.#sort;
  }

  /** True if the columns are wider than the viewport. */
  get wide(): boolean {
    return this.#wide;
  }

  get definitions(): readonly GridColumn<T>[] {
    return this.#definitions;
  }

  get layout(): GridLayout {
    return layoutOf(this.#arranged, this.#sort);
  }

  /**
   * Sets the column definitions. The layout of the trader remains unless another one is given. True
   * if something changed.
   */
  define(columns: readonly GridColumn<T>[], layout: GridLayout | undefined, sort: GridSort | null): boolean {
    const isKnown = layout === this.#givenLayout || layout === this.#savedLayout;
    if (columns === this.#definitions && isKnown) return false;
    const isFirst = this.#definitions.length === 0;
    const current = isFirst ? undefined : this.layout;
    this.#definitions = columns;
    this.#givenLayout = layout;
    this.#arrange(arrangeColumns(columns, isKnown && !isFirst ? current : (layout ?? current)));
    if (isFirst || (!isKnown && layout !== undefined)) this.#applySort(layout === undefined ? sort : layout.sort);
    return true;
  }

  /**
   * Handles a click on a header. The first click sorts in the first direction of the column, the
   * second in the other direction. The third restores the order of the source.
   */
  toggleSort(id: string): void {
    const column = this.#definitions.find((c) => c.id === id);
    if (column?.sortKey === undefined) return;
    const isFirstDescending = column.sortFirst === 'descending';
    if (this.#sort?.column !== id) this.sortBy({ column: id, descending: isFirstDescending });
    else if (this.#sort.descending === isFirstDescending) this.sortBy({ column: id, descending: !isFirstDescending });
    else this.sortBy(null);
  }

  sortBy(sort: GridSort | null): void {
    this.#applySort(sort);
    this.saveLayout();
  }

  /** The width at which a visible column is painted, in px. It may differ from its stored width. */
  widthOf(id: string): number {
    const at = this.visible.findIndex((entry) => entry.column.id === id);
    return this.#placed[at]?.width ?? 0;
  }

  /** Resizes a column. Call `saveLayout` after the last resize. */
  resize(id: string, width: number): void {
    this.#arranged = resizeColumn(this.#arranged, id, width);
    this.#place();
  }

  show(id: string, show: boolean): void {
    this.#arrange(showColumn(this.#arranged, id, show));
    this.saveLayout();
  }

  move(id: string, step: -1 | 1): void {
    this.#arrange(moveColumn(this.#arranged, id, step));
    this.saveLayout();
  }

  /** Restores the default columns. The sort remains. */
  reset(): void {
    this.#arrange(arrangeColumns(this.#definitions, undefined));
    this.saveLayout();
  }

  saveLayout(): void {
    this.#savedLayout = this.layout;
    this.#listeners.layoutChanged(this.#savedLayout);
  }

  placed(at: number): PlacedColumn | undefined {
    return this.#placed[at];
  }

  /** The width of the row actions, which are always visible at the end. */
  get pinnedWidth(): number {
    return this.visible.find((entry) => entry.column.actions !== undefined)?.width ?? 0;
  }

  /** Adds the style sheet. Returns a function that removes it. */
  connect(): () => void {
    const sheet = new ColumnSheet(this.#prefix);
    this.#sheet = sheet;
    this.#viewport = 0;
    return () => {
      sheet.dispose();
      this.#sheet = null;
    };
  }

  /** Sets viewport width and font size, in px. */
  fit(viewport: number, fontSize: number): void {
    if (viewport === this.#viewport && fontSize === this.#fontSize) return;
    this.#viewport = viewport;
    this.#fontSize = fontSize;
    this.#place();
  }

  /** Sets the horizontal scroll position, in px from the left end of the rows. */
  setScrollLeft(left: number): void {
    this.#scrollLeft = left;
    if (this.#findCutColumns() !== this.#cutColumns) this.#paint();
  }

  /**
   * Sets the largest text widths, in ems by visible column. A column clips its texts if one of them
   * needs more than the width of the column.
   */
  setTextWidths(widest: readonly number[]): void {
    const before = this.#placed.map((_, at) => this.#isTooNarrow(at));
    this.#widest = widest;
    // Place the columns again only if a column has too little room now, or had before.
    if (this.#placed.some((_, at) => this.#isTooNarrow(at) || before[at] === true)) this.#place();
  }

  #arrange(arranged: readonly ArrangedColumn<T>[]): void {
    this.#arranged = arranged;
    this.#widest = [];
    this.#place();
    this.#listeners.arranged();
  }

  #place(): void {
    const needs = this.visible.map((_, at) => this.#needOf(at));
    this.#placed = placeColumns(this.visible, this.#viewport, needs);
    this.#paint();
  }

  #paint(): void {
    const total = this.#placed.reduce((sum, { width }) => sum + width, 0);
    this.#wide = this.#viewport > 0 && total > this.#viewport;
    this.#cutColumns = this.#findCutColumns();
    const cutColumns = this.#cutColumns.split(' ');
    this.#sheet?.place(this.#placed, Math.max(this.#viewport, total), (at) =>
      [this.#isTooNarrow(at) ? ';overflow:clip' : '', cutColumns.includes(String(at)) ? ';opacity:0' : ''].join(''),
    );
  }

  /** The positions of the columns for which `isFigureCut` is true, separated by spaces. */
  #findCutColumns(): string {
    if (!this.#wide) return '';
    const view = { left: this.#scrollLeft, right: this.#scrollLeft + this.#viewport - this.pinnedWidth };
    return this.#placed
      .flatMap((placed, at) => {
        const column = this.visible[at]?.column;
        return column !== undefined && isFigureCut(column, placed, view) ? [at] : [];
      })
      .join(' ');
  }

  #isTooNarrow(at: number): boolean {
    const need = (this.#widest[at] ?? 0) * this.#fontSize + this.#frameWidthOf(at);
    return need > (this.#placed[at]?.width ?? 0);
  }

  /**
   * Px that the texts of a column or its title need, whichever is more. What cannot be measured
   * counts as 0.
   */
  #needOf(at: number): number {
    const ems = this.#widest[at] ?? 0;
    const texts = Number.isFinite(ems) && ems > 0 ? Math.ceil(ems * this.#fontSize + this.#frameWidthOf(at)) : 0;
    return Math.max(texts, this.#titleWidthOf(at));
  }

  #titleWidthOf(at: number): number {
    const column = this.visible[at]?.column;
    const ems = column === undefined || column.actions !== undefined ? 0 : widthBound(column.title);
    return Number.isFinite(ems) ? Math.ceil(ems * this.#fontSize * TITLE_SCALE) + TITLE_PADDING : 0;
  }

  #frameWidthOf(at: number): number {
    return CELL_PADDING + (this.visible[at]?.column.look === 'badge' ? BADGE_FRAME : 0) + (at === 0 ? FOLD_ARROW : 0);
  }

  #applySort(sort: GridSort | null): void {
    this.#sort = sort;
    this.#listeners.sorted(sort);
  }
}
