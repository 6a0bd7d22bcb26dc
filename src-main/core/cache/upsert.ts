import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

export type UpsertTable = {
  readonly table: string;
  readonly keys: readonly string[];
  readonly columns: readonly string[];
  /** Columns decided by an expression over `old` (the row here) and `new` (the row given). */
  readonly rules?: Readonly<Record<string, string>>;
  /** Columns that are written along but are no reason to write. */
  readonly along?: readonly string[];
};

/**
 * Writes a row, or changes the one that is there only where it differs; runs once a row, true when something changed.
 * A member that an answer leaves out (null) never erases what is known: answers are partial, and contradict each other.
 */
export const upsert = (db: DatabaseSync, table: UpsertTable): ((values: readonly SQLInputValue[]) => boolean) => {
  const statement = db.prepare(upsertSql(table));
  return (values) => ran(statement, values);
};

const ran = (statement: StatementSync, values: readonly SQLInputValue[]): boolean =>
  statement.run(...values).changes !== 0;

/** Rows of one statement: measured, more of them gain nothing. */
const rowsAtOnce = 32;

/** As `upsert`, for thousands of rows: they are written some at a time, the last ones by `end`, which says how many changed. */
export const upsertMany = (db: DatabaseSync, table: UpsertTable): ManyRows => new ManyRows(db, table);

class ManyRows {
  readonly #db: DatabaseSync;
  readonly #table: UpsertTable;
  readonly #statement: StatementSync;
  readonly #batch: SQLInputValue[] = [];
  #rows = 0;
  #changed = 0;

  constructor(db: DatabaseSync, table: UpsertTable) {
    this.#db = db;
    this.#table = table;
    this.#statement = db.prepare(upsertSql(table, rowsAtOnce));
  }

  add(values: readonly SQLInputValue[]): void {
    for (const value of values) this.#batch.push(value);
    this.#rows += 1;
    if (this.#rows === rowsAtOnce) this.#write(this.#statement);
  }

  end(): number {
    if (this.#rows > 0) this.#write(this.#db.prepare(upsertSql(this.#table, this.#rows)));
    return this.#changed;
  }

  #write(statement: StatementSync): void {
    this.#changed += Number(statement.run(...this.#batch).changes);
    this.#batch.length = 0;
    this.#rows = 0;
  }
}

const upsertSql = ({ table, keys, columns, rules = {}, along = [] }: UpsertTable, rows = 1): string => {
  const next = (column: string): string =>
    rules[column]?.replaceAll('new.', 'excluded.').replaceAll('old.', `${table}.`) ??
    `ifnull(excluded.${column}, ${table}.${column})`;
  const all = [...keys, ...columns, ...along];
  const sets = [
    ...columns.map((column) => `${column} = ${next(column)}`),
    ...along.map((name) => `${name} = excluded.${name}`),
  ];
  const row = `(${all.map(() => '?').join(', ')})`;
  return `INSERT INTO ${table} (${all.join(', ')}) VALUES ${Array.from({ length: rows }, () => row).join(', ')}
    ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${sets.join(', ')}
    WHERE ${columns.map((column) => `${table}.${column} IS NOT ${next(column)}`).join(' OR ')}`;
};
