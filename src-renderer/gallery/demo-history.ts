import type { HistoryDifference, Moment, PastAccount } from '#contract/model/history.ts';
import { demoNow } from './demo-clock.ts';

/** Past readings of the demo account. */
export const demoMoments: readonly Moment[] = Array.from({ length: 24 }, (_, index) => ({
  at: demoNow - 300 - index * 1_260,
  changes: 1 + ((index * 7) % 6),
}));

export const demoPast = (at: number): PastAccount => ({
  at,
  margin: {
    buyPower: '71240',
    cash: '104310',
    equity: '-820',
    marginUsed: '32250',
    modelAccountValue: '103490',
    updatedText: '2026-03-02 10:05:00',
  },
  equity: { at: at - 3_600, withCost: 103_490, raw: 106_215 },
  positions: [
    {
      tradeId: '120400117',
      symbol: 'JPM',
      side: 'long',
      quantity: '300',
      openPrice: '198.45000',
      mark: '196.20000',
      markedAt: at - 120,
      profit: '-675',
    },
    {
      tradeId: '120400233',
      symbol: '@ESH6',
      side: 'short',
      quantity: '1',
      openPrice: '5871.25000',
      mark: '5874.15000',
      markedAt: at - 120,
      profit: '-145',
    },
  ],
  working: [
    {
      serviceId: '120400301',
      status: 'working',
      action: 'STC',
      quantity: '300',
      symbol: 'JPM',
      kind: 'stop',
      limit: null,
      stop: '191.00',
    },
  ],
  desired: [
    { symbol: 'JPM', quantity: '300' },
    { symbol: 'XOM', quantity: '-120' },
  ],
  statistics: [
    { name: 'Sharpe Ratio', value: '1.42' },
    { name: 'Max Drawdown', value: '11.8' },
  ],
});

export const demoDifferences: readonly HistoryDifference[] = [
  { facet: 'margin', name: null, id: null, member: 'cash', before: '104310', after: '98120' },
  { facet: 'position', name: 'JPM', id: '120400117', member: 'quantity', before: '300', after: '200' },
  { facet: 'working', name: 'JPM', id: '120400301', member: 'stop', before: '191.00', after: null },
];
