import type { DatabaseSync } from 'node:sqlite';
import { number, text, type Row } from '#core/sqlite/row.ts';
import type { StoredValue } from './record.ts';

type Column = {
  readonly name: string;
  readonly type: string;
  readonly mayBeNull: boolean;
  readonly isGenerated: boolean;
  /** The value of rows that were stored before the column was added. */
  readonly valueIfMissing: StoredValue;
};

/**
 * The columns of a table in the order of its stored rows, and the type check for rows of the same
 * table in a damaged file.
 */
export class TableColumns {
  /** The columns that are written. */
  readonly names: readonly string[];
  readonly #columns: readonly Column[];

  /**
   * Reads the columns of the new table. In a table without row ids, the key columns must be
   * declared first.
   */
  constructor(db: DatabaseSync, table: string) {
    // Virtual generated columns (`hidden` 2) are not stored. Stored ones (3) are computed again.
    const rows = db.prepare(`PRAGMA table_xinfo(${table})`).all();
    this.#columns = rows.filter((row) => number(row, 'hidden') !== 2).map(columnOf);
    this.names = this.#columns.filter(({ isGenerated }) => !isGenerated).map(({ name }) => name);
  }

  /** The row as SQLite would return it; null when a value does not have the type of its column. */
  row(values: readonly StoredValue[]): Row | null {
    if (values.length > this.#columns.length) return null;
    const row: Record<string, StoredValue> = {};
    for (const [at, column] of this.#columns.entries()) {
      const value = at < values.length ? (values[at] ?? null) : column.valueIfMissing;
      if (!hasTypeOf(column, value)) return null;
      if (!column.isGenerated) row[column.name] = value;
    }
    return row;
  }
}

const columnOf = (row: Row): Column => ({
  name: text(row, 'name'),
  type: text(row, 'type'),
  mayBeNull: number(row, 'notnull') === 0 && number(row, 'pk') === 0,
  isGenerated: number(row, 'hidden') === 3,
  // Defaults of added columns are numbers only.
  valueIfMissing: row['dflt_value'] === null ? null : Number(row['dflt_value']),
});

function hasTypeOf({ type, mayBeNull }: Column, value: StoredValue): boolean {
  if (value === null) return mayBeNull;
  if (type === 'TEXT') return typeof value === 'string';
  if (type === 'BLOB') return value instanceof Uint8Array;
  return type === 'REAL' ? Number.isFinite(value) : Number.isSafeInteger(value);
}
