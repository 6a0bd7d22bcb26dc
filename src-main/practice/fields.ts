import { parseFixed } from '#rules/decimal.ts';

/**
 * The members of a request. A Map, not an object: names like `__proto__` are data here and nothing else. Numbers arrive as the text in
 * which they were written, so that long ids and prices keep every digit.
 */
export type Fields = ReadonlyMap<string, unknown>;

export type Parsed = { readonly ok: true; readonly fields: Fields } | { readonly ok: false; readonly reason: string };

/** Query and body together; the body wins (platform-notes.md 1). The body decides by its text, never by its Content-Type. */
export function readFields(query: URLSearchParams, body: string): Parsed {
  const fields = new Map<string, unknown>(query);
  if (body.trim() === '') return { ok: true, fields };
  const parsed = parseJson(body);
  if (parsed === undefined) return { ok: false, reason: 'The body is not JSON.' };
  const members = membersOf(parsed.value);
  if (!members) return { ok: false, reason: 'The body is JSON but not an object.' };
  for (const [name, value] of members) fields.set(name, value);
  return { ok: true, fields };
}

/** No request of the API is nested deeper than a few; printing a deep one back would take the square of its depth. */
const DEEPEST = 64;

/** Numbers keep the text in which they were written; undefined for what is not JSON, or is nested too deeply to be a request. */
export function parseJson(text: string): { value: unknown } | undefined {
  if (isDeep(text)) return undefined;
  try {
    return { value: JSON.parse(text, keepNumbers) };
  } catch {
    return undefined; // malformed
  }
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];

/** By its brackets outside of strings, in one pass: a pattern could be made to go back over a megabyte again and again. */
function isDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (inString && code === BACKSLASH) at += 1;
    else if (code === QUOTE) inString = !inString;
    else if (inString) continue;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    if (depth > DEEPEST) return true;
  }
  return false;
}

function keepNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

/** The members of a JSON object; undefined for anything else. */
export function membersOf(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return new Map<string, unknown>(Object.entries(value));
}

/** The text of a member, '' when absent. Booleans count as flags; objects and arrays are not texts. */
export function textOf(fields: Fields, name: string): string {
  const value = fields.get(name);
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'boolean') return value ? '1' : '0';
  return '';
}

/** Zero, null and '' all mean "not given" (platform-notes.md 4). */
export function givenText(fields: Fields, name: string): string | null {
  const text = textOf(fields, name);
  return text === '' || parseFixed(text) === 0n ? null : text;
}

export function flagOf(fields: Fields, name: string): boolean {
  return textOf(fields, name) === '1';
}
