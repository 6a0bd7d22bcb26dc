import { expect, it } from 'vitest';
import type { PersonRow } from '#contract/model/person.ts';
import { demoPeopleList } from '#renderer/gallery/demo-platform-people.ts';
import { personName, personSuggestions } from '#renderer/people/person-suggestions.ts';

const [base] = demoPeopleList('full').people;
if (base === undefined) throw new Error('the demo has people');
const person = (personId: string, firstName: string, lastName: string, more: Partial<PersonRow> = {}): PersonRow => ({
  ...base,
  personId,
  firstName,
  lastName,
  screenName: `screen${personId}`,
  deleted: { text: '', at: null },
  listed: true,
  ...more,
});
const people = [
  person('812', 'Anna', 'van Berg'),
  person('813', 'Joanna', 'Reed'),
  person('81', '', ''),
  person('900', 'Anna', 'Gone', { deleted: { text: '2026-01-02 10:00:00', at: 1_767_366_000 } }),
  person('901', 'Anna', 'Unlisted', { listed: false }),
];
const ids = (typed: string) => personSuggestions(people, typed).map(({ id }) => id);

it.each([
  ['anna', ['812']],
  ['BERG', ['812']],
  ['81', ['812', '813', '81']],
  ['screen813', ['813']],
  ['  ree ', ['813']],
  ['', []],
  ['nna', []],
])('finds people by the beginning of an id or of a word of a name: %j', (typed, expected) => {
  expect(ids(typed)).toEqual(expected);
});

it('shows at most eight people, and the id of a person without a name', () => {
  const many = Array.from({ length: 20 }, (_, at) => person(String(100 + at), 'Max', 'Moor'));
  expect(personSuggestions(many, 'max')).toHaveLength(8);
  expect(people.map(personName)).toEqual(['Anna van Berg', 'Joanna Reed', 'Person 81', 'Anna Gone', 'Anna Unlisted']);
});
