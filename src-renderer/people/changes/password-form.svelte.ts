import { passwordBounds } from '#contract/model/own-person.ts';
import type { PlannedChange } from '#contract/model/change-set.ts';

type Typed = { readonly first: string; readonly again: string };
type Part = keyof Typed;
const empty: Typed = { first: '', again: '' };

/** The rows that set a password. */
export const passwordRows = <Row extends Pick<PlannedChange, 'change'>>(rows: readonly Row[]): Row[] =>
  rows.filter(({ change }) => change.op === 'person.password');

/** The passwords of a set, each typed twice. They are in no draft (acts.md A8). */
export class PasswordForm {
  #typed = $state<Record<string, Typed>>({});

  text(id: string, part: Part): string {
    return (this.#typed[id] ?? empty)[part];
  }

  write(id: string, part: Part, text: string): void {
    this.#typed[id] = { ...(this.#typed[id] ?? empty), [part]: text };
  }

  error(id: string, part: Part): string | null {
    const { again, first } = this.#typed[id] ?? empty;
    const { length } = Array.from(first);
    const { max, min } = passwordBounds;
    if (part === 'again') return again === '' || again === first ? null : 'The two passwords differ.';
    return length === 0 || (length >= min && length <= max)
      ? null
      : `${length} characters; ${min} to ${max} are allowed.`;
  }

  /** Every row has a password of a valid length, typed the same way twice. */
  isComplete(rows: readonly Pick<PlannedChange, 'change'>[]): boolean {
    return rows.every(({ change: { id } }) => {
      const { again, first } = this.#typed[id] ?? empty;
      return first !== '' && again === first && this.error(id, 'first') === null;
    });
  }

  /** By the id of the change. */
  passwords(): Record<string, string> {
    return Object.fromEntries(Object.entries(this.#typed).map(([id, { first }]) => [id, first]));
  }

  clear(): void {
    this.#typed = {};
  }
}
