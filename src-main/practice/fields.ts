import { isExactMembers, readExactJson, type ExactMembers } from './exact-json.ts';

/** The members of a request, as `readExactJson` reads them: numbers are texts. */
export type Fields = ExactMembers;

export type Parsed = { readonly ok: true; readonly fields: Fields } | { readonly ok: false; readonly reason: string };

/** Query and body together; the body wins (platform-notes.md 1). The body decides by its text, never by its Content-Type. */
export function readFields(query: URLSearchParams, body: string): Parsed {
  if (body.trim() === '') return { ok: true, fields: new Map(query) };
  const parsed = readExactJson(body);
  if (parsed === undefined) return { ok: false, reason: 'The body is not JSON.' };
  const members = membersOf(parsed.value);
  if (!members) return { ok: false, reason: 'The body is JSON but not an object.' };
  return { ok: true, fields: query.size === 0 ? members : new Map([...query, ...members]) };
}

/** The members of a JSON object, exactly read or parsed; undefined for anything else. */
export function membersOf(value: unknown): Fields | undefined {
  if (isExactMembers(value)) return value;
  return isParsed(value) ? new Map(Object.entries(value)) : undefined;
}

function isParsed(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of a member, '' when absent. Booleans count as flags; objects and arrays are not texts. */
export function textOf(fields: Fields, name: string): string {
  const value = fields.get(name);
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'boolean') return value ? '1' : '0';
  return '';
}

/** Zero in every way in which a decimal can be written. */
const NOTHING_BEGINS = '+-.0';
const NOTHING = /^[+-]?(?:0+(?:\.0*)?|\.0+)$/;

/** Zero, null and '' all mean "not given" (platform-notes.md 4). */
export function givenText(fields: Fields, name: string): string | null {
  const text = textOf(fields, name);
  if (text === '') return null;
  return NOTHING_BEGINS.includes(text.charAt(0)) && NOTHING.test(text) ? null : text;
}

export function flagOf(fields: Fields, name: string): boolean {
  return textOf(fields, name) === '1';
}
