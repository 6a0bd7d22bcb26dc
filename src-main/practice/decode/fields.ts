import { isExactMembers, readExactJson, type ExactMembers } from './exact-json.ts';

/** A member as `readTyped` returns it: a text in its plain form, an object, or a list. */
export type FieldValue = string | ExactMembers | readonly unknown[];
/** The given members of a request. A member that was not given has no entry. */
export type Fields = ReadonlyMap<string, FieldValue>;

export type Parsed =
  { readonly ok: true; readonly members: ExactMembers } | { readonly ok: false; readonly reason: string };

const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Members of query and body; the body takes precedence (platform-notes.md 1). The body is read as
 * JSON with any Content-Type.
 */
export function readMembers(query: URLSearchParams, body: string): Parsed {
  const text = body.startsWith(BYTE_ORDER_MARK) ? body.slice(1) : body;
  if (text.trim() === '') return { ok: true, members: new Map(query) };
  const parsed = readExactJson(text);
  if (parsed === undefined) return { ok: false, reason: 'The body is not JSON.' };
  const { value } = parsed;
  if (!isExactMembers(value)) return { ok: false, reason: 'The body is JSON but not an object.' };
  return { ok: true, members: query.size === 0 ? value : new Map([...query, ...value]) };
}

/** The text of a field without surrounding spaces; '' if it was not given. */
export function textOf(fields: Fields, name: string): string {
  const value = fields.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** Null if the field was not given, or is zero, which means the same (platform-notes.md 4). */
export function givenText(fields: Fields, name: string): string | null {
  const text = textOf(fields, name);
  return text === '' || text === '0' ? null : text;
}

export function flagOf(fields: Fields, name: string): boolean {
  return textOf(fields, name) === '1';
}

/** The known word that equals the text, without regard to upper and lower case. */
export function findWord<T extends string>(text: string, known: readonly T[]): T | undefined {
  const wanted = text.toLowerCase();
  return known.find((word) => word.toLowerCase() === wanted);
}
