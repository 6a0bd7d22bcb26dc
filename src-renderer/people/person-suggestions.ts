import { isDeleted, type PersonRow } from '#contract/model/person.ts';
import type { Suggestion } from '#renderer/ui/suggestion.ts';

const maxSuggestions = 8;

type PersonNames = Pick<PersonRow, 'personId' | 'firstName' | 'lastName'>;

/** First and last name, or the id if both are empty. */
export const personName = ({ personId, firstName, lastName }: PersonNames): string =>
  `${firstName} ${lastName}`.trim() || `Person ${personId}`;

/**
 * At most eight people. Their id, their screen name or a word of their name begins with the typed
 * text. Deleted and unlisted people are left out.
 */
export function personSuggestions(people: readonly PersonRow[], typed: string): readonly Suggestion[] {
  const start = typed.trim().toLowerCase();
  if (start === '') return [];
  const found: Suggestion[] = [];
  for (const person of people) {
    if (isDeleted(person) || !person.listed || !isMatch(person, start)) continue;
    const { personId, screenName } = person;
    const text = screenName === '' ? personId : `${screenName} · ${personId}`;
    found.push({ id: personId, head: personName(person), text });
    if (found.length === maxSuggestions) break;
  }
  return found;
}

const isMatch = ({ personId, firstName, lastName, screenName }: PersonRow, start: string): boolean => {
  const name = `${firstName} ${lastName}`.toLowerCase();
  const hasMatchingWord = (words: string): boolean => words.startsWith(start) || words.includes(` ${start}`);
  return personId.startsWith(start) || hasMatchingWord(name) || screenName.toLowerCase().startsWith(start);
};
