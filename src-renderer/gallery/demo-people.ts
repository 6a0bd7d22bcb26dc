import type { RosterEntry, Subscriber } from '#contract/model/people.ts';
import { demoNow } from './demo-clock.ts';
import { demoUnreachable, fullData, type DemoData } from './demo-options.ts';
import { demoStrategies } from './demo-strategies.ts';

const subscriber = (at: number, name: string, country: string, more: Partial<Subscriber> = {}): Subscriber => ({
  subscriptionId: `9000${at}`,
  personId: `7700${at}`,
  name,
  email: '',
  country,
  status: 'current',
  startedText: `2025-0${at}-14`,
  endedText: '',
  isPrivate: at === 1,
  terms: {
    countryCode: ['AT', 'CA', 'PL', 'US'][at - 1] ?? '',
    systemId: demoStrategies[0]?.systemId ?? null,
    privateStartedText: at === 1 ? '2025-01-15 09:30:00' : '',
    privateEndsText: at === 1 ? '2026-07-15 00:00:00' : '',
    isPrivateExpired: at === 1 ? false : null,
    platformEndsText: at === 1 ? '2026-08-31 00:00:00' : '',
    isPlatformExpired: at === 1 ? false : null,
    customId: at === 1 ? '640017' : null,
    customAmount: at === 1 ? '59.50' : null,
    customUntilText: at === 1 ? '2026-12-31 23:59:00' : '',
    customPeriodsLeft: at === 1 ? '9' : null,
    failedPayments: at === 1 ? '2' : '0',
    billingOffText: at === 1 ? '2026-01-02 10:11:12' : '',
    nextPayment: at === 3 ? null : '79.00',
    scheduleId: at === 1 ? '310044' : null,
  },
  listed: true,
  ...more,
});

export const demoSubscribers: readonly Subscriber[] = [
  subscriber(1, 'Ada Brenner', 'Austria', { email: 'ada@example.org' }),
  subscriber(2, 'Noor Haddad', 'Canada'),
  subscriber(3, 'Piotr Zielinski', 'Poland', { status: 'ended', endedText: '2026-01-09 16:00:00' }),
  subscriber(4, 'Mei Okafor', 'United States', { listed: false }),
];

const everyInstrument = ['stocks', 'stocks short', 'options', 'options short', 'futures', 'forex'];

const roster: readonly RosterEntry[] = [
  ...demoStrategies.map(({ systemId, name }) => ({ systemId, name })),
  { systemId: '91000044', name: 'Granite Trend' },
  { systemId: '91000052', name: 'Two Rivers Pairs' },
].map(({ systemId, name }, at) => ({
  systemId,
  name,
  owner: ['northbay', 'coppercoast', 'quietdesk', 'graniteworks', 'tworivers'][at] ?? '',
  ownerPersonId: `50000${at}${at + 1}`,
  createdText: `202${at}-03-1${at}`,
  monthlyFee: String(49 + at * 30),
  freeTrialDays: '7',
  minimumPortfolio: String(10_000 * (at + 1)),
  startingCapital: '50000',
  alive: at !== 3,
  inactiveSince: at === 3 ? 1_769_000_000 : null,
  instruments: at === 3 ? everyInstrument : at % 2 === 0 ? ['stocks', 'stocks short'] : ['futures'],
  listed: at !== 4,
}));

/** The public list of strategies and its age. */
export function demoRosterList(data: DemoData) {
  const isUnanswered = data === 'never-read' || data === 'offline';
  return {
    readAt: data === 'starting' || data === 'never-read' ? null : demoNow - (data === 'stale' ? 3 * 86_400 : 7_200),
    failure: isUnanswered ? demoUnreachable : null,
    entries: fullData.has(data) ? [...roster] : [],
  };
}
