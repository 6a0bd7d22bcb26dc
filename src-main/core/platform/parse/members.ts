import type { PlatformTime } from '#contract/model/person.ts';
import { flag, nonZeroText, isAbsent, textOrNull } from '../absent.ts';
import { isRecord, type JsonObject } from '../wire/json-object.ts';
import { decimal, id, instant } from './scalars.ts';

/**
 * Reads the members of one record. A member that is missing or malformed is added to `unreadable`
 * by the name that the caller passes as `field`. It gets no value that the platform did not write.
 */
export class Members {
  readonly unreadable: string[];
  readonly #wire: JsonObject;

  constructor(record: unknown, unreadable: string[] = []) {
    this.#wire = isRecord(record) ? record : {};
    this.unreadable = unreadable;
  }

  /** The text as the platform wrote it. Null and '' are an empty text, not unreadable. */
  text(member: string, field: string): string {
    const value = this.#wire[member];
    if (value === null) return '';
    if (typeof value === 'string' || typeof value === 'number') return textOrNull(value) ?? '';
    return this.#markUnreadable(field, '');
  }

  id(member: string, field: string): string | null {
    return this.#read(member, field, id);
  }

  /** An id that is not always digits. */
  guid(member: string, field: string): string | null {
    return this.#read(member, field, (value) => (typeof value === 'boolean' ? null : nonZeroText(value)));
  }

  /** A number for which zero is a value. */
  decimal(member: string, field: string): string | null {
    const value = this.#wire[member];
    if (value === null || value === '') return null;
    return decimal(value) ?? this.#markUnreadable(field, null);
  }

  flag(member: string, field: string): boolean | null {
    const value = this.#wire[member];
    if (value === null || value === '') return null;
    return (typeof value === 'boolean' ? null : flag(value)) ?? this.#markUnreadable(field, null);
  }

  time(member: string, field: string): PlatformTime {
    const value = this.#wire[member];
    const text = this.text(member, field);
    if (isAbsent(value)) return { text: '', at: null };
    const at = instant(value, value);
    if (at === null && text !== '') this.#markUnreadable(field, null);
    return { text, at };
  }

  /** Null if the member is not a list of objects. */
  list<Item>(member: string, field: string, read: (element: Members) => Item): Item[] | null {
    const value = this.#wire[member];
    if (!Array.isArray(value) || !value.every(isRecord)) return this.#markUnreadable(field, null);
    return value.map((element) => read(new Members(element)));
  }

  /** The members of a nested object. All of them are missing if it is not an object. */
  nestedMembers(member: string): Members {
    return new Members(this.#wire[member], this.unreadable);
  }

  /** The members whose names are not in `known`, as text. */
  membersExcept(known: readonly string[]): { name: string; value: string }[] {
    return Object.entries(this.#wire)
      .filter(([name]) => !known.includes(name))
      .map(([name, value]) => ({ name, value: textOrNull(value) ?? (value == null ? '' : JSON.stringify(value)) }));
  }

  #read(member: string, field: string, read: (value: unknown) => string | null): string | null {
    const value = this.#wire[member];
    const found = read(value);
    if (found !== null) return found;
    return value !== undefined && isAbsent(value) ? null : this.#markUnreadable(field, null);
  }

  #markUnreadable<Value>(field: string, value: Value): Value {
    if (!this.unreadable.includes(field)) this.unreadable.push(field);
    return value;
  }
}
