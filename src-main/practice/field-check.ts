import { parseFixed, ONE } from '#rules/decimal.ts';
import type { Fields } from './fields.ts';

type Range = { readonly min: number; readonly max?: number };

/**
 * Reads the fields of a command that changes something and collects what is wrong with them, so that a refusal names every bad field at
 * once. Here zero is a value; null and '' mean "not given", and so does a missing member.
 */
export class FieldCheck {
  readonly #fields: Fields;
  readonly #errors = new Map<string, string>();

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  get errors(): readonly string[] {
    return [...this.#errors.values()];
  }

  refuse(name: string, reason: string): undefined {
    if (!this.#errors.has(name)) this.#errors.set(name, `${name} ${reason}`);
    return undefined;
  }

  /** The value, after a complaint when there is none. */
  required<T>(name: string, value: T | undefined): T | undefined {
    return value ?? this.refuse(name, 'required');
  }

  whole(name: string, { min, max }: Range): number | undefined {
    const text = this.#text(name)?.trim();
    if (text === undefined || text === '') return undefined;
    const value = wholeNumber(text);
    const most = max ?? Number.MAX_SAFE_INTEGER;
    if (value !== undefined && value >= min && value <= most) return value;
    const bounds = max === undefined ? `from ${min}` : `from ${min} to ${max}`;
    return this.refuse(name, `must be a whole number ${bounds}`);
  }

  flag(name: string): boolean | undefined {
    const text = this.#text(name)?.trim();
    if (text === undefined || text === '') return undefined;
    const value = wholeNumber(text);
    return value === 0 || value === 1 ? value === 1 : this.refuse(name, 'must be 0 or 1');
  }

  /** Characters are counted as a reader does, not as UTF-16 units. `asIs` keeps the spaces around it. */
  characters(name: string, { min, max = Infinity }: Range, asIs?: 'asIs'): string | undefined {
    const given = this.#text(name);
    if (given === undefined || given === '') return undefined;
    const text = asIs ? given : given.trim();
    const count = Array.from(text).length;
    if (count >= min && count <= max) return text;
    return this.refuse(name, min > 0 ? `must have ${min} to ${max} characters` : `must have at most ${max} characters`);
  }

  oneOf<T extends string>(name: string, known: readonly T[]): T | undefined {
    const text = this.#text(name)?.trim();
    if (text === undefined || text === '') return undefined;
    return known.find((value) => value === text) ?? this.refuse(name, `must be one of these: ${known.join(' ')}`);
  }

  #text(name: string): string | undefined {
    const value = this.#fields.get(name) ?? undefined;
    if (value === undefined || typeof value === 'string') return value;
    if (typeof value === 'boolean') return value ? '1' : '0';
    return this.refuse(name, 'must be a text or a number');
  }
}

/** '1000', '+1000' and '1000.0' are the same number; '1e3' is none here. */
function wholeNumber(text: string): number | undefined {
  const value = parseFixed(text.replace(/^\+/, ''));
  return value !== undefined && value % ONE === 0n ? Number(value / ONE) : undefined;
}
