import type {
  AutoTradeLink,
  AutoTradePlan,
  AutoTradeRehearsal,
  AutoTradeRequest,
  AutoTradeSettings,
} from '#contract/model/autotrade.ts';
import { demoNow } from './demo-clock.ts';
import { demoStrategies } from './demo-strategies.ts';

const settings: AutoTradeSettings = {
  scalingPercentage: 40,
  maxUnits: { future: 4, forex: null, option: null },
  maxDollarsStocks: 5_000,
  stopLossDollarsPerPosition: 500,
  enabled: { stock: true, option: true, future: true, forex: false },
  allowShortOptions: false,
  ignoreManualTrades: true,
  joinTradesInProgress: true,
};

const link = (brokerCode: string, brokerName: string, more: Partial<AutoTradeLink>): AutoTradeLink => ({
  systemId: demoStrategies[0]?.systemId ?? '',
  personId: null,
  brokerCode,
  brokerName,
  state: 'linked',
  accountGuid: '5a1f0f7e-0000-4000-8000-000000000001',
  accountEnd: '4567',
  settings,
  pending: null,
  isSettingsKnown: true,
  changedAt: demoNow - 86_400,
  seenAt: demoNow - 120,
  brokersReadAt: demoNow - 120,
  positionsLeft: [],
  openIntentId: null,
  isOutcomeUnprovable: false,
  ...more,
});

/** AutoTrade links of one strategy, in four different states. */
export const demoLinks: readonly AutoTradeLink[] = [
  link('HARBOR', 'Harbor Direct', {}),
  link('PINEWOOD', 'Pinewood Classic', {
    state: 'change-unknown',
    pending: { ...settings, scalingPercentage: 80 },
    isSettingsKnown: false,
    openIntentId: '00000000-0000-4000-8000-000000000009',
    isOutcomeUnprovable: true,
  }),
  link('CEDAR', 'Cedar Link', { state: 'set-elsewhere', accountEnd: null, settings: null, changedAt: null }),
  link('HARBOR_ADVISOR', 'Harbor Advisor', {
    state: 'stopped-left',
    accountGuid: null,
    seenAt: null,
    positionsLeft: [{ symbol: 'AAPL', instrument: 'stock', quantity: '40' }],
  }),
];

const positions: AutoTradePlan['positions'] = [
  {
    symbol: 'AAPL',
    instrument: 'stock',
    strategyQuantity: '100',
    before: '0',
    after: '25',
    delta: '25',
    limit: 'cap',
    price: { price: '198.40', at: demoNow - 900 },
    value: '4960',
  },
  {
    symbol: '@ESM6',
    instrument: 'future',
    strategyQuantity: '-2',
    before: '0',
    after: '0',
    delta: '0',
    limit: 'below-one-unit',
    price: { price: '5120.25', at: demoNow - 3_600 },
    value: '0',
  },
];

export const demoPlan = (request: AutoTradeRequest): AutoTradePlan => ({
  planId: 'plan-1',
  digest: '8f2c41d09be7a613',
  request,
  brokerName: 'Harbor Direct',
  strategyName: demoStrategies[0]?.name ?? '',
  personId: request.personId,
  at: demoNow,
  reduces: request.kind === 'stop',
  needs: { accountNumber: 'required', userId: 'optional', password: 'required' },
  userIdLabel: null,
  confirmBy: request.kind === 'stop' ? null : 'account-end',
  accountEnd: request.kind === 'start' ? null : '4567',
  settings: [
    { field: 'scalingPercentage', before: '40', after: '60', change: 'changed' },
    { field: 'max_dollars_stocks', before: '5000', after: '5000', change: 'same' },
  ],
  positions,
  value: '4960',
  worstCase: '500',
  rounding: {
    trades: 84,
    notCopied: 9,
    size: { exact: '4120.4', copied: '4088' },
    scaleIns: { exact: '310.8', copied: '300' },
    scaleOuts: { exact: '180', copied: '176' },
    smallestScaling: 55,
    unread: 3,
  },
  checks: [
    {
      code: 'positions-old',
      level: 'warn',
      text: { code: 'autotrade.positions-old', seconds: 140 },
      field: null,
    },
  ],
  requests: 1,
  positionsReadAt: demoNow - 140,
  brokersReadAt: demoNow - 120,
});

export const demoRehearsal = (days: number): AutoTradeRehearsal => ({
  days,
  copiedTradeCount: 31,
  skippedTradeCount: 4,
  fillCount: 88,
  stopOutCount: 2,
  largest: [{ symbol: 'AAPL', units: '25' }],
  points: Array.from({ length: 40 }, (_value, at) => ({
    at: demoNow - (40 - at) * 86_400,
    copied: Math.round(Math.sin(at / 6) * 900 + at * 40),
    exact: Math.round(Math.sin(at / 6) * 1_000 + at * 46),
  })),
  unread: 1,
});
