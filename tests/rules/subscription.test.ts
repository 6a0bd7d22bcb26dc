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
const until = (subscription: Subscription, now: number): Subscription => applyDueToSubscription(subscription, now);
const declined = (one: Subscription): Subscription => ({ ...one, billing: { ...one.billing, declined: true } });
const times = (one: Subscription): string[] => one.payments.map((payment) => newYorkText(payment.at).slice(0, 10));

function end(one: Subscription, when: number, now: number): Subscription {
  const result = endSubscription(one, when, now);
  if (!result.ok) throw new Error(result.reason);
  return result.subscription;
}

describe('[States/Subscription and AutoTrade] subscription: a row of the table each', () => {
  it('(none) → trial: subscribe, a free trial; the first payment falls due when the trial ends', () => {
    const trial = until(begin({ trialDays: 14 }), START + 14 * DAY - 1);
    expect(trial).toMatchObject({ state: 'trial', trialEndsAt: START + 14 * DAY, payments: [] });
    expect(subscriptionDue(trial)).toBe(START + 14 * DAY);
  });

  it('(none) → current: subscribe, no trial; a first payment at once, when there is a fee', () => {
    expect(until(begin(), START)).toMatchObject({
      state: 'current',
      payments: [{ at: START, amount: fixed('95'), method: 'credit_card', paid: true }],
    });
    const free = begin({ amount: 0n });
    expect(until(free, START + 4000 * DAY)).toEqual(free);
    expect(free).toMatchObject({ scheduleId: null, billing: { nextAt: null } });
  });

  it('(none) → current: what a private platform manages has neither trial nor bills', () => {
    const managed = begin({ management: 'private', trialDays: 30 });
    expect(managed).toMatchObject({ state: 'current', trialEndsAt: null, scheduleId: null });
    expect(until(managed, START + 4000 * DAY)).toEqual(managed);
  });

  it('trial → current: the trial ends, with the payment that falls due with it', () => {
    const current = until(begin({ trialDays: 14 }), START + 14 * DAY);
    expect(current).toMatchObject({ state: 'current', payments: [{ at: START + 14 * DAY, paid: true }] });
  });

  it('current → current: billing day, a payment record, the next day a month later', () => {
    const year = until(begin(), at(2026, 5, 30));
    expect(times(year)).toEqual(['2026-01-31', '2026-02-28', '2026-03-31', '2026-04-30']);
    expect(year.billing.nextAt).toBe(at(2026, 5, 31));
  });

  it('current → current: a declined payment is tried again three days later', () => {
    const failed = until(declined(until(begin(), START)), at(2026, 2, 28));
    expect(failed).toMatchObject({ state: 'current', billing: { failures: 1, nextAt: at(2026, 2, 28) + 3 * DAY } });
    expect(failed.payments.at(-1)).toMatchObject({ paid: false });
    const recovered = until({ ...failed, billing: { ...failed.billing, declined: false } }, at(2026, 3, 4));
    expect(recovered).toMatchObject({ state: 'current', billing: { failures: 0, nextAt: at(2026, 3, 31) } });
  });

  it('current → ended: declined the third time, recurring billing is turned off', () => {
    const third = at(2026, 2, 28) + 6 * DAY;
    const off = until(declined(until(begin(), START)), third);
    expect(off).toMatchObject({
      state: 'ended',
      endedAt: third,
      billing: { failures: 3, turnedOffAt: third, nextAt: null },
    });
    expect(until(off, third + 4000 * DAY)).toEqual(off);
  });

  it('current → current: the last custom period paid, the default amount from then on', () => {
    const custom = { id: '71', amount: fixed('57.5'), goodUntil: at(2027, 1, 31), periodsLeft: 2 };
    const later = until(begin({ custom }), at(2026, 3, 31));
    expect(later.payments.map((payment) => payment.amount)).toEqual([fixed('57.5'), fixed('57.5'), fixed('95')]);
    expect(later.custom).toEqual({ ...custom, periodsLeft: 0 });
  });

  it.each(['trial', 'current'])('%s → ended: end now', (state) => {
    const now = START + DAY;
    const live = until(begin(state === 'trial' ? { trialDays: 14 } : {}), now);
    expect(live.state).toBe(state);
    expect(end(live, now, now)).toMatchObject({ state: 'ended', endsAt: now, endedAt: now, scheduleId: null });
  });

  it.each(['trial', 'current'])('%s → same: an end that is ahead; nothing is billed from that time on', (state) => {
    const live = until(begin(state === 'trial' ? { trialDays: 14 } : {}), START);
    const ending = end(live, at(2026, 2, 28), START);
    expect(ending).toMatchObject({ state, endsAt: at(2026, 2, 28), endedAt: null });
    expect(times(until(ending, START + 4000 * DAY))).toEqual(state === 'trial' ? ['2026-02-14'] : ['2026-01-31']);
  });

  it('trial, current → ended: an end in the past is now, never backdated', () => {
    const now = START + 9 * DAY;
    expect(end(until(begin(), now), START, now)).toMatchObject({ state: 'ended', endedAt: now });
  });

  it('trial, current → ended: the time comes, however late it is settled', () => {
    const when = START + 3 * DAY;
    const ending = end(until(begin(), START), when, START);
    expect(until(ending, when - 1).state).toBe('current');
    expect(until(ending, when)).toMatchObject({ state: 'ended', endedAt: when });
    expect(until(ending, when + 4000 * DAY)).toMatchObject({ state: 'ended', endedAt: when });
  });

  it('ended → ended: refused', () => {
    const over = end(until(begin(), START), START, START);
    expect(endSubscription(over, START + DAY, START)).toEqual({ ok: false, reason: 'alreadyEnded' });
  });
});

describe('paid until', () => {
  it('the end of the trial, the next billing day, or now', () => {
    expect(paidUntil(begin({ trialDays: 14 }), START)).toBe(START + 14 * DAY);
    expect(paidUntil(until(begin(), START), START)).toBe(at(2026, 2, 28));
    expect(paidUntil(begin({ management: 'private' }), START)).toBe(START);
    const failed = until(declined(until(begin(), START)), at(2026, 2, 28));
    expect(paidUntil(failed, at(2026, 3, 1))).toBe(at(2026, 3, 1));
  });
});

describe('time', () => {
  it('settling in one step or in many gives the same result', () => {
    const custom = { id: '71', amount: fixed('5'), goodUntil: at(2027, 1, 31), periodsLeft: 3 };
    const whole = until(begin({ trialDays: 10, custom }), START + 200 * DAY);
    let stepped = begin({ trialDays: 10, custom });
    for (let day = 0; day <= 200; day += 1) stepped = until(stepped, START + day * DAY);
    expect(stepped).toEqual(whole);
  });

  it('months keep their day, back and forth over years', () => {
    expect(newYorkText(addMonths(START, 1))).toBe('2026-02-28 10:00:00');
    expect(newYorkText(addMonths(START, -2))).toBe('2025-11-30 10:00:00');
    expect(newYorkText(addMonths(START, 25))).toBe('2028-02-29 10:00:00');
    expect(newYorkText(addMonths(START, 12))).toBe('2027-01-31 10:00:00');
  });
});
