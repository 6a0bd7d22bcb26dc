import type { ChangeMessages } from '#contract/messages/changes.ts';
import type { WordsOf } from '../catalog.ts';
import { withPeriod } from './formats.ts';

const otherPlace = (line: number): string => (line === 0 ? 'a change that is staged already' : `line ${line}`);
const countedChanges = (count: number): string => `${count} ${count === 1 ? 'change' : 'changes'}`;
const countedPeople = (count: number): string => `${count} ${count === 1 ? 'person' : 'people'}`;

export const changes: WordsOf<ChangeMessages> = {
  'change.platform-only': () => 'Only a connection to a private platform can change other people.',
  'change.not-stored': () => 'The set of changes could not be written to the disk. Nothing was sent.',
  'change.too-many': ({ max }) => `A set has at most ${max} changes.`,
  'change.not-read': ({ reason }, words) => `The people could not be read: ${words(reason)}`,
  'change.not-verified': ({ reason }, words) =>
    `The result could not be read and compared: ${withPeriod(words(reason))} Press Resume to read it again.`,
  'change.unknown-plan': () => 'This plan is no longer available. Plan again. Nothing was sent.',
  'change.outdated': () => 'The set, or what it rests on, has changed. Plan again. Nothing was sent.',
  'change.not-typed': ({ name }) => `The confirmation of ${name} was not typed. Nothing was sent.`,
  'change.password': ({ max, min, name }) =>
    `The password of ${name} needs ${min} to ${max} characters. Nothing was sent.`,
  'change.run-open': () => 'Another set is being applied, or is paused. Finish or stop it first.',
  'change.not-running': () => 'No set is being applied.',
  'change.not-paused': () => 'No set is paused.',
  'change.paused': () => 'Paused by you.',
  'change.restarted': () =>
    'The program ended while the set was being applied. Press Resume to continue at the first open row.',
  'change.password-again': () => 'A password has to be typed again. It was forgotten with the pause.',
  'change.row-unknown': () =>
    'A row has no clear answer. The list of people is read to find out. Nothing else is sent until that is certain.',
  'change.key-refused': () => 'The platform refuses the key. Its rights may have been withdrawn.',
  'change.missing': ({ field }) => `${field} is missing.`,
  'change.not-cleared': ({ field }) => `${field} cannot be cleared.`,
  'change.exponent': ({ field }) => `${field} is written with an exponent, as a spreadsheet shortens long numbers.`,
  'change.blank': ({ field }) => `${field} must not contain spaces.`,
  'change.not-an-id': ({ field }) => `${field} must have 1 to 20 digits and must not start with 0.`,
  'change.not-a-flag': ({ field }) => `${field} must be 0 or 1.`,
  'change.not-whole': ({ field }) => `${field} must be a whole number: 1 to 15 digits.`,
  'change.not-a-time': ({ field }) => `${field} must be a New York time in the form YYYY-MM-DD hh:mm.`,
  'change.no-such-time': ({ field }) => `${field}: New York skips this hour in spring, so the time does not exist.`,
  'change.too-long': ({ field, max }) => `${field} has more than ${max} characters.`,
  'change.empty': () => 'Nothing is changed: every field is empty.',
  'change.not-taken': ({ field, op }) => `${op} does not take ${field}.`,
  'change.bounds': ({ field, max, min, unit }) =>
    `${field} must ${unit === 'characters' ? `have ${min} to ${max} characters` : `be from ${min} to ${max}`}.`,
  'change.unknown-column': ({ field }) => `The column "${field}" is not a field of the specification.`,
  'change.column-twice': ({ field }) => `The column "${field}" is there twice.`,
  'change.no-column': ({ field }) => `The column "${field}" is missing.`,
  'change.password-column': () =>
    'Nothing was imported: one column is for a password or another secret. Remove that column, and delete the file that has it.',
  'change.unknown-op': () => 'This is not an operation.',
  'change.extra-cell': () => 'There is no column name above this cell.',
  'change.encoding': () => 'The text is not UTF-8. Save the file as CSV UTF-8.',
  'change.quote': () => 'A quotation mark is not closed.',
  'change.twice': ({ line }) => `The same operation on the same record is in ${otherPlace(line)}.`,
  'change.begin-and-end': ({ line }) => `The subscription begins and ends in one set: see ${otherPlace(line)}.`,
  'change.deleted-too': ({ line }) => `The person is deleted and changed in one set: see ${otherPlace(line)}.`,
  'change.unknown-person': () => 'The platform has no such person.',
  'change.unreadable-person': () =>
    'The record of this person could not be read completely, so nothing can be compared.',
  'change.is-deleted': () => 'The person is deleted.',
  'change.unknown-license': () => 'The person has no such license.',
  'change.unknown-strategy': () => 'The person does not own this strategy.',
  'change.unknown-owner': () => 'The new owner is not a person of the platform.',
  'change.not-subscribed': () => 'The person does not subscribe to this strategy.',
  'change.repeated-hour': () =>
    'The end is in the hour that New York repeats in autumn. Which of the two is meant cannot be said; the later one is assumed.',
  'change.past-end': () => 'The time is past: the subscription ends at once.',
  'change.ends-strategy': () => 'The strategy ends. Its subscribers lose it.',
  'change.not-known': () => 'A current value is not known, so the new value cannot be compared with it.',
  'change.owner-moves': ({ to }) => `The strategy moves to ${to}.`,
  'change.problems': ({ count }) => `${countedChanges(count)} cannot be applied. Correct or remove them.`,
  'change.nothing': ({ noOps }) =>
    noOps === 0 ? 'The set is empty.' : 'The platform has everything already. There is nothing to send.',
  'change.delete-limit': ({ count, max }) =>
    `The set deletes ${countedPeople(count)}. One run deletes at most ${max}, unless the limit is raised.`,
  'change.other-plan': () =>
    'The plan file does not match: the platform or the set has changed since the file was made.',
  'change.deletes': ({ count }) =>
    `${countedPeople(count)} ${count === 1 ? 'is' : 'are'} deleted for good. Nothing undoes it.`,
  'change.open-positions': ({ positions, strategies }) =>
    `${strategies} ${strategies === 1 ? 'strategy has' : 'strategies have'} ${positions} open ${positions === 1 ? 'position' : 'positions'}.`,
  'change.unknown-positions': ({ strategies }) =>
    `Open positions of ${strategies} ${strategies === 1 ? 'strategy' : 'strategies'} were not read in the last minute.`,
  'change.rows-warn': ({ count, text }, words) => `${countedChanges(count)}: ${words(text)}`,
  'change.links-not-listed': () =>
    'The platform cannot list the AutoTrade copies of these people, so the plan does not show them.',
  'change.no-ops': ({ count }) => `${countedChanges(count)} left out: the platform has the values already.`,
  'change.unknown-amounts': ({ count }) => `The recurring amount of ${countedChanges(count)} is not known.`,
};
