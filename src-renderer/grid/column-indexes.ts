import type { GridColumn, GridRow, GridSort } from './grid-types.ts';
import { KeyColumn } from './key-column.ts';
import { mergeOrder } from './merge-order.ts';
import { radixOrder } from './radix-order.ts';
import { TextIndex } from './text-index.ts';

/**
 * Indexes for sorting and filtering, by row number: a column of keys for each sorted column, and an
 * index of distinct values for each filtered column. Made on first use, then updated by row.
 */
export class ColumnIndexes<T extends GridRow> {
  #rows: readonly T[] = [];
  #columns: readonly GridColumn<T>[] = [];
  readonly #keys = new Map<string, KeyColumn<T>>();
  readonly #texts = new Map<string, TextIndex<T>>();

  get columns(): readonly GridColumn<T>[] {
    return this.#columns;
  }

  setRows(rows: readonly T[]): void {
    this.#rows = rows;
    this.#clear();
  }

  setColumns(columns: readonly GridColumn<T>[]): void {
    this.#columns = columns;
    this.#clear();
  }

  /** The sorted row numbers. Null means the order of the source. */
  order(sort: GridSort | null): Uint32Array | null {
    const keys = this.#keysOf(sort);
    if (keys === null) return null;
    return radixOrder(keys.keys, sort?.descending === true);
  }

  /**
   * One flag for each row: 1 if every term is in one of the searched columns. Terms are in lower
   * case.
   */
  hits(terms: readonly string[]): Uint8Array {
    const indexes = searchedColumns(this.#columns).map((column) => this.#textsOf(column));
    let out: Uint8Array | null = null;
    for (const term of terms) {
      const matches = new Uint8Array(this.#rows.length);
      for (const index of indexes) markHits(matches, index.codes, index.hits(term));
      if (out === null) out = matches;
      else for (let i = 0; i < out.length; i++) out[i] = out[i]! & matches[i]!;
    }
    return out ?? new Uint8Array(this.#rows.length).fill(1);
  }

  /** Updates the indexes for the changed rows. */
  reindex(changed: Uint32Array): void {
    for (const column of this.#columns) {
      this.#updateTexts(column, changed);
      this.#updateKeys(column, changed);
    }
  }

  /** Corrects a sort order after `reindex`. Undefined if it has to be computed again. */
  reorder(changed: Uint32Array, sort: GridSort, order: Uint32Array): Uint32Array | undefined {
    const keys = this.#keys.get(sort.column);
    if (keys === undefined || changed.length * 8 > order.length) return undefined;
    const flags = new Uint8Array(order.length);
    for (const i of changed) flags[i] = 1;
    return mergeOrder(order, keys.keys, sort.descending, flags, changed);
  }

  #updateTexts(column: GridColumn<T>, changed: Uint32Array): void {
    const texts = this.#texts.get(column.id);
    if (texts === undefined) return;
    for (const i of changed) texts.set(i, column.text(this.#rows[i]!));
  }

  #updateKeys(column: GridColumn<T>, changed: Uint32Array): void {
    const keys = this.#keys.get(column.id);
    const read = column.sortKey;
    if (keys === undefined || read === undefined) return;
    for (const i of changed) {
      if (keys.set(i, read(this.#rows[i]!))) continue;
      this.#keys.delete(column.id);
      return;
    }
  }

  #keysOf(sort: GridSort | null): KeyColumn<T> | null {
    const column = sort === null ? undefined : this.#columns.find((c) => c.id === sort.column);
    const read = column?.sortKey;
    if (column === undefined || read === undefined) return null;
    let keys = this.#keys.get(column.id);
    if (keys === undefined) {
      keys = new KeyColumn(this.#rows, read);
      this.#keys.set(column.id, keys);
    }
    return keys;
  }

  #textsOf(column: GridColumn<T>): TextIndex<T> {
    let texts = this.#texts.get(column.id);
    if (texts === undefined) {
      texts = new TextIndex(this.#rows, column.text);
      this.#texts.set(column.id, texts);
    }
    return texts;
  }

  #clear(): void {
    this.#keys.clear();
    this.#texts.clear();
  }
}

/** The columns that a text filter searches. */
function searchedColumns<T extends GridRow>(columns: readonly GridColumn<T>[]): readonly GridColumn<T>[] {
  const chosen = columns.filter((column) => column.search === true);
  if (chosen.length > 0) return chosen;
  return columns.filter((column) => column.align !== 'end' && column.actions === undefined && column.search !== false);
}

function markHits(matches: Uint8Array, codes: Uint32Array, hits: Uint8Array): void {
  if (!hits.includes(1)) return;
  for (let i = 0; i < matches.length; i++) if (hits[codes[i]!] === 1) matches[i] = 1;
}
