/** A JSON number with the text it was written in, so that long ids and prices keep every digit. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Printed as a number where that loses nothing a reader could compare, else as its text. */
  toJSON(): number | string {
    const value = Number(this.text);
    return Number.isFinite(value) ? value : this.text;
  }
}

/** The members of a JSON object. It is a Map: names like `__proto__` are data here and nothing else. */
export type ExactMembers = ReadonlyMap<string, unknown>;

/** No request of the API is nested deeper than a few; printing a deep one back would take the square of its depth. */
const DEEPEST = 64;

const [TAB, LINE_FEED, RETURN, SPACE, QUOTE, COMMA, MINUS, POINT, COLON, BACKSLASH] = [
  9, 10, 13, 32, 34, 44, 45, 46, 58, 92,
];
const [PLUS, ZERO, NINE, BIG_E, SMALL_E] = [43, 48, 57, 69, 101];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

class NoJson extends Error {}

/** Undefined for what is not JSON, or is nested too deeply to be a request. */
export function readExactJson(text: string): { value: unknown } | undefined {
  try {
    return { value: new Reading(text).whole() };
  } catch (error) {
    if (error instanceof NoJson) return undefined;
    throw error;
  }
}

export function isExactMembers(value: unknown): value is ExactMembers {
  return value instanceof Map;
}

/** As a plain object, to be printed. */
export function plainMembers(members: ExactMembers): Record<string, unknown> {
  return Object.fromEntries(Array.from(members, ([name, value]) => [name, plain(value)]));
}

function plain(value: unknown): unknown {
  if (isExactMembers(value)) return plainMembers(value);
  return Array.isArray(value) ? value.map(plain) : value;
}

/** In one pass and by characters, because it stands in the way of every order: a reviver that is told the source takes ten times as long. */
class Reading {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  whole(): unknown {
    const value = this.#value(0);
    this.#space();
    return this.#at === this.#text.length ? value : wrong();
  }

  #value(depth: number): unknown {
    const code = this.#space();
    if (code === QUOTE) return this.#string();
    if (code === OPEN_OBJECT) return this.#object(depth + 1);
    if (code === OPEN_LIST) return this.#list(depth + 1);
    if (code === MINUS || isDigit(code)) return this.#number();
    if (this.#word('true')) return true;
    if (this.#word('false')) return false;
    return this.#word('null') ? null : wrong();
  }

  #object(depth: number): ExactMembers {
    if (depth > DEEPEST) return wrong();
    const members = new Map<string, unknown>();
    this.#at += 1;
    if (this.#space() === CLOSE_OBJECT) return this.#closed(members);
    for (;;) {
      if (this.#space() !== QUOTE) return wrong();
      const name = this.#string();
      if (this.#space() !== COLON) return wrong();
      this.#at += 1;
      members.set(name, this.#value(depth));
      const code = this.#space();
      if (code === CLOSE_OBJECT) return this.#closed(members);
      if (code !== COMMA) return wrong();
      this.#at += 1;
    }
  }

  #list(depth: number): readonly unknown[] {
    if (depth > DEEPEST) return wrong();
    const list: unknown[] = [];
    this.#at += 1;
    if (this.#space() === CLOSE_LIST) return this.#closed(list);
    for (;;) {
      list.push(this.#value(depth));
      const code = this.#space();
      if (code === CLOSE_LIST) return this.#closed(list);
      if (code !== COMMA) return wrong();
      this.#at += 1;
    }
  }

  #closed<T>(value: T): T {
    this.#at += 1;
    return value;
  }

  /** Escapes are rare, and JSON.parse knows them all. */
  #string(): string {
    const text = this.#text;
    const start = this.#at + 1;
    let escaped = false;
    let at = start;
    for (let code = text.charCodeAt(at); code !== QUOTE; code = text.charCodeAt(at)) {
      // Behind the end there is no code, which is not greater than anything either.
      if (!(code >= SPACE)) return wrong();
      if (code === BACKSLASH) escaped = true;
      at += code === BACKSLASH ? 2 : 1;
    }
    this.#at = at + 1;
    return escaped ? unescaped(text.slice(start - 1, at + 1)) : text.slice(start, at);
  }

  #number(): ExactNumber {
    const text = this.#text;
    const start = this.#at;
    if (text.charCodeAt(this.#at) === MINUS) this.#at += 1;
    if (text.charCodeAt(this.#at) === ZERO) this.#at += 1;
    else this.#digits();
    if (text.charCodeAt(this.#at) === POINT) {
      this.#at += 1;
      this.#digits();
    }
    const code = text.charCodeAt(this.#at);
    if (code === SMALL_E || code === BIG_E) this.#exponent();
    return new ExactNumber(text.slice(start, this.#at));
  }

  #exponent(): void {
    this.#at += 1;
    const sign = this.#text.charCodeAt(this.#at);
    if (sign === PLUS || sign === MINUS) this.#at += 1;
    this.#digits();
  }

  /** One or more. */
  #digits(): void {
    const text = this.#text;
    let at = this.#at;
    while (isDigit(text.charCodeAt(at))) at += 1;
    if (at === this.#at) wrong();
    this.#at = at;
  }

  #word(word: string): boolean {
    if (!this.#text.startsWith(word, this.#at)) return false;
    this.#at += word.length;
    return true;
  }

  /** The character behind it. */
  #space(): number {
    const text = this.#text;
    let code = text.charCodeAt(this.#at);
    while (code === SPACE || code === LINE_FEED || code === RETURN || code === TAB)
      code = text.charCodeAt((this.#at += 1));
    return code;
  }
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function unescaped(written: string): string {
  try {
    return String(JSON.parse(written));
  } catch {
    return wrong(); // an escape that there is none of
  }
}

function wrong(): never {
  throw new NoJson();
}
