import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';

export type Row = Readonly<Record<string, SQLOutputValue>>;

/** STRICT tables guarantee the column types. A wrong type is a bug of a query and throws. */
export const text = (row: Row, column: string): string => {
  const value = row[column];
  if (typeof value !== 'string') throw new Error(`Cache column ${column} is no text`);
  return value;
};

export const textOrNull = (row: Row, column: string): string | null =>
  row[column] === null ? null : text(row, column);

export const number = (row: Row, column: string): number => {
  const value = row[column];
  if (typeof value !== 'number') throw new Error(`Cache column ${column} is no number`);
  return value;
};

export const numberOrNull = (row: Row, column: string): number | null =>
  row[column] === null ? null : number(row, column);

export const flag = (row: Row, column: string): boolean => number(row, column) !== 0;

/** A text that this program never writes: the file was altered. */
export class UnknownWord extends Error {}

/** A text of a closed set. Throws `UnknownWord` for any other text. */
export const oneOf = <Word extends string>(row: Row, column: string, words: readonly Word[]): Word => {
  const value = text(row, column);
  const word = words.find((candidate) => candidate === value);
  if (word === undefined) throw new UnknownWord(`Cache column ${column} holds an unknown word`);
  return word;
};

export const oneOfOrNull = <Word extends string>(row: Row, column: string, words: readonly Word[]): Word | null =>
  row[column] === null ? null : oneOf(row, column, words);

const decimalPattern = /^-?\d{1,18}(\.\d{1,18})?$/;

/** A number as text. Throws `UnknownWord` for any other text. */
export const decimal = (row: Row, column: string): string => {
  const value = text(row, column);
  if (!decimalPattern.test(value)) throw new UnknownWord(`Cache column ${column} holds no decimal`);
  return value;
};

export const decimalOrNull = (row: Row, column: string): string | null =>
  row[column] === null ? null : decimal(row, column);

/** Like `number`, for a value of an array row, whose column has no name. */
export const numberIn = (value: SQLOutputValue | undefined): number => {
  if (typeof value !== 'number') throw new Error('A cache column is no number');
  return value;
};

export const numberOrNullIn = (value: SQLOutputValue | undefined): number | null =>
  value === null ? null : numberIn(value);

/** Rows as arrays, which cost half as much as objects. */
export const arrayRows = (
  db: DatabaseSync,
  sql: string,
  ...parameters: readonly SQLInputValue[]
): SQLOutputValue[][] => {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  const rows: readonly unknown[] = statement.all(...parameters);
  return rows.filter((row): row is SQLOutputValue[] => Array.isArray(row));
};
