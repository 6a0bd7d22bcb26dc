import type { GridSource } from './grid-source.ts';
import type { GridRow } from './grid-types.ts';

/**
 * The selected rows by id. Only rows in the view can be selected: rows that a filter or a fold
 * hides are deselected, so that Delete never acts on an order that the trader does not see. The row
 * objects are stored, because a paged source may drop the page of a selected row.
 */
export class GridSelection<T extends GridRow> {
  #rows = new Map<string, T>();
  #version = 0;

  /** Grows with every change. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#rows.size;
  }

  has(id: string): boolean {
    return this.#rows.has(id);
  }

  /** The current row objects in the order of selection. */
  rows(source: GridSource<T>): T[] {
    return Array.from(this.#rows, ([id, row]) => source.get(id) ?? row);
  }

  clear(): void {
    this.#replace(new Map());
  }

  selectOnly(row: T): void {
    this.#replace(new Map([[row.id, row]]));
  }

  toggle(row: T): void {
    if (!this.#rows.delete(row.id)) this.#rows.set(row.id, row);
    this.#version++;
  }

  /** Selects a range of indexes, inclusive, without rows that are not loaded. */
  selectRange(source: GridSource<T>, from: number, to: number): void {
    this.clear();
    for (let i = Math.min(from, to); i <= Math.max(from, to); i++) {
      const row = source.row(i);
      if (row !== undefined) this.#rows.set(row.id, row);
    }
  }

  selectAll(source: GridSource<T>): void {
    this.clear();
    for (const id of source.ids()) {
      const row = source.get(id);
      if (row !== undefined) this.#rows.set(id, row);
    }
  }

  /** Deselects rows that are no longer in the view. True if there were any. */
  prune(source: GridSource<T>): boolean {
    if (this.#rows.size === 0) return false;
    const visible = source.idsInView(new Set(this.#rows.keys()));
    if (visible.size === this.#rows.size) return false;
    this.#replace(new Map([...this.#rows].filter(([id]) => visible.has(id))));
    return true;
  }

  #replace(rows: Map<string, T>): void {
    this.#rows = rows;
    this.#version++;
  }
}
