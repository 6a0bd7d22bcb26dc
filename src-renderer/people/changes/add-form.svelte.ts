import { limits } from '#contract/limits.ts';
import type { ChangeField, ChangeFields, ChangeOperation, NewChange } from '#contract/model/change-set.ts';
import { operationFields } from './change-words.ts';
import {
  licenseChoice,
  licenseTypeChoices,
  licensesWithId,
  type LicenseChoice,
  type LicensesByPerson,
} from './license-choices.ts';
import { personIds } from './person-ids.ts';

/** A person that the operation is for. */
export type ChangeSubject = { readonly personId: string; readonly name: string };

/** One operation for some people, with the same values for all or with values for each. */
export class AddForm {
  op = $state<ChangeOperation>('person.change');
  hasValuesPerPerson = $state(false);
  #idsText = $state('');
  readonly #subjects: readonly ChangeSubject[];
  /**
   * The licenses of the chosen people, by person id. If a person has no entry, the licenses of that
   * person are not known.
   */
  #licenses = $state.raw<LicensesByPerson>({});
  /** The type of the licenses that are changed for all people alike; blank until it is chosen. */
  licenseType = $state('');
  #sharedValues = $state<Record<string, string>>({});
  #valuesByPerson = $state<Record<string, Record<string, string>>>({});

  constructor(subjects: readonly ChangeSubject[], op: ChangeOperation) {
    this.#subjects = subjects;
    this.op = op;
  }

  /** Whether people were chosen before the dialog was opened. Their ids are then not typed. */
  get hasChosenPeople(): boolean {
    return this.#subjects.length > 0;
  }

  get idsText(): string {
    return this.#idsText;
  }

  writeIds(text: string): void {
    this.#idsText = text;
  }

  get subjects(): readonly ChangeSubject[] {
    if (this.hasChosenPeople) return this.#subjects;
    return personIds(this.#idsText).map((personId) => ({ personId, name: '' }));
  }

  /** The fields that are typed. A license of a chosen person is picked from a list. */
  get fields(): readonly ChangeField[] {
    const { optional, required } = operationFields[this.op];
    return [...required, ...optional].filter((field) => !(field === 'license_id' && this.offersLicenses));
  }

  /**
   * Whether people were chosen for an operation that changes a license. The licenses of these
   * people are then offered.
   */
  get offersLicenses(): boolean {
    return this.hasChosenPeople && operationFields[this.op].required.includes('license_id');
  }

  /**
   * True if values are entered for each person: by choice, or because only one person is chosen and
   * one license of that person is picked instead of a type of license.
   */
  get needsValuesPerPerson(): boolean {
    return this.hasValuesPerPerson || (this.offersLicenses && this.#subjects.length === 1);
  }

  setLicenses(licenses: LicensesByPerson): void {
    this.#licenses = licenses;
  }

  /** The license types of the chosen people, each with the number of people who have that type. */
  get licenseTypes(): readonly LicenseChoice[] {
    return licenseTypeChoices(this.#licenses, this.#subjects.length);
  }

  /** How many licenses are changed, and who is left out. */
  get licensesText(): string {
    const { length } = this.changes();
    const unknown = this.#subjects.filter(({ personId }) => !this.isLicenseListKnown(personId)).length;
    const people = (count: number): string => `${count} ${count === 1 ? 'person' : 'people'}`;
    const counted = `${length} ${length === 1 ? 'license' : 'licenses'} of ${people(this.#subjects.length)}.`;
    const leftOut = unknown === 0 ? '' : ` Also left out, because the licenses are not known: ${people(unknown)}.`;
    return `${counted} People without a matching license are left out.${leftOut}`;
  }

  isLicenseListKnown(personId: string): boolean {
    return this.#licenses[personId] !== undefined;
  }

  /** The licenses of one person. */
  licenseChoices(personId: string): readonly LicenseChoice[] {
    return licensesWithId(this.#licenses, personId).map(licenseChoice);
  }

  isRequired(field: ChangeField): boolean {
    return operationFields[this.op].required.includes(field);
  }

  text(field: ChangeField, personId: string | null): string {
    return (personId === null ? this.#sharedValues[field] : this.#valuesByPerson[personId]?.[field]) ?? '';
  }

  write(field: ChangeField, personId: string | null, text: string): void {
    if (personId === null) this.#sharedValues[field] = text;
    else (this.#valuesByPerson[personId] ??= {})[field] = text;
  }

  /** The changes to stage. An empty field is not changed. A field with ∅ is cleared. */
  changes(): NewChange[] {
    return this.subjects.flatMap(({ personId }) => {
      const fields = this.#fieldsOf(this.needsValuesPerPerson ? personId : null);
      return this.#licenseFields(personId).map((license) => ({
        op: this.op,
        personId,
        fields: { ...license, ...fields },
      }));
    });
  }

  /** Why these changes do not fit into one set. Null if they do. */
  get excessText(): string | null {
    const count = this.changes().length;
    return count > limits.stagedChanges
      ? `These are ${count} changes. A set has at most ${limits.stagedChanges}.`
      : null;
  }

  /**
   * One item for each changed license of the person: the picked license, or each license of the
   * chosen type. If no licenses are offered, there is one item without a license id.
   */
  #licenseFields(personId: string): readonly Pick<ChangeFields, 'license_id'>[] {
    if (!this.offersLicenses) return [{}];
    const chosen = this.needsValuesPerPerson ? this.text('license_id', personId) : this.licenseType;
    if (chosen === '') return [];
    return licensesWithId(this.#licenses, personId).flatMap(({ licenseId, type }) =>
      (this.needsValuesPerPerson ? licenseId : type) === chosen && licenseId !== null
        ? [{ license_id: licenseId }]
        : [],
    );
  }

  #fieldsOf(personId: string | null): ChangeFields {
    const given = this.fields.flatMap((field) => {
      const text = this.text(field, personId).trim();
      return text === '' ? [] : [[field, text === '∅' ? '' : text] as const];
    });
    return Object.fromEntries(given);
  }
}
