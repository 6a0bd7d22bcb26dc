import { createHash } from 'node:crypto';
import type { Static, TSchema } from 'typebox';
import { Compile } from 'typebox/compile';

/** A value in the form in which the journal and the notes files store it. */
export type Sealed = { readonly body: string; readonly digest: string };

export const seal = (value: unknown): Sealed => {
  const body = JSON.stringify(value);
  return { body, digest: digestOf(body) };
};

/** The first 16 hex digits of the SHA-256 hash of the text. */
export const digestOf = (body: string): string => createHash('sha256').update(body).digest('hex').slice(0, 16);

/**
 * Reads sealed values of one schema. Null for a value that was altered or does not match. `migrate`
 * converts a value of an earlier version into the form of this one.
 */
export function unsealer<Schema extends TSchema>(
  schema: Schema,
  migrate: (value: unknown) => unknown = (value) => value,
): (row: unknown) => Static<Schema> | null {
  const validator = Compile(schema);
  return (row) => {
    if (typeof row !== 'object' || row === null || !('body' in row) || !('digest' in row)) return null;
    if (typeof row.body !== 'string' || digestOf(row.body) !== row.digest) return null;
    const value = migrate(JSON.parse(row.body));
    return validator.Check(value) ? value : null;
  };
}
