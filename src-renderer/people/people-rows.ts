import { isDeleted, type PersonRow } from '#contract/model/person.ts';
import { maskedEmail } from '#renderer/format/masked-email.ts';
import type { GridRow } from '#renderer/grid/grid-types.ts';

/** The saved filters of the list. */
export const peopleFilters = [
  'all',
  'ends-soon',
  'recurring-off',
  'failing',
  'no-credits',
  'deleted',
  'unreadable',
] as const;
export type PeopleFilter = (typeof peopleFilters)[number];

export const filterWords: Readonly<Record<PeopleFilter, string>> = {
  all: 'All people',
  'ends-soon': 'License ends within 30 days',
  'recurring-off': 'Recurring billing off',
  failing: 'Failing bills',
  'no-credits': 'Owns a strategy without credits',
  deleted: 'Deleted',
  unreadable: 'Not fully readable',
};

/** A person in the list. A figure is null where it cannot be read. */
export interface PeopleRow extends GridRow {
  readonly name: string;
  readonly screenName: string;
  /** Masked where addresses are not shown. */
  readonly email: string;
  readonly created: PersonRow['created'];
  readonly deleted: PersonRow['deleted'];
  readonly listed: boolean;
  readonly licenses: number | null;
  readonly renewing: number | null;
  readonly subscriptions: number | null;
  readonly strategies: number | null;
  /** Strategies that require credits and have none. */
  readonly withoutCredits: number | null;
  readonly requiringCredits: number | null;
  readonly failing: number | null;
  readonly unreadable: number;
  readonly filters: ReadonlySet<PeopleFilter>;
}

const soonSeconds = 30 * 86_400;
const count = <Item>(list: readonly Item[] | null, is: (item: Item) => boolean): number | null =>
  list === null ? null : list.filter(is).length;

/** Zero is the only decimal without another digit. */
const isNone = (amount: string | null): boolean => amount === null || !/[1-9]/.test(amount) || amount.startsWith('-');

/** `now` in unix seconds. */
export function peopleRow(person: PersonRow, isShown: boolean, now: number): PeopleRow {
  const { licenses, strategies, subscriptions } = person;
  const owing = count(strategies, (one) => isWithoutCredits(one, now));
  const failing = failingOf(person, now);
  return {
    id: person.personId,
    name: [person.firstName, person.lastName].filter((name) => name !== '').join(' '),
    screenName: person.screenName,
    email: isShown ? person.email : maskedEmail(person.email),
    created: person.created,
    deleted: person.deleted,
    listed: person.listed,
    licenses: licenses?.length ?? null,
    renewing: count(licenses, ({ recurring }) => recurring === true),
    subscriptions: count(subscriptions, ({ endedAt }) => endedAt === null || endedAt > now),
    strategies: strategies?.length ?? null,
    withoutCredits: owing,
    requiringCredits: count(strategies, ({ requiresCredits }) => requiresCredits === true),
    failing,
    unreadable: person.unreadable,
    filters: filtersOf(person, { owing, failing, now }),
  };
}

type Figures = { readonly owing: number | null; readonly failing: number | null; readonly now: number };

function filtersOf(person: PersonRow, { owing, failing, now }: Figures): ReadonlySet<PeopleFilter> {
  const filters = new Set<PeopleFilter>(['all']);
  const isEnding = ({ endsAt }: { endsAt: number | null }): boolean =>
    endsAt !== null && endsAt >= now && endsAt <= now + soonSeconds;
  if (person.licenses?.some(isEnding)) filters.add('ends-soon');
  if (person.licenses?.some(({ recurring }) => recurring === false)) filters.add('recurring-off');
  if ((failing ?? 0) > 0) filters.add('failing');
  if ((owing ?? 0) > 0) filters.add('no-credits');
  if (isDeleted(person)) filters.add('deleted');
  if (person.unreadable > 0) filters.add('unreadable');
  return filters;
}

type Strategies = NonNullable<PersonRow['strategies']>;

const isWithoutCredits = (
  { alive, requiresCredits, signalCredits, timeCreditUntil }: Strategies[number],
  now: number,
): boolean =>
  alive === true &&
  requiresCredits === true &&
  isNone(signalCredits) &&
  (timeCreditUntil === null || timeCreditUntil <= now);

/** Licenses with a failed attempt, and current subscriptions whose last payment failed. */
function failingOf({ licenses, subscriptions }: PersonRow, now: number): number | null {
  if (licenses === null || subscriptions === null) return null;
  const isFailing = subscriptions.filter(
    ({ endedAt, isLastFailed }) => isLastFailed === true && (endedAt === null || endedAt > now),
  );
  return licenses.filter(({ failedAttempts }) => !isNone(failedAttempts)).length + isFailing.length;
}
