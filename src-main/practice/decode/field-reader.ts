import { ExactNumber, isExactMembers, type ExactMembers } from './exact-json.ts';
import type { Fields, FieldValue } from './fields.ts';
import { plainNumber } from './plain-number.ts';

/**
 * The kind of a field. `word` is a text that cannot be blank, such as a choice or a time. The
 * members of an `object` and of the elements of a `list` are read later, by other tables. In a
 * query a list may be its JSON text.
 */
export type FieldKind = 'text' | 'word' | 'id' | 'number' | 'flag' | 'object' | 'list';
export type FieldTable = Readonly<Record<string, FieldKind>>;

/**
 * The reasons why fields were refused, by the name of the field. A reason continues a sentence that
 * begins with the name: 'must be 0 or 1'.
 */
export type FieldProblems = ReadonlyMap<string, string>;

export type ReadFields = { readonly fields: Fields; readonly problems: FieldProblems };

/** A value in its plain form, null for "not given", or why it is refused. */
type FieldReading = FieldValue | null | { readonly refused: string };

const MAX_ID_LENGTH = 64;
const ID = /^[A-Za-z0-9_.:-]{1,64}$/;
const NUMERIC = /^[+-]?\d*\.?\d+\.?$/;
const BLANK = { refused: 'must not be blank' };

/**
 * Reads the members of a request: a known member is read by its kind or refused by name. Unknown
 * members are ignored (platform-notes.md 3). null and '' mean "not given" (platform-notes.md 4),
 * but for a `text`, '' is a value.
 */
export function readTyped(members: ExactMembers, table: FieldTable): ReadFields {
  const fields = new Map<string, FieldValue>();
  const problems = new Map<string, string>();
  for (const [name, kind] of Object.entries(table)) {
    const value = members.get(name);
    if (value === undefined || value === null || (value === '' && kind !== 'text')) continue;
    const reading = READERS[kind](value);
    if (reading === null) continue;
    if (typeof reading === 'object' && 'refused' in reading) problems.set(name, reading.refused);
    else fields.set(name, reading);
  }
  return { fields, problems };
}

const READERS: Readonly<Record<FieldKind, (value: unknown) => FieldReading>> = {
  text: (value) => textOrDigits(value) ?? { refused: 'must be a text or a number' },
  word: (value) => notBlank(value) ?? { refused: 'must be a text' },
  id: readId,
  number: readNumber,
  flag: readFlag,
  object: readObject,
  list: (value) => (typeof value === 'string' || Array.isArray(value) ? value : { refused: 'must be a list' }),
};

/** A string, or the digits of a number. */
function textOrDigits(value: unknown): string | undefined {
  if (value instanceof ExactNumber) return plainNumber(value.text) ?? value.text;
  return typeof value === 'string' ? value : undefined;
}

/** Like `textOrDigits`, but refuses blank texts. */
function notBlank(value: unknown): string | { readonly refused: string } | undefined {
  const text = textOrDigits(value)?.trim();
  return text === '' ? BLANK : text;
}

/** Ids that are numbers are compared as numbers: 7001, 7001.0 and 007001 are the same id. */
function readId(value: unknown): FieldReading {
  const text = value instanceof ExactNumber ? (plainNumber(value.text) ?? digitsOf(value)) : notBlank(value);
  if (typeof text === 'object') return text;
  const isNumber = text !== undefined && text.length <= MAX_ID_LENGTH && NUMERIC.test(text);
  const id = isNumber ? wholeId(text) : text;
  return id !== undefined && ID.test(id) ? id : { refused: 'must be an id of at most 64 characters' };
}

/** A whole number with more digits than `plainNumber` takes is still an id. */
function digitsOf({ text }: ExactNumber): string | undefined {
  return /^\d+$/.test(text) ? text : undefined;
}

function wholeId(text: string): string | undefined {
  return /^\+?0*(\d+?)(?:\.0*)?$/.exec(text)?.[1];
}

function readNumber(value: unknown): FieldReading {
  const text = notBlank(value);
  if (typeof text === 'object') return text;
  const number = text === undefined ? undefined : plainNumber(text);
  return number ?? { refused: 'must be a number of at most 18 digits' };
}

function readFlag(value: unknown): FieldReading {
  if (typeof value === 'boolean') return value ? '1' : '0';
  const text = value instanceof ExactNumber ? plainNumber(value.text) : value;
  return text === '0' || text === '1' ? text : { refused: 'must be 0 or 1' };
}

/** Zero and false mean that there is no object. */
function readObject(value: unknown): FieldReading {
  if (isExactMembers(value)) return value;
  const none = value === false || value === '0' || (value instanceof ExactNumber && plainNumber(value.text) === '0');
  return none ? null : { refused: 'must be an object' };
}
