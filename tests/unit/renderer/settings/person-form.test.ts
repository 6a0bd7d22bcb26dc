import { expect, it } from 'vitest';
import { draftOf, emptyForm, openForm, personRows, readForm, type PersonForm } from '#renderer/settings/person-form.ts';

const read = (changes: Partial<PersonForm>) => readForm({ ...emptyForm, personId: '7001', ...changes });
const errors = (changes: Partial<PersonForm>): string[] => Object.keys(read(changes).errors);

it('an empty field is not sent, and a form without a value makes no request', () => {
  expect(read({ firstName: ' Ada ' }).request).toEqual({
    personId: '7001',
    attributes: { firstName: 'Ada' },
    password: false,
  });
  expect(read({})).toEqual({ request: null, errors: {} });
});

it('the password is typed twice, has 6 to 30 characters of any script, and is in no request', () => {
  const twice = (password: string) => ({ password, repeatedPassword: password });
  expect(errors(twice('x'.repeat(5)))).toEqual(['password']);
  expect(errors(twice('𝔸'.repeat(30)))).toEqual([]);
  expect(errors(twice('x'.repeat(31)))).toEqual(['password']);
  expect(errors({ password: 'a-password', repeatedPassword: 'another-one' })).toEqual(['repeatedPassword']);
  const { request } = read(twice('a-password'));
  expect(request).toEqual({ personId: '7001', attributes: {}, password: true });
  expect(JSON.stringify(request === null ? null : personRows(request))).not.toContain('a-password');
});

it('a field that is too long, and an invalid person id, are named', () => {
  expect(errors({ personId: 'me', lastName: '日'.repeat(41), email: 'x'.repeat(61) })).toEqual([
    'lastName',
    'email',
    'personId',
  ]);
  expect(errors({ screenName: '日'.repeat(40), email: 'x'.repeat(60) })).toEqual([]);
});

it('a draft has the typed fields without passwords, and opens with the same fields', () => {
  const typed = { ...emptyForm, personId: '7001', firstName: 'Ada', email: 'a@example.org' };
  const draft = draftOf({ ...typed, password: 'a-password', repeatedPassword: 'a-password' });
  expect(draft).not.toContain('a-password');
  expect(openForm('9', draft)).toEqual(typed);
  // A form with only the id and passwords has no draft.
  expect(draftOf({ ...emptyForm, personId: '7001', password: 'a-password' })).toBe('');
  for (const bad of [null, '', 'no JSON', 'null', '[1]', '{"firstName":7,"password":"x"}'])
    expect(openForm('9', bad)).toEqual({ ...emptyForm, personId: '9' });
});
