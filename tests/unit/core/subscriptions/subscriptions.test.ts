import { describe, expect, it } from 'vitest';
import type { Strategy } from '#contract/model/strategy.ts';
import type { SubscriptionRequest } from '#contract/model/subscription.ts';
import { paymentsOf } from '#core/subscriptions/payments.ts';
import { planSubscription, type SubscriptionFacts } from '#core/subscriptions/plan-subscription.ts';

const at = (text: string): number => Date.parse(text) / 1000;
const strategy: Strategy = {
  systemId: '101',
  name: 'Trend',
  shortDescription: '',
  longDescription: '',
  creator: 'northbay',
  createdAt: null,
  createdText: '',
  monthlyFee: '49.50',
  freeTrialDays: '7',
  alive: true,
};
const rosterEntry = {
  systemId: '101',
  name: 'Trend',
  owner: 'northbay',
  createdText: '',
  monthlyFee: '49.50',
  freeTrialDays: '7',
  minimumPortfolio: '20000',
  startingCapital: '50000',
  alive: true,
  inactiveSince: null,
  instruments: ['stocks'],
  listed: true,
};
const facts = (changes: Partial<SubscriptionFacts> = {}): SubscriptionFacts => ({
  now: Date.UTC(2026, 2, 2),
  access: 'unknown',
  listed: undefined,
  isCurrent: false,
  roster: rosterEntry,
  listReadAt: 1,
  sameOwner: [],
  copies: [],
  hadTrial: false,
  mayBeDuplicate: false,
  named: { actionType: null, autoTradePositionsAndOrders: null },
  ...changes,
});
const begin: SubscriptionRequest = { kind: 'begin', systemId: '101' };
const end = {
  kind: 'end',
  systemId: '101',
  actionType: 'unsubscribe_immediate',
  autoTradePositionsAndOrders: null,
} as const satisfies SubscriptionRequest;
const codes = (request: SubscriptionRequest, changes: Partial<SubscriptionFacts> = {}): string[] =>
  planSubscription('p', request, facts(changes)).checks.map(({ level, code }) => `${level} ${code}`);

describe('a plan to join a strategy', () => {
  it('names the fee, the fee of a year and the day of the first payment', () => {
    expect(planSubscription('p', begin, facts())).toMatchObject({
      monthlyFee: '49.50',
      yearlyFee: '594.00',
      firstPaymentAt: at('2026-03-09T00:00:00Z'),
    });
    expect(codes(begin)).toEqual(['warn costs', 'note minimum-portfolio']);
  });

  it('assumes one free trial for each strategy', () => {
    const planAfterTrial = planSubscription('p', begin, facts({ hadTrial: true }));
    expect(planAfterTrial).toMatchObject({ freeTrialDays: '0', firstPaymentAt: at('2026-03-02T00:00:00Z') });
  });

  it('warns of an unknown fee, but not of a fee of zero', () => {
    expect(codes(begin, { roster: { ...rosterEntry, monthlyFee: null } })).toContain('warn fee-unknown');
    expect(codes(begin, { roster: { ...rosterEntry, monthlyFee: '0' } })).not.toContain('warn costs');
  });

  it('is blocked for an own, a subscribed and an ended strategy', () => {
    expect(codes(begin, { access: 'owner', listed: strategy })).toContain('block own-strategy');
    expect(codes(begin, { listed: strategy, isCurrent: true })).toContain('block subscribed-already');
    expect(codes(begin, { roster: { ...rosterEntry, alive: false } })).toContain('block not-alive');
  });

  it('asks for a typed text if it may make a second subscription (acts A5)', () => {
    const { checks } = planSubscription('p', begin, facts({ mayBeDuplicate: true }));
    expect(checks.find(({ code }) => code === 'second-subscription')).toMatchObject({
      level: 'warn',
      textToType: 'second subscription',
    });
  });
});

describe('a plan to leave a strategy', () => {
  it('says what ends, and names the copies that remain', () => {
    const link = { brokerCode: 'HARBOR', brokerName: 'Harbor', state: 'linked' } as const;
    const copies = [link] as unknown as SubscriptionFacts['copies'];
    expect(codes(end, { listed: strategy, isCurrent: true, copies })).toEqual([
      'warn copies-remain',
      'warn access-ends',
    ]);
  });

  it('is blocked if there is nothing to end', () => {
    expect(codes(end)).toContain('block not-subscribed');
    expect(codes(end, { access: 'owner', listed: strategy })).toEqual(['block own-strategy']);
  });

  const current: Partial<SubscriptionFacts> = { listed: strategy, isCurrent: true };
  const named: SubscriptionFacts['named'] = {
    actionType: { values: ['end_later'], at: 5 },
    autoTradePositionsAndOrders: { values: ['close_all'], at: 6 },
  };
  const laterEnd = { ...end, actionType: 'end_later', autoTradePositionsAndOrders: 'close_all' };

  it('carries the values that the platform named, and warns of one whose effect is not known', () => {
    expect(planSubscription('p', end, facts({ ...current, named })).named).toEqual(named);
    expect(codes(end, { ...current, named })).toEqual(['warn access-ends']);
    expect(codes(laterEnd, { ...current, named })).toEqual(['warn end-not-known', 'warn positions-not-known']);
  });

  it.each([
    [{ ...end, actionType: 'end_later' }, 'actionType', 'end_later'],
    [{ ...end, actionType: 'close_all' }, 'actionType', 'close_all'],
    [{ ...end, autoTradePositionsAndOrders: 'close_all' }, 'autoTradePositionsAndOrders', 'close_all'],
    [
      { ...end, autoTradePositionsAndOrders: 'unsubscribe_immediate' },
      'autoTradePositionsAndOrders',
      'unsubscribe_immediate',
    ],
  ])('is blocked by a value that neither the specification nor the platform named: %j', (request, parameter, value) => {
    const otherParameterOf = {
      actionType: 'autoTradePositionsAndOrders',
      autoTradePositionsAndOrders: 'actionType',
    } as const;
    const other = otherParameterOf[parameter as keyof typeof otherParameterOf];
    // A value that is named for one parameter is not accepted for the other.
    for (const known of [facts().named, { ...facts().named, [other]: { values: [value], at: 5 } }]) {
      const { checks } = planSubscription('p', request, facts({ ...current, named: known }));
      expect(checks[0]).toEqual({
        level: 'block',
        code: 'unnamed-value',
        text: { code: 'subscription.unnamed-value', parameter, value },
        field: parameter,
      });
    }
  });

  it('has another digest if the request has other values, or if the platform named others', () => {
    const digest = (request: SubscriptionRequest, known = named) =>
      planSubscription('p', request, facts({ ...current, named: known })).digest;
    const digests = [
      digest(end),
      digest(laterEnd),
      digest({ ...laterEnd, autoTradePositionsAndOrders: null }),
      digest(laterEnd, { ...named, actionType: { values: ['end_soon'], at: 5 } }),
      digest(laterEnd, { ...named, autoTradePositionsAndOrders: null }),
    ];
    expect(new Set(digests).size).toBe(digests.length);
  });
});

it('the digest of a plan changes with each fact that it shows, and not with the time', () => {
  const digest = (changes: Partial<SubscriptionFacts> = {}) => planSubscription('p', begin, facts(changes)).digest;
  expect(digest({ now: Date.UTC(2027, 0, 1) })).toBe(digest());
  const changes: Partial<SubscriptionFacts>[] = [
    { listed: strategy },
    { isCurrent: true },
    { access: 'owner' },
    { roster: { ...rosterEntry, monthlyFee: '50' } },
    { roster: { ...rosterEntry, alive: false } },
    { sameOwner: ['Other'] },
    { hadTrial: true },
    { mayBeDuplicate: true },
  ];
  expect(new Set(changes.map(digest)).size).toBe(changes.length);
  expect(changes.map(digest)).not.toContain(digest());
});

describe('the payments of a subscription', () => {
  type Terms = Omit<Parameters<typeof paymentsOf>[0], 'now'>;
  const terms: Terms = {
    begunAt: at('2026-01-31T12:00:00Z'),
    endedAt: null,
    isCurrent: true,
    monthlyFee: '10',
    trialDays: '0',
  };
  const paymentsAt = (now: string, changes: Partial<Terms> = {}) => paymentsOf({ ...terms, ...changes, now: at(now) });

  it('fall due on the same day of each month, or its last day', () => {
    expect(paymentsAt('2026-01-31T13:00:00Z')).toMatchObject({
      nextPaymentAt: at('2026-02-28T12:00:00Z'),
      paid: '10.00',
    });
    expect(paymentsAt('2026-03-01T00:00:00Z')).toMatchObject({
      nextPaymentAt: at('2026-03-31T12:00:00Z'),
      paid: '20.00',
    });
  });

  it('begin after the trial, and end with the subscription', () => {
    expect(paymentsAt('2026-02-10T00:00:00Z', { trialDays: '14' })).toMatchObject({
      nextPaymentAt: at('2026-02-14T12:00:00Z'),
      paid: '0.00',
    });
    expect(paymentsAt('2027-01-01T00:00:00Z', { endedAt: at('2026-03-05T00:00:00Z') })).toMatchObject({
      nextPaymentAt: null,
      paid: '20.00',
    });
  });

  it('are unknown for a subscription that was begun elsewhere, or if its fee is not known', () => {
    expect(paymentsOf({ ...terms, begunAt: null, now: 1 })).toEqual({ nextPaymentAt: null, upcoming: [], paid: null });
    expect(paymentsOf({ ...terms, monthlyFee: null, now: 1 })).toEqual({
      nextPaymentAt: null,
      upcoming: [],
      paid: null,
    });
  });

  it('of the next twelve months are listed, and none after an end', () => {
    const { upcoming, nextPaymentAt } = paymentsAt('2026-03-01T00:00:00Z');
    expect(upcoming).toHaveLength(12);
    expect(upcoming[0]).toBe(nextPaymentAt);
    expect(upcoming.slice(0, 2)).toEqual([at('2026-03-31T12:00:00Z'), at('2026-04-30T12:00:00Z')]);
    expect(upcoming.at(-1)).toBe(at('2027-02-28T12:00:00Z'));
    expect(paymentsAt('2026-03-06T00:00:00Z', { endedAt: at('2026-03-05T00:00:00Z') }).upcoming).toEqual([]);
  });
});
