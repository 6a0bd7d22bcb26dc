import { textOf, type Fields } from '#practice/fields.ts';

/** Longer whole numbers than this are no quantity of anything. */
const MOST_DIGITS = 15;
const WHOLE = /^\d+(\.0*)?$/;

/** Reads members of a request one by one and collects what is wrong with them, each naming its field. */
export class FieldReader {
  readonly problems: string[] = [];
  readonly #fields: Fields;
  readonly #zero: 'refuse' | 'notGiven';

  /** `zero` says what 0 means where the least is 1 or more. */
  constructor(fields: Fields, zero: 'refuse' | 'notGiven') {
    this.#fields = fields;
    this.#zero = zero;
  }

  /** '' and null are not given, for every kind of field. */
  #text(name: string, required: boolean): string | null {
    const value = this.#fields.get(name);
    if (typeof value === 'object' && value !== null) return this.#problem(`${name} must not be an object or a list`);
    const text = textOf(this.#fields, name);
    if (text !== '') return text;
    return required ? this.#problem(`${name} required`) : null;
  }

  text(name: string, least: number, most: number, required: boolean): string | null {
    const text = this.#text(name, required);
    if (text === null) return null;
    const fits = text.length >= least && text.length <= most;
    return fits ? text : this.#problem(`${name} must have ${String(least)} to ${String(most)} characters`);
  }

  /** A whole number from `least` on. */
  whole(name: string, least: number, required: boolean): bigint | null {
    const text = this.#text(name, required);
    if (text === null) return null;
    const digits = text.replace(/\.0*$/, '');
    if (!WHOLE.test(text) || digits.length > MOST_DIGITS) return this.#notWhole(name, least);
    const value = BigInt(digits);
    if (value === 0n && this.#zero === 'notGiven' && !required) return null;
    return value >= BigInt(least) ? value : this.#notWhole(name, least);
  }

  flag(name: string, required: boolean): boolean | null {
    const text = this.#text(name, required);
    if (text === null || text === '0' || text === '1') return text === null ? null : text === '1';
    return this.#problem(`${name} must be 0 or 1`);
  }

  #notWhole(name: string, least: number): null {
    return this.#problem(`${name} must be a whole number from ${String(least)}`);
  }

  #problem(text: string): null {
    this.problems.push(text);
    return null;
  }
}
