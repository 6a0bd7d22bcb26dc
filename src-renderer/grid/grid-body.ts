import type { GridModel, GridStop } from './grid-model.ts';
import type { GridRow, GridRowTone } from './grid-types.ts';
import { RowTemplate } from './row-template.ts';
import { RowSlot } from './row-slot.ts';
import { TextRoom } from './text-room.ts';

/** Rows kept ready above and below the window. */
const OVERSCAN = 4;

/** Chromium's tallest element is about 16.7 million px; taller tables would need a mapped scrollbar, which this is not. */
const TALLEST = 16_000_000;

export interface BodyPlaces {
  readonly scroller: HTMLElement;
  /** The row of the column headers. */
  readonly head: HTMLElement;
  /** The row group: as tall as all rows, holds the pool. */
  readonly rows: HTMLElement;
  /** Names this grid's classes and ids. */
  readonly prefix: string;
}

/** What stands under the pointer: the row as it was painted (none while it is still read), where, and the stop. */
export interface ShownRow<T extends GridRow> {
  readonly row: T | undefined;
  readonly index: number;
  readonly stop: GridStop | null;
}

export interface BodySize {
  readonly rowHeight: number;
  /** Px of the window below the sticky header. */
  readonly height: number;
}

/**
 * Paints the rows in view into a fixed pool of elements: row i always lives in slot i modulo the pool, so that a scroll step
 * touches the rows that came into view and no others, and of those only the text nodes whose text differs. Nothing here is
 * reactive; the cost of a paint is the number of changed cells, which is what `performance.md` found to matter.
 *
 * One spare slot, made when it is first needed, shows the focused row when it is scrolled out of view: `aria-activedescendant` always
 * has a target.
 */
export class GridBody<T extends GridRow> {
  readonly #places: BodyPlaces;
  readonly #model: GridModel<T>;
  readonly #widened: (ems: readonly number[]) => void;
  #room = new TextRoom(0);
  /** As many as the pool has; one is made when it is first painted. */
  #slots: (RowSlot<T> | undefined)[] = [];
  /** Nothing was painted since the rows were made anew. */
  #bare = true;
  /** Every text of the rows that are painted next is to be read again. */
  #force = false;
  #spare: RowSlot<T> | null = null;
  /** Where the focus was last seen. */
  #pointed: RowSlot<T> | null = null;
  #template: RowTemplate<T> | null = null;
  #size: BodySize = { rowHeight: 24, height: 0 };
  #top = 0;
  #tall = -1;
  #bySlot = new Map<Element, RowSlot<T>>();
  rowTone: ((row: T) => GridRowTone | undefined) | undefined = undefined;

  /** `widened` is told how wide the texts of each column are at most, when they have become wider. */
  constructor(places: BodyPlaces, model: GridModel<T>, widened: (ems: readonly number[]) => void) {
    this.#places = places;
    this.#model = model;
    this.#widened = widened;
  }

  /** Columns or kind of source changed: all rows are made again. */
  rebuild(): void {
    const { rows, prefix } = this.#places;
    rows.replaceChildren();
    this.#slots = [];
    this.#bare = true;
    this.#bySlot = new Map();
    this.#pointed = null;
    this.#room = new TextRoom(this.#model.columns.length);
    this.#template = new RowTemplate(this.#model.columns, prefix, this.#model.source.tree);
    this.#spare = null;
  }

  resize({ height }: Pick<BodySize, 'height'>): void {
    this.#size = { ...this.#size, height };
  }

  /** Makes the group of rows as tall as rows of this height are. */
  stretch(rowHeight: number): void {
    if (rowHeight <= 0) return;
    if (rowHeight !== this.#size.rowHeight) {
      this.#size = { ...this.#size, rowHeight };
      this.#tall = -1;
      for (const slot of this.#slots) slot?.hide();
      this.#spare?.hide();
    }
    this.#stretch();
  }

  get scrollTop(): number {
    return this.#top;
  }

  get rowHeight(): number {
    return this.#size.rowHeight;
  }

  /** Rows in one screen. */
  get page(): number {
    return Math.max(1, Math.floor(this.#size.height / this.#size.rowHeight) - 1);
  }

  /** Takes the scroller's position. True: it moved up or down. */
  scrolled(): boolean {
    const top = this.#places.scroller.scrollTop;
    const moved = top !== this.#top;
    this.#top = top;
    return moved;
  }

  scrollTo(top: number): void {
    // There already: a place asked of a page just made taller would be laid out twice.
    if (this.#top === top && this.#places.scroller.scrollTop === top) return;
    this.#stretch();
    this.#places.scroller.scrollTop = top;
    this.scrolled();
  }

  reveal(index: number): void {
    const { rowHeight, height } = this.#size;
    const top = index * rowHeight;
    if (top < this.#top) this.scrollTo(top);
    else if (top + rowHeight > this.#top + height) this.scrollTo(top + rowHeight - height);
  }

  /**
   * `force`: read every text again, also of rows whose object is the same. `part`: what is in view alone, so that nothing that is to be
   * seen waits for rows above and below it that nobody sees; they are painted with the next paint of all. False: they are still to be.
   */
  paint(force = false, part: 'all' | 'inView' = 'all'): boolean {
    if (this.#template === null) return true;
    const { source, index } = this.#model;
    this.#stretch();
    const { rowHeight, height } = this.#size;
    const count = source.count;
    this.#grow(Math.min(Math.ceil(height / rowHeight) + 1 + 2 * OVERSCAN, Math.max(count, 1)));
    const pool = this.#slots.length;
    const start = Math.floor(this.#top / rowHeight);
    const first = Math.max(0, Math.min(start - OVERSCAN, count - pool));
    const end = Math.min(first + pool, count);
    this.#keepPointed(first, end);
    const below = Math.min(Math.ceil((this.#top + height) / rowHeight), end);
    const seen = part === 'all' ? { first, end } : { first: Math.max(start, first), end: below };
    const isWhole = seen.first <= first && seen.end >= end;
    this.#glance(this.#bare && !isWhole);
    this.#force ||= force;
    for (let i = seen.first; i < seen.end; i++) this.#paintSlot(i);
    if (!isWhole && index >= first && index < end) this.#paintSlot(index);
    this.#hideStrays(count);
    this.#paintSpare(first, end);
    this.#bare = false;
    if (isWhole) this.#force = false;
    const widest = this.#room.grown();
    if (widest !== null) this.#widened(widest);
    source.want(first, Math.max(end, first + 1));
    return isWhole;
  }

  /** The element the focus stands on, null when there is no row. */
  focusElement(): HTMLElement | null {
    const index = this.#model.index;
    if (index < 0) return null;
    this.#pointed = this.#slots.find((s) => s?.index === index) ?? (this.#spare?.index === index ? this.#spare : null);
    return this.#pointed?.at(this.#model.stop) ?? null;
  }

  /** What is shown under an element of the body. */
  locate(target: Element): ShownRow<T> | null {
    const rowElement = target.closest('.grid-row');
    const slot = rowElement === null ? undefined : this.#bySlot.get(rowElement);
    if (slot === undefined || slot.index < 0) return null;
    const { row, index } = slot;
    const cell = target.closest('.grid-cell');
    if (cell === null) return { row, index, stop: null };
    const column = Array.prototype.indexOf.call(slot.element.children, cell);
    const button = target.closest('.grid-action');
    if (button !== null) {
      return { row, index, stop: { column, action: Array.prototype.indexOf.call(cell.children, button) } };
    }
    const action = this.#model.columns[column]?.actions === undefined ? -1 : 0;
    return { row, index, stop: { column, action } };
  }

  /** The widest text of a column among the rows in the pool, in px. */
  widest(column: number): number {
    let widest = 0;
    const range = document.createRange();
    for (const slot of this.#slots) {
      if (slot === undefined || slot.index < 0) continue;
      range.selectNodeContents(slot.at({ column, action: -1 }));
      widest = Math.max(widest, range.getBoundingClientRect().width);
    }
    return widest;
  }

  #stretch(): void {
    const tall = this.#model.source.count * this.#size.rowHeight;
    if (tall === this.#tall) return;
    if (tall > TALLEST) throw new Error(`a grid of ${this.#model.source.count} rows is taller than a page can be`);
    this.#tall = tall;
    this.#places.rows.style.height = `${tall}px`;
    this.#places.scroller.setAttribute('aria-rowcount', String(this.#model.source.count + 1));
    const lowest = Math.max(0, tall - this.#size.height);
    if (this.#top > lowest) this.#top = lowest; // the browser will do the same and say so later
  }

  /** The first rows do not wait either for their texts to be measured, which is slow while it is new to the engine. */
  #glance(on: boolean): void {
    if (this.#room.glances && !on) for (const slot of this.#slots) slot?.seeTexts();
    this.#room.glances = on;
  }

  #grow(wanted: number): void {
    if (wanted <= this.#slots.length) return;
    for (const slot of this.#slots) slot?.hide(); // the pool's size decides who lives where
    this.#slots.length = wanted;
  }

  /** Rows that come or go above take the focused row to another place, not to another element: a screen reader stays on it. */
  #keepPointed(first: number, end: number): void {
    const slot = this.#pointed;
    const { index, focusedId } = this.#model;
    if (slot === null || slot.row?.id !== focusedId || index < first || index >= end) return;
    const from = this.#slots.indexOf(slot);
    const to = index % this.#slots.length;
    if (from < 0 || from === to) return;
    this.#slots[from] = this.#slots[to];
    this.#slots[to] = slot;
  }

  /** Rows behind the last one, and those that gave their place to another and were not painted since. */
  #hideStrays(count: number): void {
    this.#slots.forEach((slot, at) => {
      if (slot === undefined || slot.index < 0) return;
      if (slot.index >= count || slot.index % this.#slots.length !== at) slot.hide();
    });
  }

  #makeSlot(): RowSlot<T> {
    if (this.#template === null) throw new Error('the body has no columns yet');
    const slot = new RowSlot<T>(this.#template, this.#model.columns, this.#room);
    this.#bySlot.set(slot.element, slot);
    this.#places.rows.append(slot.element);
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
    slot.paint({ row, index, top: index * this.#size.rowHeight, classes, selected, level, expanded }, this.#force);
  }

  #paintSpare(first: number, end: number): void {
    const index = this.#model.index;
    if (index < 0 || (index >= first && index < end) || index >= this.#model.source.count) this.#spare?.hide();
    else this.#paintRow((this.#spare ??= this.#makeSlot()), index);
  }
}
