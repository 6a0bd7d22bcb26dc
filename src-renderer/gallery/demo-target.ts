import type {
  NamedTargetList,
  SentTarget,
  TargetDraft,
  TargetPlan,
  TargetRequest,
  TargetRow,
} from '#contract/model/target-plan.ts';
import type { TargetProgress, TargetRehearsal } from '#contract/model/target-progress.ts';
import { demoNow } from './demo-clock.ts';

const lines = [
  { symbol: 'AAPL', instrument: 'stock', quantity: '=' },
  { symbol: 'CAT', instrument: 'stock', quantity: '40' },
  { symbol: 'KO', instrument: 'stock', quantity: '150' },
] as const;

/** A contract that has ended, as in a list that was saved last year. */
const endedLine = { symbol: '@ESZ5', instrument: 'future', quantity: '1' } as const;

export const demoDrafts: { draft: TargetDraft; lists: NamedTargetList[] } = {
  draft: { lines: [...lines, endedLine], revision: 3, savedAt: demoNow - 600 },
  lists: [{ name: 'Core', lines: [...lines], savedAt: demoNow - 90_000 }],
};

export const demoSentTargets: readonly SentTarget[] = [
  {
    intentId: '0b9a4c0e-53a8-4a55-8f3a-3b1c2a8f0d11',
    sentAt: demoNow - 7_200,
    target: { kind: 'list', positions: [{ symbol: 'AAPL', instrument: 'stock', quantity: '100' }] },
    state: 'DONE',
  },
];

const row = (overrides: Partial<TargetRow>): TargetRow => ({
  mark: '=',
  symbol: 'AAPL',
  instrument: 'stock',
  holding: '100',
  pendingQuantity: '0',
  lastSent: '100',
  target: '100',
  isListed: true,
  orders: [],
  cancels: 0,
  price: { price: '184.20', at: demoNow - 240, source: 'implied' },
  value: '18420',
  market: { state: 'open' },
  ...overrides,
});

const rows: readonly TargetRow[] = [
  row({}),
  row({
    mark: '↔',
    symbol: 'CAT',
    holding: '-60',
    target: '40',
    lastSent: null,
    orders: [
      { action: 'BTC', quantity: '60' },
      { action: 'BTO', quantity: '40' },
    ],
    price: { price: '338.75', at: demoNow - 900_000, source: 'opening' },
    value: '13550',
  }),
  row({
    mark: '+',
    symbol: 'KO',
    holding: '0',
    target: '150',
    lastSent: null,
    orders: [{ action: 'BTO', quantity: '150' }],
    price: null,
    value: null,
    market: { state: 'closed', opensAt: demoNow + 50_000 },
  }),
  row({
    mark: '−',
    symbol: 'JPM',
    holding: '90',
    target: '0',
    isListed: false,
    orders: [{ action: 'STC', quantity: '90' }],
    price: { price: '209.5222', at: demoNow - 240, source: 'implied' },
    value: '0',
  }),
];

/** A rehearsal that did not reach the target of every line. */
export const demoTargetRehearsal: TargetRehearsal = {
  at: demoNow - 30,
  rows: rows.map(({ symbol, instrument, target, orders }) => ({
    symbol,
    instrument,
    holding: symbol === 'KO' ? '0' : target,
    target,
    fills: symbol === 'KO' ? [] : orders.map((order) => ({ ...order, price: '338.70' })),
    state: symbol === 'KO' ? 'market-closed' : 'reached',
    market: symbol === 'KO' ? { state: 'closed', opensAt: demoNow + 50_000 } : { state: 'open' },
  })),
  refusedSignals: 0,
  differingPrices: [{ symbol: 'CAT', price: '338.70' }],
};

export const demoTargetProgress: TargetProgress = {
  confirmedAt: demoNow - 7_200,
  readAt: demoNow - 12,
  reached: { at: demoNow - 7_195, isExact: true },
  drifting: ['CAT'],
  rows: [
    {
      symbol: 'AAPL',
      instrument: 'stock',
      holding: '100',
      target: '100',
      fills: [{ action: 'BTO', quantity: '100', price: '184.15' }],
      state: 'reached',
      market: { state: 'open' },
    },
    {
      symbol: 'CAT',
      instrument: 'stock',
      holding: '-60',
      target: '0',
      fills: [],
      state: 'no-order',
      market: { state: 'open' },
    },
  ],
};

/** A plan with warnings and notes. */
export function demoTargetPlan(request: TargetRequest): TargetPlan {
  return {
    planId: 'plan',
    digest: '4b1e0c7d9a2f5586',
    request,
    at: demoNow,
    sends: request.kind,
    rows: [...rows],
    checks: [
      {
        code: 'left-out',
        level: 'warn',
        text: { code: 'target.left-out', positions: [{ symbol: 'JPM', quantity: '90' }] },
        field: null,
      },
      { code: 'crosses-zero', level: 'warn', text: { code: 'target.crosses-zero', symbols: ['CAT'] }, field: null },
      {
        code: 'other-orders',
        level: 'warn',
        text: { code: 'target.other-orders', orders: ['STC 100 AAPL'] },
        field: null,
      },
      { code: 'not-rehearsed', level: 'warn', text: { code: 'target.not-rehearsed' }, field: null },
      { code: 'locks-entry', level: 'note', text: { code: 'target.locks-entry' }, field: null },
      { code: 'not-priced', level: 'note', text: { code: 'target.not-priced', symbols: ['KO'] }, field: null },
    ],
    before: { gross: '57602', net: '16952', long: '37277', short: '-20325', unpriced: 0 },
    after: { gross: '31970', net: '31970', long: '31970', short: '0', unpriced: 1 },
    accountValue: '107127',
    accountReadAt: demoNow - 720,
    requests: 1,
    positionsReadAt: demoNow - 12,
    ordersReadAt: demoNow - 8,
  };
}
