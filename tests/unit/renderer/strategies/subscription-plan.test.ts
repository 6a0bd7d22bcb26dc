import { describe, expect, it } from 'vitest';
import { unsubscribeAtOnce } from '#contract/model/subscription.ts';
import { demoSubscriptionPlan } from '#renderer/gallery/demo-subscriptions.ts';
import { planRows, subscriptionChanges } from '#renderer/strategies/subscription-plan.ts';

const begin = demoSubscriptionPlan({ kind: 'begin', systemId: '91000004' });
const end = demoSubscriptionPlan({ kind: 'end', systemId: '91000004', actionType: unsubscribeAtOnce });
const lines = (plan: typeof begin) =>
  planRows(plan, 'ET').map(({ mark, name, text }) => `${mark ?? ' '} ${name}: ${text}`);

describe('the rows of a plan', () => {
  it('show what begins, when it is paid and what it costs', () => {
    expect(lines(begin)).toEqual([
      '+ Subscription: from today',
      '  Free trial: 14 days',
      '  First payment: on 2026-03-16',
      '+ Fee a month: $79.00',
      '+ Fee a year: $948.00',
    ]);
  });

  it('show no date and no fee that are not known', () => {
    const plan = { ...begin, firstPaymentAt: null, freeTrialDays: null, monthlyFee: null, yearlyFee: null };
    expect(lines(plan).slice(1)).toEqual([
      '  Free trial: –',
      '  First payment: not known',
      '+ Fee a month: –',
      '+ Fee a year: –',
    ]);
  });

  it('show what ends, and the copies whose future is not known', () => {
    expect(lines(end)).toEqual([
      '− Subscription: ends at once',
      '− Orders, trades, equity: can no longer be read',
      '− Fee a month: $79.00',
      '? Copy at Harbor Individual: Linked',
    ]);
  });
});

describe('the changes of a plan', () => {
  it('name each term before and after, and each new check', () => {
    const after = { ...begin, monthlyFee: '99', freeTrialDays: '0', minimumPortfolio: '50000', copies: end.copies };
    expect(subscriptionChanges({ ...begin, checks: begin.checks.slice(0, 1) }, after)).toEqual([
      'Fee a month: it was $79 and is $99 now.',
      'Free trial: it was 14 days and is none now.',
      'Smallest portfolio: it was $40,000 and is $50,000 now.',
      'Copies at brokers: it was none and is Harbor Individual (Linked) now.',
      'Its owner suggests a portfolio of at least $40,000.',
    ]);
  });

  it('say that something changed where no term did', () => {
    expect(subscriptionChanges(begin, begin)).toEqual(['The list of strategies or the roster changed.']);
  });
});
