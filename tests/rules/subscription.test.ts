import { describe, expect, it } from 'vitest';
import { addMonths } from '#rules/calendar/add-months.ts';
import { fixed } from '#rules/decimal.ts';
import { fromNewYork, newYorkText } from '#rules/calendar/new-york.ts';
import {
  applyDueToSubscription,
  endSubscription,
  paidUntil,
  subscribe,
  subscriptionDue,
  type Subscription,
  type SubscriptionTerms,
} from '#rules/billing/subscription.ts';

const DAY = 86_400_000;
const at = (year: number, month: number, day: number, hour = 10): number =>
  fromNewYork({ year, month, day, hour, minute: 0, second: 0 }).earliest;
const START = at(2026, 1, 31);

const TERMS: SubscriptionTerms = {
  id: '7',
  systemId: '1',
  personId: '2',
  management: 'site',
  amount: fixed('95'),
  method: 'credit_card',
  trialDays: 0,
};

const begin = (terms: Partial<SubscriptionTerms> = {}): Subscription => subscribe({ ...TERMS, ...terms }, START);
const advancedTo = (subscription: Subscription, now: number): Subscription => applyDueToSubscription(subscription, now);
const declined = (one: Subscription): Subscription => ({ ...one, billing: { ...one.billing, declined: true } });
const paidOn = (one: Subscription): string[] => one.payments.map((payment) => newYorkText(payment.at).slice(0, 10));

function end(one: Subscription, when: number, now: number): Subscription {
  const result = endSubscription(one, when, now);
  if (!result.ok) throw new Error(result.reason);
  return result.subscription;
}

describe('[States/Subscription and AutoTrade] subscription: one test for each row of the table', () => {
  it('(none) → trial: a free trial; the first payment falls due when the trial ends', () => {
    const trial = advancedTo(begin({ trialDays: 14 }), START + 14 * DAY - 1);
    expect(trial).toMatchObject({ state: 'trial', trialEndsAt: START + 14 * DAY, payments: [] });
    expect(subscriptionDue(trial)).toBe(START + 14 * DAY);
  });

  it('(none) → current: without a trial, the first payment is made at once if there is a fee', () => {
    expect(advancedTo(begin(), START)).toMatchObject({
      state: 'current',
      payments: [{ at: START, amount: fixed('95'), method: 'credit_card', paid: true }],
    });
    const free = begin({ amount: 0n });
    expect(advancedTo(free, START + 4000 * DAY)).toEqual(free);
    expect(free).toMatchObject({ scheduleId: null, billing: { nextAt: null } });
  });

  it('(none) → current: under a private platform there is neither a trial nor a bill', () => {
    const managed = begin({ management: 'private', trialDays: 30 });
    expect(managed).toMatchObject({ state: 'current', trialEndsAt: null, scheduleId: null });
    expect(advancedTo(managed, START + 4000 * DAY)).toEqual(managed);
  });

  it('trial → current: the trial ends, and the first payment is made at that time', () => {
    const current = advancedTo(begin({ trialDays: 14 }), START + 14 * DAY);
    expect(current).toMatchObject({ state: 'current', payments: [{ at: START + 14 * DAY, paid: true }] });
  });

  it('current → current: a billing day adds a payment, and the next one is a month later', () => {
    const billed = advancedTo(begin(), at(2026, 5, 30));
    expect(paidOn(billed)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    expect(billed.billing.nextAt).toBe(at(2026, 5, 31));
  });

  it('current → current: a declined payment is tried again three days later', () => {
    const failed = advancedTo(declined(advancedTo(begin(), START)), at(2026, 2, 28));
    expect(failed).toMatchObject({ state: 'current', billing: { failures: 1, nextAt: at(2026, 2, 28) + 3 * DAY } });
    expect(failed.payments.at(-1)).toMatchObject({ paid: false });
    const recovered = advancedTo({ ...failed, billing: { ...failed.billing, declined: false } }, at(2026, 3, 4));
    expect(recovered).toMatchObject({ state: 'current', billing: { failures: 0, nextAt: at(2026, 3, 31) } });
  });

  it('current → ended: a third declined payment turns recurring billing off', () => {
    const third = at(2026, 2, 28) + 6 * DAY;
    const turnedOff = advancedTo(declined(advancedTo(begin(), START)), third);
    expect(turnedOff).toMatchObject({
      state: 'ended',
      endedAt: third,
      billing: { failures: 3, turnedOffAt: third, nextAt: null },
    });
    expect(advancedTo(turnedOff, third + 4000 * DAY)).toEqual(turnedOff);
  });

  it('current → current: after the last custom period the default amount is billed', () => {
    const custom = { id: '71', amount: fixed('57.5'), goodUntil: at(2027, 1, 31), periodsLeft: 2 };
    const later = advancedTo(begin({ custom }), at(2026, 3, 31));
    expect(later.payments.map((payment) => payment.amount)).toEqual([fixed('57.5'), fixed('57.5'), fixed('95')]);
    expect(later.custom).toEqual({ ...custom, periodsLeft: 0 });
  });

  it.each(['trial', 'current'])('%s → ended: an end at the present time takes effect at once', (state) => {
    const now = START + DAY;
    const live = advancedTo(begin(state === 'trial' ? { trialDays: 14 } : {}), now);
    expect(live.state).toBe(state);
    expect(end(live, now, now)).toMatchObject({ state: 'ended', endsAt: now, endedAt: now, scheduleId: null });
  });

  it.each(['trial', 'current'])('%s → same state: an end in the future; nothing is billed from the end on', (state) => {
    const live = advancedTo(begin(state === 'trial' ? { trialDays: 14 } : {}), START);
    const ending = end(live, at(2026, 2, 28), START);
    expect(ending).toMatchObject({ state, endsAt: at(2026, 2, 28), endedAt: null });
    expect(paidOn(advancedTo(ending, START + 4000 * DAY))).toEqual(state === 'trial' ? ['2026-02-14'] : ['2026-01-31']);
  });

  it('trial, current → ended: an end in the past takes effect now and is never backdated', () => {
    const now = START + 9 * DAY;
    expect(end(advancedTo(begin(), now), START, now)).toMatchObject({ state: 'ended', endedAt: now });
  });

  it('trial, current → ended: a future end keeps its time, however late it is processed', () => {
    const when = START + 3 * DAY;
    const ending = end(advancedTo(begin(), START), when, START);
    expect(advancedTo(ending, when - 1).state).toBe('current');
    expect(advancedTo(ending, when)).toMatchObject({ state: 'ended', endedAt: when });
    expect(advancedTo(ending, when + 4000 * DAY)).toMatchObject({ state: 'ended', endedAt: when });
  });

  it('ended → ended: a second end is refused', () => {
    const ended = end(advancedTo(begin(), START), START, START);
    expect(endSubscription(ended, START + DAY, START)).toEqual({ ok: false, reason: 'alreadyEnded' });
  });
});

describe('paid until', () => {
  it('is the end of the trial, the next billing day, or now', () => {
    expect(paidUntil(begin({ trialDays: 14 }), START)).toBe(START + 14 * DAY);
    expect(paidUntil(advancedTo(begin(), START), START)).toBe(at(2026, 2, 28));
    expect(paidUntil(begin({ management: 'private' }), START)).toBe(START);
    const failed = advancedTo(declined(advancedTo(begin(), START)), at(2026, 2, 28));
    expect(paidUntil(failed, at(2026, 3, 1))).toBe(at(2026, 3, 1));
  });
});

describe('time', () => {
  it('processing a period in one step or in many gives the same result', () => {
    const custom = { id: '71', amount: fixed('5'), goodUntil: at(2027, 1, 31), periodsLeft: 3 };
    const inOneStep = advancedTo(begin({ trialDays: 10, custom }), START + 200 * DAY);
    let inManySteps = begin({ trialDays: 10, custom });
    for (let day = 0; day <= 200; day += 1) inManySteps = advancedTo(inManySteps, START + day * DAY);
    expect(inManySteps).toEqual(inOneStep);
  });

  it('adding months keeps the day of the month, or takes the last day of a shorter month', () => {
    expect(newYorkText(addMonths(START, 1))).toBe('2026-02-28 10:00:00');
    expect(newYorkText(addMonths(START, -2))).toBe('2025-11-30 10:00:00');
    expect(newYorkText(addMonths(START, 25))).toBe('2028-02-29 10:00:00');
    expect(newYorkText(addMonths(START, 12))).toBe('2027-01-31 10:00:00');
  });
});
