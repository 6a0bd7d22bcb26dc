import type { PlatformTime } from '#contract/model/person.ts';
import { flag, given, isAbsent, stated } from '../absent.ts';
import { isRecord, type JsonObject } from '../wire/json-object.ts';
import { decimal, id, instant } from './scalars.ts';

/**
 * Reads the members of one record, and collects those that are missing or of another form. None of
 * them gets a value that the platform did not write.
 */
export class Members {
  readonly unreadable: string[];
  readonly #wire: JsonObject;

  constructor(record: unknown, unreadable: string[] = []) {
    this.#wire = isRecord(record) ? record : {};
    this.unreadable = unreadable;
  }

  /** The text as the platform wrote it. Null and '' are an empty text, not unreadable. */
  text(member: string, as: string): string {
    const value = this.#wire[member];
    if (value === null) return '';
    if (typeof value === 'string' || typeof value === 'number') return stated(value) ?? '';
    return this.#cannot(as, '');
  }

  id(member: string, as: string): string | null {
    return this.#read(member, as, id);
  }

  /** An id that is not always digits. */
  guid(member: string, as: string): string | null {
    return this.#read(member, as, (value) => (typeof value === 'boolean' ? null : given(value)));
  }

  /** Zero is a value. */
  decimal(member: string, as: string): string | null {
    const value = this.#wire[member];
    if (value === null || value === '') return null;
    return decimal(value) ?? this.#cannot(as, null);
  }

  flag(member: string, as: string): boolean | null {
    const value = this.#wire[member];
    if (value === null || value === '') return null;
    return (typeof value === 'boolean' ? null : flag(value)) ?? this.#cannot(as, null);
  }

  time(member: string, as: string): PlatformTime {
    const value = this.#wire[member];
    const text = this.text(member, as);
    if (isAbsent(value)) return { text: '', at: null };
    const at = instant(value, value);
    if (at === null && text !== '') this.#cannot(as, null);
    return { text, at };
  }

  /** Null where it is no list. */
  list<Item>(member: string, as: string, read: (element: Members) => Item): Item[] | null {
    const value = this.#wire[member];
    if (!Array.isArray(value) || !value.every(isRecord)) return this.#cannot(as, null);
    return value.map((element) => read(new Members(element)));
  }

  /** The members of a nested object. All of them are missing if it is not an object. */
  within(member: string): Members {
    return new Members(this.#wire[member], this.unreadable);
  }

  /** The members whose names are not in `known`, as text. */
  others(known: readonly string[]): { name: string; value: string }[] {
    return Object.entries(this.#wire)
      .filter(([name]) => !known.includes(name))
      .map(([name, value]) => ({ name, value: stated(value) ?? (value == null ? '' : JSON.stringify(value)) }));
  }

  #read(member: string, as: string, read: (value: unknown) => string | null): string | null {
    const value = this.#wire[member];
    const found = read(value);
    if (found !== null) return found;
    return value !== undefined && isAbsent(value) ? null : this.#cannot(as, null);
  }

  #cannot<Value>(as: string, value: Value): Value {
    if (!this.unreadable.includes(as)) this.unreadable.push(as);
    return value;
  }
}
