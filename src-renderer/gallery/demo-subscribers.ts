import type { Subscriber } from '#contract/model/people.ts';
import type { SubscriberChange, SubscriberReading, SubscriberStep } from '#contract/model/subscriber-changes.ts';
import { demoNow } from './demo-clock.ts';
import { demoStrategies } from './demo-strategies.ts';

const names = [
  ...['Ada Brenner', 'Noor Haddad', 'Piotr Zielinski', 'Mei Okafor', 'Lena Brook', 'Tomas Rivas', 'Grace Adams'],
  ...['Ivo Peters', 'Anna Cole', 'Owen Marsh', 'Sara Lind', 'Dev Patel'],
];
const countries = [
  ['Austria', 'AT'],
  ['Canada', 'CA'],
  ['Poland', 'PL'],
  ['United States', 'US'],
] as const;

const months = ['2025-03', '2025-05', '2025-08', '2025-11', '2026-01', '2026-03'];

function subscriber(
  number: number,
  more: Partial<Subscriber> = {},
  terms: Partial<Subscriber['terms']> = {},
): Subscriber {
  const name = names[number - 1] ?? `Person ${number}`;
  const [firstName = '', lastName = ''] = name.split(' ');
  const [country, countryCode] = countries[(number - 1) % countries.length] ?? countries[0];
  const isPrivate = number % 4 === 1;
  return {
    ...{
      subscriptionId: String(90_000 + number),
      personId: String(77_000 + number),
      name,
      firstName,
      lastName,
      country,
    },
    email: `${firstName.toLowerCase()}@example.org`,
    status: 'current',
    startedText: number === 1 ? '2025-01-14' : `${months[number % months.length] ?? months[0]}-${10 + number}`,
    endedText: '',
    isPrivate,
    terms: {
      countryCode,
      systemId: demoStrategies[0]?.systemId ?? null,
      privateStartedText: isPrivate ? '2025-01-15 09:30:00' : '',
      privateEndsText: '',
      isPrivateExpired: isPrivate ? false : null,
      platformEndsText: isPrivate ? '2026-08-31 00:00:00' : '',
      isPlatformExpired: isPrivate ? false : null,
      ...{ customId: null, customAmount: null, customUntilText: '', customPeriodsLeft: null },
      ...{ failedPayments: '0', billingOffText: '', nextPayment: '79.00', scheduleId: `31004${number}` },
      ...terms,
    },
    listed: true,
    ...more,
  };
}

const custom = {
  customId: '640017',
  customAmount: '59.50',
  customUntilText: '2026-12-31 23:59:00',
  customPeriodsLeft: '9',
};
const ended = { status: 'ended', endedText: '2026-01-09 16:00:00' };

export const demoSubscribers: readonly Subscriber[] = [
  subscriber(
    1,
    {},
    {
      ...{ privateEndsText: '2026-07-15 00:00:00', failedPayments: '2', billingOffText: '2026-01-02 10:11:12' },
      ...{ ...custom, scheduleId: '310044' },
    },
  ),
  subscriber(2),
  subscriber(5, {}, { privateEndsText: '2026-03-20 18:00:00' }),
  subscriber(6, { status: 'trial', startedText: '2026-03-01' }),
  subscriber(7, {}, { failedPayments: '1' }),
  subscriber(8, {}, custom),
  subscriber(9),
  subscriber(10, { status: 'trial', startedText: '2026-02-27' }, { nextPayment: null }),
  subscriber(11, {}, { nextPayment: '79.5' }),
  subscriber(12, { email: '' }, { failedPayments: '3', billingOffText: '2026-03-01 10:11:12' }),
  subscriber(3, ended, { nextPayment: null }),
  subscriber(4, { listed: false }),
];

/** A reading some days ago, with the number of subscriptions for each kind of change. */
const reading = (days: number, [joined, left, status, other]: readonly [number, number, number, number]) => ({
  at: demoNow - days * 86_400,
  ...{ joined, left, status, other },
});
export const demoReadings: readonly SubscriberReading[] = [
  reading(0, [1, 1, 1, 1]),
  reading(3, [2, 0, 0, 4]),
  reading(31, [0, 0, 0, 0]),
];

const idsOf = (index: number) => {
  const { subscriptionId, personId, name } = demoSubscribers[index] ?? subscriber(1);
  return { subscriptionId, personId, name };
};
export const demoSubscriberChanges: readonly SubscriberChange[] = [
  { ...idsOf(3), kind: 'joined', values: [] },
  {
    ...idsOf(10),
    kind: 'left',
    values: [
      { member: 'status', before: 'current', after: 'ended' },
      { member: 'endedText', before: null, after: '2026-01-09 16:00:00' },
    ],
  },
  { ...idsOf(2), kind: 'status', values: [{ member: 'status', before: 'trial', after: 'current' }] },
  { ...idsOf(4), kind: 'other', values: [{ member: 'failedPayments', before: '0', after: '1' }] },
];

const step = (days: number, kind: SubscriberStep['kind'], values: SubscriberStep['values']): SubscriberStep => ({
  ...{ ...idsOf(0), at: demoNow - days * 86_400, kind, status: 'current', values },
});
export const demoSubscriberHistory: readonly SubscriberStep[] = [
  step(0, 'other', [{ member: 'failedPayments', before: '1', after: '2' }]),
  step(3, 'status', [{ member: 'status', before: 'trial', after: 'current' }]),
  step(31, 'seen', []),
];
