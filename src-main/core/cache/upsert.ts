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

const upsertSql = ({ table, keys, columns, rules = {}, along = [] }: UpsertTable): string => {
  const next = (column: string): string =>
    rules[column]?.replaceAll('new.', 'excluded.').replaceAll('old.', `${table}.`) ??
    `ifnull(excluded.${column}, ${table}.${column})`;
  const all = [...keys, ...columns, ...along];
  const sets = [
    ...columns.map((column) => `${column} = ${next(column)}`),
    ...along.map((name) => `${name} = excluded.${name}`),
  ];
  return `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})
    ON CONFLICT (${keys.join(', ')}) DO UPDATE SET ${sets.join(', ')}
    WHERE ${columns.map((column) => `${table}.${column} IS NOT ${next(column)}`).join(' OR ')}`;
};
