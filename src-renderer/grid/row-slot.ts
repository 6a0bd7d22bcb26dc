import type { RowPart } from './grid-model.ts';
import type { GridColumn, GridRow } from './grid-types.ts';
import type { RowTemplate } from './row-template.ts';
import type { TextWidths } from './text-widths.ts';

/** What is painted for a row. */
export interface RowState<T extends GridRow> {
  readonly row: T | undefined;
  readonly index: number;
  readonly top: number;
  /** Class names of the row: its tone, selected, focused. */
  readonly classes: string;
  readonly selected: boolean;
  readonly level: number;
  readonly expanded: boolean | undefined;
}

/**
 * A pooled row. Its elements are made once from a template and updated only where they differ. Text
 * is set in text nodes, never as markup.
 */
export class RowSlot<T extends GridRow> {
  readonly element: HTMLElement;
  readonly #template: RowTemplate<T>;
  readonly #textWidths: TextWidths;
  readonly #columns: readonly GridColumn<T>[];
  readonly #cells: HTMLElement[] = [];
  /** The text node of each cell. Null in a cell with actions. */
  readonly #nodes: (Text | null)[] = [];
  readonly #texts: string[] = [];
  readonly #tones: (string | undefined)[] = [];
  index = -1;
  #row: T | undefined;
  #painted = false;
  #hidden = false;
  #classes = '';
  #selected = false;
  #level = 1;
  #expanded: boolean | undefined;

  constructor(template: RowTemplate<T>, columns: readonly GridColumn<T>[], textWidths: TextWidths) {
    this.#textWidths = textWidths;
    this.#template = template;
    this.#columns = columns;
    this.element = template.copy();
    this.#classes = this.element.className;
    let cell = this.element.firstElementChild;
    for (const { actions, look } of columns) {
      if (!(cell instanceof HTMLElement)) throw new TypeError('a row template has a cell for each column');
      this.#cells.push(cell);
      this.#nodes.push(actions === undefined ? textNodeOf(cell, look === 'badge') : null);
      this.#texts.push('');
      this.#tones.push(undefined);
      cell = cell.nextElementSibling;
    }
  }

  get row(): T | undefined {
    return this.#row;
  }

  /** Measures all texts of the row, after a paint that measured only the longest ones. */
  measureTexts(): void {
    this.#texts.forEach((text, k) => this.#textWidths.measure(k, text));
  }

  hide(): void {
    if (this.#hidden) return;
    this.#hidden = true;
    this.index = -1;
    this.element.style.display = 'none';
  }

  paint(state: RowState<T>): void {
    if (this.#hidden) {
      this.#hidden = false;
      this.element.style.display = '';
    }
    if (this.index !== state.index) {
      this.index = state.index;
      this.element.style.transform = `translateY(${state.top}px)`;
      this.element.setAttribute('aria-rowindex', String(state.index + 2));
    }
    if (this.#classes !== state.classes) this.element.className = this.#classes = state.classes;
    if (this.#selected !== state.selected) {
      this.#selected = state.selected;
      this.element.setAttribute('aria-selected', state.selected ? 'true' : 'false');
    }
    if (this.#level !== state.level || this.#expanded !== state.expanded) this.#paintTree(state);
    if (this.#row !== state.row || !this.#painted) this.#paintCells(state.row);
  }

  /** The element of a part of the row, or of the whole row for null. It shows the focus. */
  elementAt(part: RowPart | null): HTMLElement {
    const cell = part === null ? undefined : this.#cells[part.column];
    if (cell === undefined || part === null) return this.element;
    const button = part.action < 0 ? undefined : cell.children[part.action];
    return button instanceof HTMLElement ? button : cell;
  }

  #paintTree(state: RowState<T>): void {
    this.#level = state.level;
    this.#expanded = state.expanded;
    this.element.setAttribute('aria-level', String(state.level));
    if (state.expanded === undefined) this.element.removeAttribute('aria-expanded');
    else this.element.setAttribute('aria-expanded', String(state.expanded));
  }

  #paintCells(row: T | undefined): void {
    this.#row = row;
    this.#painted = true;
    const columns = this.#columns;
    for (let k = 0; k < columns.length; k++) {
      const column = columns[k]!;
      const node = this.#nodes[k];
      if (node === null || node === undefined) {
        this.#paintActions(column, k, row);
        continue;
      }
      const text = row === undefined ? '' : column.text(row);
      if (this.#texts[k] !== text) {
        this.#texts[k] = text;
        node.data = text;
        this.#textWidths.measure(k, text);
      }
      if (column.tone === undefined) continue;
      const tone = row === undefined ? undefined : column.tone(row);
      if (this.#tones[k] !== tone) this.#setTone(k, tone);
    }
  }

  #setTone(k: number, tone: string | undefined): void {
    this.#tones[k] = tone;
    this.#cells[k]!.className = this.#template.classes(k, tone);
  }

  #paintActions(column: GridColumn<T>, k: number, row: T | undefined): void {
    const buttons = this.#cells[k]!.children;
    column.actions?.forEach((action, index) => {
      const button = buttons[index];
      if (!(button instanceof HTMLButtonElement)) return;
      const isDisabled = row === undefined || action.enabled?.(row) === false;
      if (button.disabled !== isDisabled) button.disabled = isDisabled;
    });
  }
}

/** The text node that the template put in the cell, or in the badge of the cell. */
function textNodeOf(cell: HTMLElement, isBadge: boolean): Text {
  const node = (isBadge ? cell.lastChild : cell)?.lastChild;
  if (!(node instanceof Text)) throw new TypeError('a cell of the row template has no text');
  return node;
}
