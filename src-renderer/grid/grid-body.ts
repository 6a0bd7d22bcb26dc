import type { GridModel, RowPart } from './grid-model.ts';
import type { GridRow, GridRowTone } from './grid-types.ts';
import { RowTemplate } from './row-template.ts';
import { RowSlot } from './row-slot.ts';
import { TextWidths } from './text-widths.ts';

/** Rows rendered above and below the viewport. */
const OVERSCAN = 4;

/**
 * Chromium limits an element to about 16.7 million px. Taller tables would need a scaled scrollbar.
 */
const MAX_HEIGHT = 16_000_000;

export interface GridElements {
  readonly scroller: HTMLElement;
  /** The row of the column headers. */
  readonly head: HTMLElement;
  /** The row group. It is as high as all rows and contains the pool. */
  readonly rows: HTMLElement;
  /** Prefix of the classes and ids of this grid. */
  readonly prefix: string;
}

/** The row that is painted at an element. */
export interface ShownRow<T extends GridRow> {
  /** The row as it was painted. Undefined: it was not loaded yet. */
  readonly row: T | undefined;
  readonly index: number;
  /** The cell or row action at the element. Null: the row itself. */
  readonly rowPart: RowPart | null;
}

export interface BodySize {
  readonly rowHeight: number;
  /** Px of the viewport below the sticky header. */
  readonly height: number;
}

/**
 * Paints the visible rows into a fixed pool of elements. Row i is always in slot i modulo the pool
 * size, so that a scroll step changes only the new rows, and of those only the text nodes whose
 * text differs. Nothing here is reactive: the cost of a paint is the number of changed cells (see
 * `performance.md`).
 *
 * A spare slot, made on first use, shows the focused row while that row is scrolled out of view, so
 * that `aria-activedescendant` always has a target.
 */
export class GridBody<T extends GridRow> {
  readonly #gridElements: GridElements;
  readonly #model: GridModel<T>;
  readonly #reportWidths: (ems: readonly number[]) => void;
  #textWidths = new TextWidths(0);
  /** The slots of the pool. A slot is made when it is first painted. */
  #slots: (RowSlot<T> | undefined)[] = [];
  /** True until the first paint after a rebuild. */
  #isFresh = true;
  /** Shows the focused row while that row is scrolled out of view. */
  #spare: RowSlot<T> | null = null;
  /** The slot of the last focused row. */
  #focusedSlot: RowSlot<T> | null = null;
  #template: RowTemplate<T> | null = null;
  #size: BodySize = { rowHeight: 24, height: 0 };
  #top = 0;
  #totalHeight = -1;
  #slotByElement = new Map<Element, RowSlot<T>>();
  rowTone: ((row: T) => GridRowTone | undefined) | undefined = undefined;

  /** When a text width has grown, `reportWidths` gets the largest text width of each column. */
  constructor(gridElements: GridElements, model: GridModel<T>, reportWidths: (ems: readonly number[]) => void) {
    this.#gridElements = gridElements;
    this.#model = model;
    this.#reportWidths = reportWidths;
  }

  /** Rebuilds all rows after a change of the columns or of the source. */
  rebuild(): void {
    const { rows, prefix } = this.#gridElements;
    rows.replaceChildren();
    this.#slots = [];
    this.#isFresh = true;
    this.#slotByElement = new Map();
    this.#focusedSlot = null;
    this.#textWidths = new TextWidths(this.#model.columns.length);
    this.#template = new RowTemplate(this.#model.columns, prefix, this.#model.source.tree);
    this.#spare = null;
  }

  resize({ height }: Pick<BodySize, 'height'>): void {
    this.#size = { ...this.#size, height };
  }

  /** Sets the row height, and the height of the row group. */
  setRowHeight(rowHeight: number): void {
    if (rowHeight <= 0) return;
    if (rowHeight !== this.#size.rowHeight) {
      this.#size = { ...this.#size, rowHeight };
      this.#totalHeight = -1;
      for (const slot of this.#slots) slot?.hide();
      this.#spare?.hide();
    }
    this.#updateTotalHeight();
  }

  get scrollTop(): number {
    return this.#top;
  }

  get rowHeight(): number {
    return this.#size.rowHeight;
  }

  /** The step of Page Up and Page Down: the rows that fit below the header, less one. */
  get page(): number {
    return Math.max(1, Math.floor(this.#size.height / this.#size.rowHeight) - 1);
  }

  /** Reads the scroll position. True if it changed vertically. */
  readScroll(): boolean {
    const top = this.#gridElements.scroller.scrollTop;
    const moved = top !== this.#top;
    this.#top = top;
    return moved;
  }

  scrollTo(top: number): void {
    // Setting the same position again after a change of the height would cause a second layout.
    if (this.#top === top && this.#gridElements.scroller.scrollTop === top) return;
    this.#updateTotalHeight();
    this.#gridElements.scroller.scrollTop = top;
    this.readScroll();
  }

  reveal(index: number): void {
    const { rowHeight, height } = this.#size;
    const top = index * rowHeight;
    if (top < this.#top) this.scrollTo(top);
    else if (top + rowHeight > this.#top + height) this.scrollTo(top + rowHeight - height);
  }

  /**
   * `inView` paints only the visible rows, so that they do not wait for the rows above and below,
   * which the next full paint adds. Returns false while those rows are missing.
   */
  paint(part: 'all' | 'inView' = 'all'): boolean {
    if (this.#template === null) return true;
    const { source, index } = this.#model;
    this.#updateTotalHeight();
    const { rowHeight, height } = this.#size;
    const count = source.count;
    this.#grow(Math.min(Math.ceil(height / rowHeight) + 1 + 2 * OVERSCAN, Math.max(count, 1)));
    const pool = this.#slots.length;
    const start = Math.floor(this.#top / rowHeight);
    const first = Math.max(0, Math.min(start - OVERSCAN, count - pool));
    const end = Math.min(first + pool, count);
    this.#keepFocusedSlot(first, end);
    const endInView = Math.min(Math.ceil((this.#top + height) / rowHeight), end);
    const range = part === 'all' ? { first, end } : { first: Math.max(start, first), end: endInView };
    const isComplete = range.first <= first && range.end >= end;
    this.#setLongestOnly(this.#isFresh && !isComplete);
    for (let i = range.first; i < range.end; i++) this.#paintSlot(i);
    if (!isComplete && index >= first && index < end) this.#paintSlot(index);
    this.#hideUnused(count);
    this.#paintSpare(first, end);
    this.#isFresh = false;
    const ems = this.#textWidths.takeGrown();
    if (ems !== null) this.#reportWidths(ems);
    source.setVisibleRange(first, Math.max(end, first + 1));
    return isComplete;
  }

  /** The element of the focused row, cell or action, or null if no row is focused. */
  focusElement(): HTMLElement | null {
    const index = this.#model.index;
    if (index < 0) return null;
    this.#focusedSlot =
      this.#slots.find((s) => s?.index === index) ?? (this.#spare?.index === index ? this.#spare : null);
    return this.#focusedSlot?.elementAt(this.#model.rowPart) ?? null;
  }

  /** The row of an element in the body, with the cell or action. */
  locate(target: Element): ShownRow<T> | null {
    const rowElement = target.closest('.grid-row');
    const slot = rowElement === null ? undefined : this.#slotByElement.get(rowElement);
    if (slot === undefined || slot.index < 0) return null;
    const { row, index } = slot;
    const cell = target.closest('.grid-cell');
    if (cell === null) return { row, index, rowPart: null };
    const column = Array.prototype.indexOf.call(slot.element.children, cell);
    const button = target.closest('.grid-action');
    if (button !== null) {
      return { row, index, rowPart: { column, action: Array.prototype.indexOf.call(cell.children, button) } };
    }
    const action = this.#model.columns[column]?.actions === undefined ? -1 : 0;
    return { row, index, rowPart: { column, action } };
  }

  /** The widest text of a column among the rows in the pool, in px. */
  widest(column: number): number {
    let widest = 0;
    const range = document.createRange();
    for (const slot of this.#slots) {
      if (slot === undefined || slot.index < 0) continue;
      range.selectNodeContents(slot.elementAt({ column, action: -1 }));
      widest = Math.max(widest, range.getBoundingClientRect().width);
    }
    return widest;
  }

  #updateTotalHeight(): void {
    const height = this.#model.source.count * this.#size.rowHeight;
    if (height === this.#totalHeight) return;
    if (height > MAX_HEIGHT) throw new Error(`a grid of ${this.#model.source.count} rows is taller than a page can be`);
    this.#totalHeight = height;
    this.#gridElements.rows.style.height = `${height}px`;
    this.#gridElements.scroller.setAttribute('aria-rowcount', String(this.#model.source.count + 1));
    const lowest = Math.max(0, height - this.#size.height);
    if (this.#top > lowest) this.#top = lowest; // The browser will do the same and report it later.
  }

  /**
   * `on`: paints measure a text only if it is longer than the earlier texts of its column. Turning
   * this off measures all texts. It is on during an incomplete first paint, because measuring is
   * slow until the measuring code is compiled.
   */
  #setLongestOnly(on: boolean): void {
    this.#textWidths.setLongestOnly(on, () => {
      for (const slot of this.#slots) slot?.measureTexts();
    });
  }

  #grow(wanted: number): void {
    if (wanted <= this.#slots.length) return;
    for (const slot of this.#slots) slot?.hide(); // The slot of a row depends on the pool size.
    this.#slots.length = wanted;
  }

  /**
   * Keeps the focused row in its element when rows are added or removed above, so that a screen
   * reader stays on it.
   */
  #keepFocusedSlot(first: number, end: number): void {
    const slot = this.#focusedSlot;
    const { index, focusedId } = this.#model;
    if (slot === null || slot.row?.id !== focusedId || index < first || index >= end) return;
    const from = this.#slots.indexOf(slot);
    const to = index % this.#slots.length;
    if (from < 0 || from === to) return;
    this.#slots[from] = this.#slots[to];
    this.#slots[to] = slot;
  }

  /** Hides slots after the last row, and slots whose row is now in another slot. */
  #hideUnused(count: number): void {
    this.#slots.forEach((slot, at) => {
      if (slot === undefined || slot.index < 0) return;
      if (slot.index >= count || slot.index % this.#slots.length !== at) slot.hide();
    });
  }

  #makeSlot(): RowSlot<T> {
    if (this.#template === null) throw new Error('the body has no columns yet');
    const slot = new RowSlot<T>(this.#template, this.#model.columns, this.#textWidths);
    this.#slotByElement.set(slot.element, slot);
    this.#gridElements.rows.append(slot.element);
    return slot;
  }

  #paintSlot(index: number): void {
    const at = index % this.#slots.length;
    this.#paintRow((this.#slots[at] ??= this.#makeSlot()), index);
  }

  #paintRow(slot: RowSlot<T>, index: number): void {
    const model = this.#model;
    const { source } = model;
    const row = source.row(index);
    const selected = row !== undefined && model.selection.size > 0 && model.selection.has(row.id);
    let classes = 'grid-row';
    if (row === undefined) classes += ' grid-waiting';
    else {
      const tone = this.rowTone?.(row);
      if (tone !== undefined) classes += ` ${tone}`;
    }
    if (selected) classes += ' grid-selected';
    if (index === model.index && !model.inHead) classes += ' grid-focused';
    const { tree } = source;
    const level = tree ? source.level(index) : 1;
    const expanded = tree ? source.expanded(index) : undefined;
    slot.paint({ row, index, top: index * this.#size.rowHeight, classes, selected, level, expanded });
  }

  #paintSpare(first: number, end: number): void {
    const index = this.#model.index;
    if (index < 0 || (index >= first && index < end) || index >= this.#model.source.count) this.#spare?.hide();
    else this.#paintRow((this.#spare ??= this.#makeSlot()), index);
  }
}
