import type { Subscription, SubscriptionPlan, SubscriptionRequest } from '#contract/model/subscription.ts';
import { demoNow } from './demo-clock.ts';

const day = 86_400;

export const demoSubscriptions: readonly Subscription[] = [
  {
    systemId: '91000004',
    name: 'Meridian Futures Trend',
    owner: 'northbay',
    state: 'current',
    monthlyFee: '79',
    alive: true,
    begunAt: demoNow - 40 * day,
    endedAt: null,
    guid: '5100231',
    nextPaymentAt: demoNow + 21 * day,
    upcoming: Array.from({ length: 12 }, (_, month) => demoNow + (21 + 30 * month) * day),
    paid: '79.00',
    openIntentId: null,
  },
  {
    systemId: '91000007',
    name: 'Quiet Dividend',
    owner: 'northbay',
    state: 'ended',
    monthlyFee: '35',
    alive: true,
    begunAt: demoNow - 100 * day,
    endedAt: demoNow - 30 * day,
    guid: '5100198',
    nextPaymentAt: null,
    upcoming: [],
    paid: '70.00',
    openIntentId: null,
  },
];

const refusedAt = demoNow - 300;

/**
 * A plan with warnings. `refused`: the platform refused an earlier request to end the subscription,
 * and named the values that it accepts.
 */
export function demoSubscriptionPlan(request: SubscriptionRequest, refused = false): SubscriptionPlan {
  const isBegin = request.kind === 'begin';
  return {
    planId: 'plan',
    digest: '7d0f5a2c9b1e4468',
    request,
    at: demoNow,
    name: 'Meridian Futures Trend',
    owner: 'northbay',
    monthlyFee: '79',
    yearlyFee: '948.00',
    freeTrialDays: '14',
    firstPaymentAt: isBegin ? demoNow + 14 * day : null,
    minimumPortfolio: '40000',
    copies: isBegin ? [] : [{ brokerCode: 'HARBOR', brokerName: 'Harbor Individual', state: 'linked' }],
    named: {
      actionType: refused ? { values: ['unsubscribe_at_period_end'], at: refusedAt } : null,
      autoTradePositionsAndOrders: refused ? { values: ['leave_untouched', 'close_all'], at: refusedAt } : null,
    },
    checks: isBegin
      ? [
          {
            code: 'costs',
            level: 'warn',
            text: { code: 'subscription.costs', monthlyFee: '79', trialDays: '14' },
            field: null,
          },
          {
            code: 'minimum-portfolio',
            level: 'note',
            text: { code: 'subscription.minimum-portfolio', amount: '40000' },
            field: null,
          },
        ]
      : [
          {
            code: 'copies-remain',
            level: 'warn',
            text: { code: 'subscription.copies-remain', brokers: ['Harbor Individual'] },
            field: null,
          },
          { code: 'access-ends', level: 'warn', text: { code: 'subscription.access-ends' }, field: null },
        ],
    requests: 1,
    listReadAt: demoNow - 30,
  };
}
