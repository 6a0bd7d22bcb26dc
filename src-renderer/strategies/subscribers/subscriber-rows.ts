import Big from 'big.js';
import { isCurrentSubscriber, isFutureText, type Subscriber } from '#contract/model/people.ts';
import { timeText } from '#renderer/format/time-text.ts';
import type { GridRow } from '#renderer/grid/grid-types.ts';

/** The filters of the list. The figures of the head are the counts of some of them. */
export const subscriberFilters = [
  'all',
  'current',
  'trial',
  'joined',
  'left',
  'billed',
  'failing',
  'ending',
  'ends-7',
  'ends-30',
  'ends-90',
  'private',
  'custom',
  'unlisted',
] as const;
export type SubscriberFilter = (typeof subscriberFilters)[number];

export const subscriberFilterWords: Readonly<Record<SubscriberFilter, string>> = {
  all: 'All subscriptions',
  current: 'Current',
  trial: 'Free trials',
  joined: 'Joined this month',
  left: 'Left this month',
  billed: 'With a next bill',
  failing: 'Failed payments',
  ending: 'Ending',
  'ends-7': 'Ends within 7 days',
  'ends-30': 'Ends within 30 days',
  'ends-90': 'Ends within 90 days',
  private: 'Private platform',
  custom: 'Custom terms',
  unlisted: 'No longer listed',
};

export interface SubscriberRow extends GridRow {
  readonly subscriber: Subscriber;
  /** The future end of the subscription, as the platform wrote it. Empty if none is known. */
  readonly endsText: string;
  readonly filters: readonly SubscriberFilter[];
}

const secondsPerDay = 86_400;

/**
 * New York times as texts in the format of the platform. Texts in this format sort by time.
 * `endLimits`: the latest end for each filter of coming ends.
 */
type Times = {
  readonly now: string;
  readonly month: string;
  readonly endLimits: readonly (readonly [SubscriberFilter, string])[];
};

function timesAt(now: number): Times {
  const text = timeText(now, 'ET');
  const until = (days: number): string => timeText(now + days * secondsPerDay, 'ET');
  return {
    now: text,
    month: text.slice(0, 7),
    endLimits: [
      ['ends-7', until(7)],
      ['ends-30', until(30)],
      ['ends-90', until(90)],
    ],
  };
}

/**
 * The rows of one reading, each with the filters that it matches. The filters are computed once,
 * because there may be thousands of rows. `now` in unix seconds.
 */
export function subscriberRows(subscribers: readonly Subscriber[], now: number): SubscriberRow[] {
  const times = timesAt(now);
  return subscribers.map((subscriber) => {
    const endsText = endOf(subscriber, times.now);
    return { id: subscriber.subscriptionId, subscriber, endsText, filters: filtersOf(subscriber, endsText, times) };
  });
}

/**
 * The earliest future end: of the private subscription, or of the subscription itself. Empty if the
 * subscription is not current or no end is in the future.
 */
function endOf(subscriber: Subscriber, now: string): string {
  if (!isCurrentSubscriber(subscriber, now)) return '';
  const { endedText, terms } = subscriber;
  const futureEnds = [terms?.privateEndsText ?? '', endedText].filter((text) => isFutureText(text, now));
  return futureEnds.toSorted()[0] ?? '';
}

function filtersOf(subscriber: Subscriber, endsText: string, times: Times): SubscriberFilter[] {
  const { endedText, isPrivate, listed, startedText, status, terms } = subscriber;
  const isCurrent = isCurrentSubscriber(subscriber, times.now);
  const filters: SubscriberFilter[] = ['all'];
  const add = (filter: SubscriberFilter, isMatch: boolean): void => {
    if (isMatch) filters.push(filter);
  };
  add('current', isCurrent);
  add('trial', isCurrent && /trial/i.test(status));
  add('joined', startedText.startsWith(times.month));
  add('left', endedText.startsWith(times.month) && endedText <= times.now);
  add('billed', isCurrent && isBilled(terms));
  add('failing', isCurrent && isPositive(terms?.failedPayments ?? null));
  add('ending', endsText !== '');
  for (const [filter, until] of times.endLimits) add(filter, endsText !== '' && endsText <= until);
  add('private', isPrivate === true);
  add('custom', terms?.customId != null || terms?.customAmount != null);
  add('unlisted', !listed);
  return filters;
}

/** A next amount is known, and recurring billing was not turned off. */
const isBilled = (terms: Subscriber['terms']): boolean =>
  terms !== undefined && terms.nextPayment !== null && terms.billingOffText === '';

const isPositive = (amount: string | null): boolean =>
  amount !== null && /[1-9]/.test(amount) && !amount.startsWith('-');

/** The platform's words for the status, the most frequent first, with their counts. */
export function statusCounts(rows: readonly SubscriberRow[]): readonly (readonly [status: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const { subscriber } of rows) counts.set(subscriber.status, (counts.get(subscriber.status) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one);
}

/** The exact sum of the next bills at their default amounts. Custom terms are not applied. */
export const nextBills = (rows: readonly SubscriberRow[]): string =>
  exactSum(
    rows.flatMap(({ filters, subscriber }) =>
      filters.includes('billed') ? (subscriber.terms?.nextPayment ?? []) : [],
    ),
  );

/** Adds without floating point, because cents must be exact. The sum has at least two decimals. */
export function exactSum(decimals: readonly string[]): string {
  const places = decimals.reduce((max, text) => Math.max(max, text.split('.')[1]?.length ?? 0), 2);
  return decimals.reduce((sum, text) => sum.plus(text), new Big(0)).toFixed(places);
}
