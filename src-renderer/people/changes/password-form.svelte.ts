import { passwordBounds } from '#contract/model/own-person.ts';
import type { PlannedChange } from '#contract/model/change-set.ts';

type TypedPassword = { readonly first: string; readonly repeated: string };
type Part = keyof TypedPassword;
const blankPassword: TypedPassword = { first: '', repeated: '' };

/** The rows that set a password. */
export const passwordRows = <Row extends Pick<PlannedChange, 'change'>>(rows: readonly Row[]): Row[] =>
  rows.filter(({ change }) => change.op === 'person.password');

/** The passwords of a set, each typed twice. No draft contains them (acts.md A8). */
export class PasswordForm {
  #typed = $state<Record<string, TypedPassword>>({});

  text(id: string, part: Part): string {
    return (this.#typed[id] ?? blankPassword)[part];
  }

  write(id: string, part: Part, text: string): void {
    this.#typed[id] = { ...(this.#typed[id] ?? blankPassword), [part]: text };
  }

  error(id: string, part: Part): string | null {
    const { repeated, first } = this.#typed[id] ?? blankPassword;
    const { length } = Array.from(first);
    const { max, min } = passwordBounds;
    if (part === 'repeated') return repeated === '' || repeated === first ? null : 'The two passwords differ.';
    return length === 0 || (length >= min && length <= max)
      ? null
      : `${length} characters; ${min} to ${max} are allowed.`;
  }

  /** Every row has a password of a valid length, typed the same way twice. */
  isComplete(rows: readonly Pick<PlannedChange, 'change'>[]): boolean {
    return rows.every(({ change: { id } }) => {
      const { repeated, first } = this.#typed[id] ?? blankPassword;
      return first !== '' && repeated === first && this.error(id, 'first') === null;
    });
  }

  /** The passwords by the id of the change. */
  passwords(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.#typed).map(([id, { first }]) => [id, first]));
  }

  clear(): void {
    this.#typed = {};
  }
}
