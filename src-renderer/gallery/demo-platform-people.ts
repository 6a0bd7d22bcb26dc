import type { License, OwnedStrategy, Person, PersonRow, PersonSubscription } from '#contract/model/person.ts';
import { done, failed } from '#contract/outcome.ts';
import { demoNow } from './demo-clock.ts';
import { demoUnreachable, statesWithRows, type DemoState } from './demo-options.ts';

const day = 86_400;
const time = (text: string, at: number) => ({ text, at });
const notSet = { text: '', at: null };

const license = (more: Partial<License> = {}): License => ({
  licenseId: '61204',
  personId: '51001',
  type: 'autotrade_monthly',
  starts: time('2026-02-10 09:30:00', demoNow - 20 * day),
  ends: time('2026-03-10 09:30:00', demoNow + 8 * day),
  paid: '99.00',
  nextPayment: '98.00',
  method: 'platform_master_account',
  nextMethod: 'credit_card',
  failedAttempts: '1',
  recurring: true,
  unreadable: [],
  ...more,
});

const subscription = (more: Partial<PersonSubscription> = {}): PersonSubscription => ({
  subscriptionId: '3100442',
  systemId: '91000001',
  systemName: 'Harbor Momentum',
  started: time('2025-11-03 10:00:00', demoNow - 119 * day),
  ended: time('2026-05-03 10:00:00', demoNow + 62 * day),
  payments: [
    {
      when: time('2026-02-03 10:00:00', demoNow - 27 * day),
      amount: '79.00',
      method: 'credit_card',
      status: 'paid',
      others: [],
      unreadable: [],
    },
    {
      when: time('2026-03-01 10:00:00', demoNow - day),
      amount: '79.00',
      method: 'credit_card',
      status: 'failed',
      others: [{ name: 'reason', value: 'card declined' }],
      unreadable: [],
    },
  ],
  unreadable: [],
  ...more,
});

const strategy = (more: Partial<OwnedStrategy> = {}): OwnedStrategy => ({
  systemId: '91000071',
  name: 'Slate Breakout',
  alive: true,
  created: time('2024-05-20 11:00:00', demoNow - 650 * day),
  tradeLeader: true,
  requiresCredits: true,
  signalCredits: '12',
  timeCreditUntil: time('2026-04-01 00:00:00', demoNow + 30 * day),
  transactions: [
    {
      transactionId: '8801',
      when: time('2026-01-12 08:15:00', demoNow - 49 * day),
      type: 'signals',
      amount: '250',
      others: [],
      unreadable: [],
    },
  ],
  unreadable: [],
  ...more,
});

const person = (number: number, firstName: string, lastName: string, more: Partial<Person> = {}): Person => ({
  personId: `5100${number}`,
  firstName,
  lastName,
  screenName: `${firstName.toLowerCase()}${number}`,
  email: `${firstName.toLowerCase()}.${lastName.toLowerCase()}@example.com`,
  created: time(`202${number}-04-1${number} 12:00:00`, demoNow - (2_000 - number * 200) * day),
  deleted: notSet,
  licenses: [],
  subscriptions: [],
  strategies: [],
  unreadable: [],
  listed: true,
  ...more,
});

const demoPersons: readonly Person[] = [
  person(1, 'Ada', 'Brenner', { licenses: [license()], subscriptions: [subscription()], strategies: [strategy()] }),
  person(2, 'Bruno', 'Hollis', {
    licenses: [
      license({ licenseId: '61207', personId: '51002', recurring: false, nextPayment: '0.00', failedAttempts: '2' }),
    ],
    strategies: [
      strategy({
        systemId: '91000072',
        name: 'Two Tides',
        signalCredits: '0',
        timeCreditUntil: notSet,
        transactions: [],
      }),
    ],
  }),
  person(3, 'Claire', 'Abbott', { deleted: time('2025-12-01 09:00:00', demoNow - 91 * day) }),
  person(4, 'Esther', 'Hollis', {
    licenses: null,
    subscriptions: [subscription({ subscriptionId: null, ended: { text: 'soon', at: null }, unreadable: ['ended'] })],
    unreadable: ['licenses'],
  }),
  person(5, 'Frank', 'Ito', { listed: false }),
];

const rowOf = (one: Person): PersonRow => ({
  personId: one.personId,
  firstName: one.firstName,
  lastName: one.lastName,
  screenName: one.screenName,
  email: one.email,
  created: one.created,
  deleted: one.deleted,
  licenses:
    one.licenses?.map(({ ends, recurring, failedAttempts }) => ({ endsAt: ends.at, recurring, failedAttempts })) ??
    null,
  subscriptions:
    one.subscriptions?.map(({ ended, payments }) => ({
      endedAt: ended.at,
      isLastPaymentFailed: payments?.at(-1)?.status === 'failed',
    })) ?? null,
  strategies:
    one.strategies?.map(({ alive, requiresCredits, signalCredits, timeCreditUntil }) => ({
      alive,
      requiresCredits,
      signalCredits,
      timeCreditUntil: timeCreditUntil.at,
    })) ?? null,
  unreadable: one.unreadable.length + (one.subscriptions ?? []).flatMap(({ unreadable }) => unreadable).length,
  isDeletionUnknown: false,
  listed: one.listed,
});

/** The people of the platform, and when their list was read. */
export const demoPeopleList = (data: DemoState) => ({
  readAt: data === 'starting' || data === 'never-read' ? null : demoNow - (data === 'stale' ? 3 * day : 1_200),
  failure: data === 'never-read' || data === 'offline' ? demoUnreachable : null,
  revision: 1,
  people: statesWithRows.has(data) ? demoPersons.map(rowOf) : [],
});

export const demoPeopleState = (data: DemoState, revision: number) => {
  const { readAt, failure } = demoPeopleList(data);
  return { revision, readAt, failure, reading: false };
};

export const demoPerson = (personId: string) => {
  const found = demoPersons.find((one) => one.personId === personId);
  return found === undefined ? failed('unknown-person', { code: 'people.unknown', personId }) : done({ person: found });
};
