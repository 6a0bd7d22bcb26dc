import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

export type UpsertTable = {
  readonly table: string;
  readonly keys: readonly string[];
  readonly columns: readonly string[];
  /** Columns set by an expression over `old` (the stored row) and `new` (the given row). */
  readonly rules?: Readonly<Record<string, string>>;
  /** Columns that are written with a change and do not cause one. */
  readonly writtenAlong?: readonly string[];
};

/**
 * Returns a function that inserts a row, or updates the stored one when it differs, and returns
 * true when something changed. Answers are partial and contradict each other, so a null member
 * erases no stored value, except in the columns of `rules` and `writtenAlong`.
 */
export const upsert = (db: DatabaseSync, table: UpsertTable): ((values: readonly SQLInputValue[]) => boolean) => {
  const statement = db.prepare(upsertSql(table));
  return (values) => writeRow(statement, values);
};

const writeRow = (statement: StatementSync, values: readonly SQLInputValue[]): boolean =>
  statement.run(...values).changes !== 0;

/** Rows per statement. Measurements show no gain from more. */
const rowsAtOnce = 32;

/**
 * Like `upsert`, for thousands of rows in batches. `end` writes the last batch and returns how many
 * rows changed.
 */
export const upsertMany = (db: DatabaseSync, table: UpsertTable): ManyRows => new ManyRows(db, table);

class ManyRows {
  readonly #db: DatabaseSync;
  readonly #table: UpsertTable;
  readonly #statement: StatementSync;
  readonly #batch: SQLInputValue[] = [];
  #batchedCount = 0;
  #changedCount = 0;

  constructor(db: DatabaseSync, table: UpsertTable) {
    this.#db = db;
    this.#table = table;
    this.#statement = db.prepare(upsertSql(table, rowsAtOnce));
  }

  add(values: readonly SQLInputValue[]): void {
    for (const value of values) this.#batch.push(value);
    this.#batchedCount += 1;
    if (this.#batchedCount === rowsAtOnce) this.#write(this.#statement);
  }

  end(): number {
    if (this.#batchedCount > 0) this.#write(this.#db.prepare(upsertSql(this.#table, this.#batchedCount)));
    return this.#changedCount;
  }

  #write(statement: StatementSync): void {
    this.#changedCount += Number(statement.run(...this.#batch).changes);
    this.#batch.length = 0;
    this.#batchedCount = 0;
  }
}

const upsertSql = ({ table, keys, columns, rules = {}, writtenAlong = [] }: UpsertTable, rows = 1): string => {
  const next = (column: string): string =>
    rules[column]?.replaceAll('new.', 'excluded.').replaceAll('old.', `${table}.`) ??
    `ifnull(excluded.${column}, ${table}.${column})`;
  const all = [...keys, ...columns, ...writtenAlong];
  const sets = [
    ...columns.map((column) => `${column} = ${next(column)}`),
    ...writtenAlong.map((name) => `${name} = excluded.${name}`),
  ];
  const row = `(${all.map(() => '?').join(', ')})`;
  return `INSERT INTO ${table} (${all.join(', ')}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}
    ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${sets.join(', ')}
    WHERE ${columns.map((column) => `${table}.${column} IS NOT ${next(column)}`).join(' OR ')}`;
};
