import type { GridColumn, GridRow, GridSort } from './grid-types.ts';
import { element } from './row-template.ts';

/**
 * The column headers. They are made without a framework, as the rows are. A paint updates only what
 * differs from the previous paint.
 */
export class GridHead<T extends GridRow> {
  readonly #row: HTMLElement;
  readonly #prefix: string;
  #columns: readonly GridColumn<T>[] = [];
  #cells: readonly HTMLElement[] = [];
  #sort: GridSort | null = null;
  #ring = -1;

  /** `row` is empty. `prefix`: prefix of the classes and ids of this grid. */
  constructor(row: HTMLElement, prefix: string) {
    this.#row = row;
    this.#prefix = prefix;
  }

  rebuild(columns: readonly GridColumn<T>[]): void {
    this.#columns = columns;
    this.#cells = columns.map((column, at) => this.#cellOf(column, at));
    this.#row.replaceChildren(...this.#cells);
    columns.forEach((_, at) => this.#paintSort(at));
    this.#cells[this.#ring]?.classList.add('grid-ring');
  }

  /** `ring`: the column of the focused header, or −1. */
  paint(sort: GridSort | null, ring: number): void {
    if (sort !== this.#sort) {
      this.#sort = sort;
      this.#columns.forEach((_, at) => this.#paintSort(at));
    }
    if (ring === this.#ring) return;
    this.#cells[this.#ring]?.classList.remove('grid-ring');
    this.#cells[ring]?.classList.add('grid-ring');
    this.#ring = ring;
  }

  #cellOf({ id, title, align, actions, sortKey }: GridColumn<T>, at: number): HTMLElement {
    let classes = `grid-head-cell ${this.#prefix}c${at} ${align ?? 'start'}`;
    if (actions !== undefined) classes += ' grid-actions';
    if (sortKey !== undefined) classes += ' sortable';
    const cell = element('div', classes, 'columnheader');
    cell.id = `${this.#prefix}-h${at}`;
    cell.setAttribute('data-column', id);
    const titleElement = element('span', 'grid-title');
    titleElement.textContent = title;
    cell.append(titleElement, element('span', 'grid-handle'));
    return cell;
  }

  #paintSort(at: number): void {
    const column = this.#columns[at];
    if (column?.sortKey === undefined) return;
    const direction = this.#sort?.descending === true ? 'descending' : 'ascending';
    this.#cells[at]?.setAttribute('aria-sort', column.id === this.#sort?.column ? direction : 'none');
  }
}
