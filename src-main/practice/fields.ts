/**
 * The members of a request. A Map, not an object: names like `__proto__` are data here and nothing else. Numbers arrive as the text in
 * which they were written, so that long ids and prices keep every digit.
 */
export type Fields = ReadonlyMap<string, unknown>;

export type Parsed = { readonly ok: true; readonly fields: Fields } | { readonly ok: false; readonly reason: string };

/** Query and body together; the body wins (platform-notes.md 1). The body decides by its text, never by its Content-Type. */
export function readFields(query: URLSearchParams, body: string): Parsed {
  if (body.trim() === '') return { ok: true, fields: new Map(query) };
  const parsed = parseJson(body);
  if (parsed === undefined) return { ok: false, reason: 'The body is not JSON.' };
  const members = membersOf(parsed.value);
  if (!members) return { ok: false, reason: 'The body is JSON but not an object.' };
  return { ok: true, fields: query.size === 0 ? members : new Map([...query, ...members]) };
}

/** No request of the API is nested deeper than a few; printing a deep one back would take the square of its depth. */
const DEEPEST = 64;

/**
 * Numbers keep the text in which they were written; undefined for what is not JSON, or is nested too deeply to be a request. A reviver
 * is the exact way and a slow one, so it is asked only where a number is written in another way than JavaScript would write it.
 */
export function parseJson(text: string): { value: unknown } | undefined {
  const numbers = numbersOf(text);
  if (numbers === 'tooDeep') return undefined;
  try {
    return { value: numbers === 'plain' ? withNumbersAsText(JSON.parse(text)) : JSON.parse(text, keepNumbers) };
  } catch {
    return undefined; // malformed
  }
}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];
const [PLUS, MINUS, POINT, ZERO, NINE, BIG_E, SMALL_E] = [43, 45, 46, 48, 57, 69, 101];

/**
 * Looks at everything outside of strings, in one pass: a pattern could be made to go back over a megabyte again and again. `plain` when
 * every number is written as JavaScript writes it, so that nothing is lost by reading it as one.
 */
function numbersOf(text: string): 'plain' | 'special' | 'tooDeep' {
  let depth = 0;
  let plain = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === OPEN_LIST || code === OPEN_OBJECT) depth += 1;
    else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, at);
      const written = text.slice(at, end);
      plain &&= String(Number(written)) === written;
      at = end - 1;
    }
    if (depth > DEEPEST) return 'tooDeep';
  }
  return plain ? 'plain' : 'special';
}

/** Where the closing quote is, or the end of a text that has none. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) break;
    if (code === BACKSLASH) at += 1;
  }
  return at;
}

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const belongs =
      isDigit(code) || code === POINT || code === SMALL_E || code === BIG_E || code === PLUS || code === MINUS;
    if (!belongs) break;
  }
  return at;
}

function keepNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value;
}

/** In place: what JSON.parse made is nobody else's. */
function withNumbersAsText(value: unknown): unknown {
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) {
    value.forEach((one: unknown, index) => (value[index] = withNumbersAsText(one)));
  } else if (isMembers(value)) {
    for (const name of Object.keys(value)) {
      const member = value[name];
      if (typeof member === 'number' || typeof member === 'object') value[name] = withNumbersAsText(member);
    }
  }
  return value;
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of a JSON object; undefined for anything else. */
export function membersOf(value: unknown): Fields | undefined {
  if (!isMembers(value)) return undefined;
  const members = new Map<string, unknown>();
  for (const name of Object.keys(value)) members.set(name, value[name]);
  return members;
}

/** The text of a member, '' when absent. Booleans count as flags; objects and arrays are not texts. */
export function textOf(fields: Fields, name: string): string {
  const value = fields.get(name);
  if (typeof value === 'string') return value.trim();
  if (typeof value === 'boolean') return value ? '1' : '0';
  return '';
}

/** Zero in every way in which a decimal can be written. */
const NOTHING = /^[+-]?(?:0+(?:\.0*)?|\.0+)$/;

/** Zero, null and '' all mean "not given" (platform-notes.md 4). */
export function givenText(fields: Fields, name: string): string | null {
  const text = textOf(fields, name);
  return text === '' || NOTHING.test(text) ? null : text;
}

export function flagOf(fields: Fields, name: string): boolean {
  return textOf(fields, name) === '1';
}
