import type { PersonMessages } from '#contract/messages/people.ts';
import type { PersonAttribute } from '#contract/model/own-person.ts';
import type { WordsOf } from '../catalog.ts';

export const personWords: Readonly<Record<PersonAttribute, string>> = {
  firstName: 'First name',
  lastName: 'Last name',
  screenName: 'Screen name',
  email: 'E-mail',
};

const counted = (count: number, words: string): string | null => (count === 0 ? null : `${count} ${words}`);

export const people: WordsOf<PersonMessages> = {
  'people.platform-only': () => 'This key is not for a private platform, so it has no people.',
  'people.not-read': () => 'The people of the platform were not read yet.',
  'people.unknown': ({ personId }) => `No reading of the platform lists person ${personId}.`,
  'subscribers.unknown-reading': () => 'This reading of the subscribers is no longer kept. Choose another one.',
  'subscribers.differ': ({ strategy }) => `Subscribers of ${strategy} changed`,
  'subscribers.differ-text': ({ joined, left, status, other }) =>
    [
      counted(joined, 'joined'),
      counted(left, 'left'),
      counted(status, 'changed status'),
      counted(other, 'changed otherwise'),
    ]
      .filter((part) => part !== null)
      .join(', '),
  'person.change-not-confirmed': () => 'The change of your profile is not confirmed',
  'person.change-differs': () =>
    'The platform confirmed the change of your profile without naming every field. Check the account page of the platform.',
  'person.unknown-plan': () => 'This plan is no longer available. Review it again. Nothing was sent.',
  'person.nothing-to-change': () => 'Nothing was typed. Nothing was sent.',
  'person.world-only': () => 'The people of a private platform are not changed here.',
  'person.password': ({ min, max }) => `The password needs ${min} to ${max} characters. Nothing was sent.`,
  'person.bounds': ({ field, min, max }) => `${personWords[field]}: ${min} to ${max} characters.`,
  'person.not-read': () =>
    'The program cannot read these values, so nothing here can prove the change. Check the account page of the platform afterwards.',
  'person.password-set': () => 'The password will be replaced, and cannot be set back from here.',
};
