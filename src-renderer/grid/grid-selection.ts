import type { GridSource } from './grid-source.ts';
import type { GridRow } from './grid-types.ts';

/**
 * The selected rows by id. Only rows in the view are selected: what a filter hides or a fold covers leaves the selection, so
 * that Delete never reaches an order the trader does not see. The rows themselves are kept for pages that were let go.
 */
export class GridSelection<T extends GridRow> {
  #rows = new Map<string, T>();
  #version = 0;

  /** Rises with every change. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#rows.size;
  }

  has(id: string): boolean {
    return this.#rows.has(id);
  }

  /** In the order they were selected, as they are now. */
  rows(source: GridSource<T>): T[] {
    return Array.from(this.#rows, ([id, row]) => source.get(id) ?? row);
  }

  clear(): void {
    this.#take(new Map());
  }

  only(row: T): void {
    this.#take(new Map([[row.id, row]]));
  }

  toggle(row: T): void {
    if (!this.#rows.delete(row.id)) this.#rows.set(row.id, row);
    this.#version++;
  }

  /** From index to index, both included; rows that are not here yet are left out. */
  range(source: GridSource<T>, from: number, to: number): void {
    this.clear();
    for (let i = Math.min(from, to); i <= Math.max(from, to); i++) {
      const row = source.row(i);
      if (row !== undefined) this.#rows.set(row.id, row);
    }
  }

  all(source: GridSource<T>): void {
    this.clear();
    for (const id of source.ids()) {
      const row = source.get(id);
      if (row !== undefined) this.#rows.set(id, row);
    }
  }

  /** Lets go of rows that left the view. True: some did. */
  prune(source: GridSource<T>): boolean {
    if (this.#rows.size === 0) return false;
    const stay = source.retain(new Set(this.#rows.keys()));
    if (stay.size === this.#rows.size) return false;
    this.#take(new Map([...this.#rows].filter(([id]) => stay.has(id))));
    return true;
  }

  #take(rows: Map<string, T>): void {
    this.#rows = rows;
    this.#version++;
  }
}
