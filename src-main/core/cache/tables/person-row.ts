import type { PersonRow, PersonSubscription, ParsedPerson } from '#contract/model/person.ts';

/** What the list of people shows of a person. */
export const personRow = (person: ParsedPerson): Omit<PersonRow, 'listed'> => ({
  personId: person.personId,
  firstName: person.firstName,
  lastName: person.lastName,
  screenName: person.screenName,
  email: person.email,
  created: person.created,
  deleted: person.deleted,
  licenses:
    person.licenses?.map(({ ends, recurring, failedAttempts }) => ({ endsAt: ends.at, recurring, failedAttempts })) ??
    null,
  subscriptions:
    person.subscriptions?.map((one) => ({ endedAt: one.ended.at, isLastPaymentFailed: hasLastPaymentFailed(one) })) ??
    null,
  strategies:
    person.strategies?.map(({ alive, requiresCredits, signalCredits, timeCreditUntil }) => ({
      alive,
      requiresCredits,
      signalCredits,
      timeCreditUntil: timeCreditUntil.at,
    })) ?? null,
  unreadable: countUnreadable(person),
  isDeletionUnknown: person.unreadable.includes('deleted') && person.deleted.text === '',
});

const countUnreadable = ({ licenses, strategies, subscriptions, unreadable }: ParsedPerson): number => {
  const records = [
    ...(licenses ?? []),
    ...(subscriptions ?? []).flatMap((one) => [one, ...(one.payments ?? [])]),
    ...(strategies ?? []).flatMap((one) => [one, ...(one.transactions ?? [])]),
  ];
  return records.reduce((sum, one) => sum + one.unreadable.length, unreadable.length);
};

/** The order of the payments is not documented: the latest time counts. */
const hasLastPaymentFailed = ({ payments }: PersonSubscription): boolean | null => {
  if (payments === null) return null;
  const [last] = payments.toSorted((a, b) => (b.when.at ?? 0) - (a.when.at ?? 0));
  if (last === undefined) return false;
  return last.unreadable.length > 0 ? null : last.status === 'failed';
};
