import { describe, expect, it } from 'vitest';
import { atOnceActionType, type SubscriptionRequest } from '#contract/model/subscription.ts';
import { demoSubscriptionPlan } from '#renderer/gallery/demo-subscriptions.ts';
import { endFields, planRows, subscriptionChanges, withEndValue } from '#renderer/strategies/subscription-plan.ts';

const beginPlan = demoSubscriptionPlan({ kind: 'begin', systemId: '91000004' });
const immediateEnd: SubscriptionRequest = {
  kind: 'end',
  systemId: '91000004',
  actionType: atOnceActionType,
  autoTradePositionsAndOrders: null,
};
const endPlan = demoSubscriptionPlan(immediateEnd);
const lines = (plan: typeof beginPlan) =>
  planRows(plan, 'ET').map(({ mark, name, text }) => `${mark ?? ' '} ${name}: ${text}`);

describe('the rows of a plan', () => {
  it('show what begins, when it is paid and what it costs', () => {
    expect(lines(beginPlan)).toEqual([
      '+ Subscription: from today',
      '  Free trial: 14 days',
      '  First payment: on 2026-03-16',
      '+ Monthly fee: $79.00',
      '+ Fee a year: $948.00',
    ]);
  });

  it('show no date and no fee that are not known', () => {
    const plan = { ...beginPlan, firstPaymentAt: null, freeTrialDays: null, monthlyFee: null, yearlyFee: null };
    expect(lines(plan).slice(1)).toEqual([
      '  Free trial: –',
      '  First payment: not known',
      '+ Monthly fee: –',
      '+ Fee a year: –',
    ]);
  });

  it('show what ends, and the copies whose future is not known', () => {
    expect(lines(endPlan)).toEqual([
      '− Subscription: ends at once',
      '− Orders, trades, equity: can no longer be read',
      '− Monthly fee: $79.00',
      '? Copy at Harbor Individual: Linked',
    ]);
  });
});

describe('the choices of an end', () => {
  const refusedPlan = demoSubscriptionPlan(immediateEnd, true);
  const hint = 'Named by the platform in its refusal of 2026-03-02 10:37:07 ET.';

  it('are not shown if the platform named no value, and never for a new subscription', () => {
    expect(endFields(endPlan, immediateEnd, 'ET')).toEqual([]);
    expect(endFields({ ...beginPlan, named: refusedPlan.named }, beginPlan.request, 'ET')).toEqual([]);
  });

  it('are the values that the platform named, after the default', () => {
    expect(endFields(refusedPlan, immediateEnd, 'ET')).toEqual([
      {
        parameter: 'actionType',
        label: 'How it ends',
        options: [
          { value: 'unsubscribe_immediate', label: 'At once (unsubscribe_immediate)' },
          { value: 'unsubscribe_at_period_end', label: 'unsubscribe_at_period_end' },
        ],
        value: 'unsubscribe_immediate',
        hint,
      },
      {
        parameter: 'autoTradePositionsAndOrders',
        label: 'Positions and orders at brokers',
        options: [
          { value: '', label: 'Not stated (the platform decides)' },
          { value: 'leave_untouched', label: 'leave_untouched' },
          { value: 'close_all', label: 'close_all' },
        ],
        value: '',
        hint,
      },
    ]);
  });

  it('are shown for each parameter with named values, with the time of the refusal', () => {
    const named = { actionType: null, autoTradePositionsAndOrders: { values: ['close_all'], at: 1_772_465_400 } };
    expect(endFields({ ...refusedPlan, named }, immediateEnd, 'ET')).toMatchObject([
      {
        parameter: 'autoTradePositionsAndOrders',
        hint: 'Named by the platform in its refusal of 2026-03-02 10:30:00 ET.',
      },
    ]);
  });

  it('name the default once, and a chosen value that a newer refusal does not name', () => {
    const named = { ...refusedPlan.named, actionType: { values: [atOnceActionType, 'end_soon'], at: 0 } };
    const [field] = endFields({ ...refusedPlan, named }, withEndValue(immediateEnd, 'actionType', 'end_now'), 'ET');
    expect([field?.value, field?.options.map(({ value }) => value)]).toEqual([
      'end_now',
      [atOnceActionType, 'end_soon', 'end_now'],
    ]);
  });

  it('change the request, and send nothing for "Not stated"', () => {
    const closing = withEndValue(immediateEnd, 'autoTradePositionsAndOrders', 'close_all');
    expect(closing).toEqual({ ...immediateEnd, autoTradePositionsAndOrders: 'close_all' });
    expect(withEndValue(closing, 'autoTradePositionsAndOrders', '')).toEqual(immediateEnd);
    expect(withEndValue(immediateEnd, 'actionType', 'end_now')).toEqual({ ...immediateEnd, actionType: 'end_now' });
    expect(withEndValue(beginPlan.request, 'actionType', 'end_now')).toEqual(beginPlan.request);
  });

  it('do not claim to know what a value other than the default does', () => {
    const request = withEndValue(
      withEndValue(immediateEnd, 'actionType', 'end_soon'),
      'autoTradePositionsAndOrders',
      'keep',
    );
    const plan = demoSubscriptionPlan(request, true);
    expect(lines(plan)).toEqual([
      '− Subscription: ends with the value end_soon',
      '− Orders, trades, equity: can no longer be read once it has ended',
      '− Monthly fee: $79.00',
      '? Positions and orders at brokers: keep',
      '? Copy at Harbor Individual: Linked',
    ]);
    const notes = planRows(plan, 'ET').map(({ note }) => note);
    expect(notes[0]).toBe(
      'The program does not know what this value does. The list of strategies may show the subscription for longer.',
    );
    expect(notes[3]).toBe('The program does not know what this value does.');
  });
});

describe('the changes of a plan', () => {
  it('name each term before and after, and each new check', () => {
    const after = {
      ...beginPlan,
      monthlyFee: '99',
      freeTrialDays: '0',
      minimumPortfolio: '50000',
      copies: endPlan.copies,
    };
    expect(subscriptionChanges({ ...beginPlan, checks: beginPlan.checks.slice(0, 1) }, after)).toEqual([
      'Monthly fee: $79 before, $99 now.',
      'Free trial: 14 days before, none now.',
      'Minimum capital: $40,000 before, $50,000 now.',
      'Copies at brokers: none before, Harbor Individual (Linked) now.',
      'Its owner suggests a portfolio of at least $40,000.',
    ]);
  });

  it('name the values that a refusal of the platform added', () => {
    expect(subscriptionChanges(endPlan, demoSubscriptionPlan(immediateEnd, true))).toEqual([
      'Ways to end it that the platform named: none before, unsubscribe_at_period_end now.',
      'Values that the platform named for positions and orders: none before, leave_untouched, close_all now.',
    ]);
  });

  it('say that something changed if no term did', () => {
    expect(subscriptionChanges(beginPlan, beginPlan)).toEqual(['The list of strategies or the roster changed.']);
  });
});
