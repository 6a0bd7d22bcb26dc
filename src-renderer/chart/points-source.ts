import type { GridChange, GridSource } from '#renderer/grid/grid-source.ts';
import type { GridSort } from '#renderer/grid/grid-types.ts';
import type { PointRow } from './point-row.ts';

/** The rows of the table, and the values to sort them by. */
export interface PointTable {
  readonly count: number;
  /** Returns a table row; called only for rows in view. */
  readonly row: (at: number) => PointRow;
  /** The sort key of a column, NaN for none. */
  readonly key: (column: string, at: number) => number;
}

/**
 * The points of a curve as grid rows. A row object is created when the grid reads the row, so that
 * a million points do not need a million objects. Sorting creates arrays of numbers only.
 */
export class PointsSource implements GridSource<PointRow> {
  readonly tree = false;
  readonly state = 'ready';
  readonly failure = null;
  readonly #listeners = new Set<(change: GridChange) => void>();
  #table: PointTable = { count: 0, row: () => never(), key: () => 0 };
  #sort: GridSort | null = null;
  /** View position → row; null while rows are in their own order. */
  #order: Uint32Array | null = null;
  /** Row → view position; null until it is needed. */
  #places: Uint32Array | null = null;
  readonly #rows = new Map<number, PointRow>();

  get count(): number {
    return this.#table.count;
  }

  get matchingCount(): number {
    return this.#table.count;
  }

  get total(): number {
    return this.#table.count;
  }

  update(table: PointTable): void {
    this.#table = table;
    this.#rows.clear();
    this.#sortRows();
    this.#notify('rows');
  }

  row(index: number): PointRow | undefined {
    const tableRow = this.#tableRowAt(index);
    if (tableRow === undefined) return undefined;
    let row = this.#rows.get(tableRow);
    if (row === undefined) {
      if (this.#rows.size > MAX_ROWS) this.#rows.clear();
      row = this.#table.row(tableRow);
      this.#rows.set(tableRow, row);
    }
    return row;
  }

  indexOf(id: string): number {
    const tableRow = Number(id);
    if (!Number.isInteger(tableRow) || tableRow < 0 || tableRow >= this.count) return -1;
    if (this.#order === null) return tableRow;
    this.#places ??= invert(this.#order);
    return this.#places[tableRow] ?? -1;
  }

  get(id: string): PointRow | undefined {
    const index = this.indexOf(id);
    return index < 0 ? undefined : this.row(index);
  }

  idsInView(ids: ReadonlySet<string>): Set<string> {
    return new Set([...ids].filter((id) => this.indexOf(id) >= 0));
  }

  ids(): string[] {
    return Array.from({ length: this.count }, (_, index) => String(this.#tableRowAt(index)));
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

  setOpen(): void {
    // Points have no children.
  }

  setColumns(): void {
    // `PointTable.key` returns the sort keys, so the columns of the grid are not needed.
  }

  setSort(sort: GridSort | null): void {
    if (sort?.column === this.#sort?.column && sort?.descending === this.#sort?.descending) return;
    this.#sort = sort;
    this.#sortRows();
    this.#notify('order');
  }

  setText(): void {
    // A curve is filtered by its range, not by text.
  }

  setVisibleRange(): void {
    // All rows are in memory.
  }

  subscribe(listener: (change: GridChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tableRowAt(index: number): number | undefined {
    if (index < 0 || index >= this.count) return undefined;
    return this.#order === null ? index : this.#order[index];
  }

  #sortRows(): void {
    this.#places = null;
    this.#order = this.#sort === null ? null : sortedOrder(this.#table, this.#sort);
  }

  #notify(change: GridChange): void {
    for (const listener of this.#listeners) listener(change);
  }
}

/** The most row objects that are cached: several screens full. */
const MAX_ROWS = 2_000;

const never = (): never => {
  throw new Error('An empty table was asked for a row.');
};

/** Sorts by key: missing values last in both directions, equal keys by time. */
function sortedOrder(table: PointTable, sort: GridSort): Uint32Array {
  const keys = Float64Array.from({ length: table.count }, (_, at) => table.key(sort.column, at));
  const sign = sort.descending ? -1 : 1;
  return Uint32Array.from(keys.keys()).sort((one, other) => {
    const [a, b] = [keys[one] ?? Number.NaN, keys[other] ?? Number.NaN];
    if (Number.isNaN(a) || Number.isNaN(b)) return Number(Number.isNaN(a)) - Number(Number.isNaN(b)) || one - other;
    return (a - b) * sign || one - other;
  });
}

function invert(order: Uint32Array): Uint32Array {
  const places = new Uint32Array(order.length);
  order.forEach((at, index) => (places[at] = index));
  return places;
}
