import type { ChangeField, ChangeFields, ChangeOperation, NewChange } from '#contract/model/change-set.ts';
import { operationFields } from './change-words.ts';

/** A person that the operation is for. */
export type ChangeSubject = { readonly personId: string; readonly name: string };

/** One operation for some people: with the same values for all, or with those of each. */
export class AddForm {
  op = $state<ChangeOperation>('person.change');
  isEach = $state(false);
  #ids = $state('');
  readonly #subjects: readonly ChangeSubject[];
  #all = $state<Record<string, string>>({});
  #each = $state<Record<string, Record<string, string>>>({});

  constructor(subjects: readonly ChangeSubject[], op: ChangeOperation) {
    this.#subjects = subjects;
    this.op = op;
  }

  /** People were chosen before: their ids are not typed. */
  get isChosen(): boolean {
    return this.#subjects.length > 0;
  }

  get ids(): string {
    return this.#ids;
  }

  writeIds(text: string): void {
    this.#ids = text;
  }

  get subjects(): readonly ChangeSubject[] {
    if (this.isChosen) return this.#subjects;
    const ids = this.#ids.split(/[\s,;]+/).filter((id) => id !== '');
    return ids.map((personId) => ({ personId, name: '' }));
  }

  get fields(): readonly ChangeField[] {
    const { optional, required } = operationFields[this.op];
    return [...required, ...optional];
  }

  isRequired(field: ChangeField): boolean {
    return operationFields[this.op].required.includes(field);
  }

  text(field: ChangeField, personId: string | null): string {
    return (personId === null ? this.#all[field] : this.#each[personId]?.[field]) ?? '';
  }

  write(field: ChangeField, personId: string | null, text: string): void {
    if (personId === null) this.#all[field] = text;
    else (this.#each[personId] ??= {})[field] = text;
  }

  /** An empty field is not changed; a field with ∅ is cleared. */
  changes(): NewChange[] {
    return this.subjects.map(({ personId }) => ({
      op: this.op,
      personId,
      fields: this.#fieldsOf(this.isEach ? personId : null),
    }));
  }

  #fieldsOf(personId: string | null): ChangeFields {
    const given = this.fields.flatMap((field) => {
      const text = this.text(field, personId).trim();
      return text === '' ? [] : [[field, text === '∅' ? '' : text] as const];
    });
    return Object.fromEntries(given);
  }
}
