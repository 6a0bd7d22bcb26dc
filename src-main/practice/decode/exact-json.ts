/** A JSON number with its text, so that long ids and prices keep every digit. */
export class ExactNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** Printed as a number, or as its text if it is too large for one. */
  toJSON(): number | string {
    const value = Number(this.text);
    return Number.isFinite(value) ? value : this.text;
  }
}

/** The members of a JSON object. A Map, so that names like `__proto__` are data. */
export type ExactMembers = ReadonlyMap<string, unknown>;

/**
 * No request of the API is nested deeper than a few levels. Printing a deep one would take
 * quadratic time.
 */
const MAX_DEPTH = 64;

/** Undefined if the text is not JSON, or is nested too deeply. */
export function readExactJson(text: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text, exactReviver);
    return isDeeperThan(MAX_DEPTH, value) ? undefined : { value };
  } catch (error) {
    // A RangeError means nesting that is too deep for the parser.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** `source` is the text of a number, string or literal. TypeScript's types do not have it yet. */
function exactReviver(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value === 'number') return new ExactNumber(context?.source ?? String(value));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return new Map(Object.entries(value));
}

function isDeeperThan(levels: number, value: unknown): boolean {
  const inner = isExactMembers(value) ? [...value.values()] : Array.isArray(value) ? value : null;
  return inner !== null && (levels === 0 || inner.some((one) => isDeeperThan(levels - 1, one)));
}

export function isExactMembers(value: unknown): value is ExactMembers {
  return value instanceof Map;
}

/** Converts the members to a plain object, to be printed. */
export function plainMembers(members: ExactMembers): Record<string, unknown> {
  return Object.fromEntries(Array.from(members, ([name, value]) => [name, plain(value)]));
}

function plain(value: unknown): unknown {
  if (isExactMembers(value)) return plainMembers(value);
  return Array.isArray(value) ? value.map(plain) : value;
}
