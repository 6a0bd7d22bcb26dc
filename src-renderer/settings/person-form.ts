import {
  passwordBounds,
  personBounds,
  type PersonAttribute,
  type PersonAttributes,
  type PersonRequest,
} from '#contract/model/own-person.ts';
import { words } from '#renderer/messages/words.ts';

/** The fields as typed. The two passwords are never saved in a draft (acts.md A8). */
export type PersonForm = Readonly<Record<PersonAttribute | 'personId' | 'password' | 'repeatedPassword', string>>;
export type PersonField = keyof PersonForm;

const attributes = ['firstName', 'lastName', 'screenName', 'email'] as const;

export const emptyForm: PersonForm = {
  personId: '',
  firstName: '',
  lastName: '',
  screenName: '',
  email: '',
  password: '',
  repeatedPassword: '',
};

const draftFields = ['personId', ...attributes] as const;

/** The draft that is saved, without passwords. Empty if no name and no e-mail address is typed. */
export function draftOf(form: PersonForm): string {
  if (attributes.every((field) => form[field] === '')) return '';
  return JSON.stringify(Object.fromEntries(draftFields.map((field) => [field, form[field]])));
}

/** The form, filled from a saved draft. A text that is not a draft is ignored. */
export function openForm(personId: string | null, draft: string | null): PersonForm {
  const empty = { ...emptyForm, personId: personId ?? '' };
  const saved = readDraft(draft);
  const texts = draftFields.flatMap((field) => {
    const text: unknown = saved.get(field);
    return typeof text === 'string' && text !== '' ? [[field, text] as const] : [];
  });
  return { ...empty, ...Object.fromEntries(texts) };
}

function readDraft(draft: string | null): ReadonlyMap<string, unknown> {
  try {
    const value: unknown = JSON.parse(draft ?? '{}');
    return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
  } catch {
    return new Map();
  }
}

type Errors = Partial<Record<PersonField, string>>;
export type ReadForm = { readonly request: PersonRequest | null; readonly errors: Errors };

/**
 * `request` is null if a field is wrong or no new value is typed. An empty field changes nothing.
 * `request.password` says only whether a password is sent.
 */
export function readForm(form: PersonForm): ReadForm {
  const errors: Errors = {};
  const wanted: PersonAttributes = {};
  for (const field of attributes) {
    const text = form[field].trim();
    if (text === '') continue;
    const { min, max } = personBounds[field];
    wanted[field] = text;
    if (Array.from(text).length > max) errors[field] = words({ code: 'person.bounds', field, min, max });
  }
  if (!/^\d{1,20}$/.test(form.personId.trim())) errors.personId = 'Digits, as on the account page of the platform.';
  const { min, max } = passwordBounds;
  const { length } = Array.from(form.password);
  if (length > 0 && (length < min || length > max))
    errors.password = `${length} characters; ${min} to ${max} are allowed.`;
  if (form.repeatedPassword !== form.password) errors.repeatedPassword = 'The two passwords differ.';
  const isEmpty = Object.keys(wanted).length === 0 && length === 0;
  if (isEmpty || Object.keys(errors).length > 0) return { request: null, errors };
  return { errors, request: { personId: form.personId.trim(), attributes: wanted, password: length > 0 } };
}

export type PersonRow = { readonly field: PersonAttribute | 'password'; readonly text: string };

/** The values that a request sets, one row each. */
export const personRows = ({ attributes: wanted, password }: PersonRequest): PersonRow[] => [
  ...attributes.flatMap((field) => (wanted[field] === undefined ? [] : [{ field, text: wanted[field] }])),
  ...(password ? [{ field: 'password', text: 'the one that was typed' } as const] : []),
];
