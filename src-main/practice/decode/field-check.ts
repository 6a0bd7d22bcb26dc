import { parseFixed, ONE } from '#rules/decimal.ts';
import type { FieldProblems, ReadFields } from './field-reader.ts';
import { findWord, type Fields } from './fields.ts';

type Range = { readonly min: number; readonly max?: number };

/**
 * Checks the fields of a command against their limits and collects the errors, so that a refusal
 * names every bad field at once. Zero counts as a given value.
 */
export class FieldCheck {
  readonly #fields: Fields;
  readonly #problems: FieldProblems;
  readonly #errors = new Map<string, string>();

  constructor({ fields, problems }: ReadFields) {
    this.#fields = fields;
    this.#problems = problems;
  }

  /**
   * Errors of the checked fields in the order of the checks, then those of unreadable fields that
   * were not checked.
   */
  get errors(): readonly string[] {
    for (const [name, reason] of this.#problems) this.refuse(name, reason);
    return [...this.#errors.values()];
  }

  refuse(name: string, reason: string): undefined {
    if (!this.#errors.has(name)) this.#errors.set(name, `${name} ${reason}`);
    return undefined;
  }

  /** Returns the value; adds an error if there is none. */
  required<T>(name: string, value: T | undefined): T | undefined {
    return value ?? this.refuse(name, this.#problems.get(name) ?? 'required');
  }

  whole(name: string, { min, max }: Range): number | undefined {
    const text = this.#text(name)?.trim();
    if (text === undefined || text === '') return undefined;
    const value = wholeNumber(text);
    const upperBound = max ?? Number.MAX_SAFE_INTEGER;
    if (value !== undefined && value >= min && value <= upperBound) return value;
    const bounds = max === undefined ? `from ${min}` : `from ${min} to ${max}`;
    return this.refuse(name, `must be a whole number ${bounds}`);
  }

  flag(name: string): boolean | undefined {
    const text = this.#text(name);
    return text === undefined ? undefined : text === '1';
  }

  /** Counts code points, not UTF-16 units. `asIs` keeps surrounding spaces. */
  characters(name: string, { min, max = Infinity }: Range, asIs?: 'asIs'): string | undefined {
    const given = this.#text(name);
    if (given === undefined || given === '') return undefined;
    const text = asIs ? given : given.trim();
    const count = Array.from(text).length;
    if (count >= min && count <= max) return text;
    return this.refuse(name, min > 0 ? `must have ${min} to ${max} characters` : `must have at most ${max} characters`);
  }

  /** Like `characters`, but '' is a value that clears the text if `empty` is 'clear'. */
  description(name: string, range: Range, empty: 'clear' | 'notGiven'): string | undefined {
    return empty === 'clear' && this.#text(name)?.trim() === '' ? '' : this.characters(name, range);
  }

  oneOf<T extends string>(name: string, known: readonly T[]): T | undefined {
    const text = this.#text(name)?.trim();
    if (text === undefined || text === '') return undefined;
    return findWord(text, known) ?? this.refuseChoice(name, known);
  }

  /** Refuses a field and names its valid values. */
  refuseChoice(name: string, known: readonly string[]): undefined {
    return this.refuse(name, `must be one of these: ${known.join(' ')}`);
  }

  #text(name: string): string | undefined {
    const problem = this.#problems.get(name);
    if (problem !== undefined) return this.refuse(name, problem);
    const value = this.#fields.get(name);
    return typeof value === 'string' ? value : undefined;
  }
}

function wholeNumber(text: string): number | undefined {
  const value = parseFixed(text);
  return value !== undefined && value % ONE === 0n ? Number(value / ONE) : undefined;
}
