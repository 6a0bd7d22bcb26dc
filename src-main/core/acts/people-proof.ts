import Type from 'typebox';
import { Check } from 'typebox/value';
import { parsePeople } from '#core/platform/parse/person.ts';
import { newYorkText } from '#rules/calendar/new-york.ts';
import { isMet, observe } from '#rules/changes/observe.ts';
import type { Change } from '#rules/changes/change.ts';
import type { PersonFacts } from '#rules/changes/facts.ts';
import type { ParsedPerson, PlatformTime } from '#contract/model/person.ts';
import { Nullable } from '#contract/model/scalars.ts';
import type { ActRow } from './act-row.ts';
import type { ActProof } from './act-type.ts';

/**
 * What the list of all people showed before the act, for each field that the act changes. Null if
 * the list did not show the field.
 */
export const PersonBefore = Type.Record(Type.String(), Nullable(Type.String()));

/** The person in the form that the rules compare. */
export function personFacts(person: ParsedPerson): PersonFacts {
  const { personId, firstName, lastName, screenName, email, deleted, licenses, subscriptions, strategies } = person;
  return {
    ...{ personId, firstName, lastName, screenName, email, deleted: deleted.text },
    licenses: (licenses ?? []).flatMap(({ licenseId, nextMethod, nextPayment, recurring, type }) =>
      licenseId === null ? [] : [{ licenseId, type, recurring, nextMethod, nextAmount: nextPayment }],
    ),
    subscriptions: (subscriptions ?? []).flatMap(({ subscriptionId, systemId, ended }) =>
      subscriptionId === null || systemId === null
        ? []
        : [{ guid: subscriptionId, systemId, endTime: endTimeOf(ended) }],
    ),
    strategies: (strategies ?? []).flatMap(({ alive, name, systemId }) =>
      systemId === null ? [] : [{ systemId, name, alive }],
    ),
    isReadable: isReadable(person),
  };
}

/** An end time in the form that the rules read. The platform may write unix seconds instead. */
const endTimeOf = ({ at, text }: PlatformTime): string => (at === null ? text : newYorkText(at * 1000));

/**
 * Whether each list, the id of everything in it, the deletion of the person and the end of each
 * subscription could be read. A part that cannot be read may be the one that a proof needs.
 */
function isReadable({ deleted, licenses, strategies, subscriptions, unreadable }: ParsedPerson): boolean {
  if (licenses === null || strategies === null || subscriptions === null) return false;
  if (unreadable.includes('deleted') && deleted.text === '') return false;
  const areLicensesRead = licenses.every(({ licenseId }) => licenseId !== null);
  const areSubscriptionsRead = subscriptions.every(
    ({ ended, subscriptionId, systemId }) =>
      subscriptionId !== null && systemId !== null && (ended.at !== null || ended.text === ''),
  );
  return areLicensesRead && areSubscriptionsRead && strategies.every(({ systemId }) => systemId !== null);
}

export type PeopleRead = ReadonlyMap<string, PersonFacts>;

/** The read that shows what became of a change of a person (acts.md 1). */
export const peopleProof = <Wanted>(
  changeOf: (row: ActRow<Wanted>) => Omit<Change, 'id'>,
): ActProof<Wanted, PeopleRead> => ({
  command: 'listAllPeople',
  body: () => ({}),
  parse: (answer) => {
    const list = parsePeople(answer['people']);
    // A list with an unreadable record proves nothing: that record may be of this person.
    if (list === null || list.bad > 0) return null;
    return new Map(list.items.map((person) => [person.personId, personFacts(person)]));
  },
  shows: (people, row) => {
    const change = { id: row.intentId, ...changeOf(row) };
    const observed = observe(change, { now: row.sentAt ?? row.createdAt, people, strategies: new Map() });
    if ('code' in observed || !Check(PersonBefore, row.before)) return false;
    // A listed subscription may have begun earlier, or may seem current because the clock of this
    // computer is slow. So only an id that was not listed before proves a begin.
    const isBegin = change.op === 'subscription.begin';
    const values = isBegin ? observed.map((one) => ({ ...one, proof: 'new' as const })) : observed;
    return isMet(values, row.before) === true;
  },
  isPossible: ({ before }) => Check(PersonBefore, before),
});
