import { isDeleted, type PersonRow } from '#contract/model/person.ts';
import type { GridRow } from '#renderer/grid/grid-types.ts';

/** The filters that the list of people offers. */
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

/** A person in the list. A figure is null if it cannot be read. */
export interface PeopleRow extends GridRow {
  readonly name: string;
  readonly screenName: string;
  /** Personal data, masked on screen and in exports unless the operator chose to show addresses. */
  readonly email: string;
  readonly created: PersonRow['created'];
  readonly deleted: PersonRow['deleted'];
  /** False if the last answer of the platform did not list the person any more. */
  readonly listed: boolean;
  readonly licenses: number | null;
  /** Licenses with recurring billing. */
  readonly renewing: number | null;
  readonly subscriptions: number | null;
  readonly strategies: number | null;
  /** Strategies that are alive, require credits and have none. */
  readonly withoutCredits: number | null;
  readonly requiringCredits: number | null;
  /** Licenses with a failed attempt, and current subscriptions whose last payment failed. */
  readonly failing: number | null;
  /** Members of the platform's record that cannot be read. */
  readonly unreadable: number;
  readonly filters: readonly PeopleFilter[];
}

const soonSeconds = 30 * 86_400;

/**
 * The row of a person. It is computed once for each answer of the platform, in one pass, because
 * there may be thousands of people. `now` is in unix seconds.
 */
export function peopleRow(person: PersonRow, now: number): PeopleRow {
  const licenses = licenseFigures(person.licenses ?? [], now);
  const subscriptions = subscriptionFigures(person.subscriptions ?? [], now);
  const strategies = strategyFigures(person.strategies ?? [], now);
  const isBillingKnown = person.licenses !== null && person.subscriptions !== null;
  const failing = isBillingKnown ? licenses.failing + subscriptions.failing : null;
  const ifRead = (list: readonly unknown[] | null, figure: number): number | null => (list === null ? null : figure);
  const filters: PeopleFilter[] = ['all'];
  if (licenses.endingSoon > 0) filters.push('ends-soon');
  if (licenses.notRecurring > 0) filters.push('recurring-off');
  if (failing !== null && failing > 0) filters.push('failing');
  if (strategies.withoutCredits > 0) filters.push('no-credits');
  if (isDeleted(person)) filters.push('deleted');
  if (person.unreadable > 0) filters.push('unreadable');
  return {
    id: person.personId,
    name: `${person.firstName} ${person.lastName}`.trim(),
    screenName: person.screenName,
    email: person.email,
    created: person.created,
    deleted: person.deleted,
    listed: person.listed,
    licenses: person.licenses?.length ?? null,
    renewing: ifRead(person.licenses, licenses.renewing),
    subscriptions: ifRead(person.subscriptions, subscriptions.current),
    strategies: person.strategies?.length ?? null,
    withoutCredits: ifRead(person.strategies, strategies.withoutCredits),
    requiringCredits: ifRead(person.strategies, strategies.requiringCredits),
    failing,
    unreadable: person.unreadable,
    filters,
  };
}

type ListOf<Name extends 'licenses' | 'strategies' | 'subscriptions'> = NonNullable<PersonRow[Name]>;

function licenseFigures(licenses: ListOf<'licenses'>, now: number) {
  const figures = { renewing: 0, notRecurring: 0, endingSoon: 0, failing: 0 };
  for (const { endsAt, failedAttempts, recurring } of licenses) {
    if (recurring === true) figures.renewing += 1;
    if (recurring === false) figures.notRecurring += 1;
    if (endsAt !== null && endsAt >= now && endsAt <= now + soonSeconds) figures.endingSoon += 1;
    if (!isNone(failedAttempts)) figures.failing += 1;
  }
  return figures;
}

/** The number of current subscriptions, and how many of these had a failed last payment. */
function subscriptionFigures(subscriptions: ListOf<'subscriptions'>, now: number) {
  const figures = { current: 0, failing: 0 };
  for (const { endedAt, isLastPaymentFailed } of subscriptions) {
    if (endedAt !== null && endedAt <= now) continue;
    figures.current += 1;
    if (isLastPaymentFailed === true) figures.failing += 1;
  }
  return figures;
}

/**
 * The number of strategies that require credits, and how many of these are alive and have neither
 * signal credits nor time credit remaining.
 */
function strategyFigures(strategies: ListOf<'strategies'>, now: number) {
  const figures = { requiringCredits: 0, withoutCredits: 0 };
  for (const { alive, requiresCredits, signalCredits, timeCreditUntil } of strategies) {
    if (requiresCredits !== true) continue;
    figures.requiringCredits += 1;
    const isTimeCreditOver = timeCreditUntil === null || timeCreditUntil <= now;
    if (alive === true && isTimeCreditOver && isNone(signalCredits)) figures.withoutCredits += 1;
  }
  return figures;
}

/**
 * Null, zero and negative amounts count as none. An amount without a digit from 1 to 9 is zero.
 */
const isNone = (amount: string | null): boolean =>
  amount === null || amount === '0' || !/[1-9]/.test(amount) || amount.startsWith('-');
