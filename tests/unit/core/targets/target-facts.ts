import type { OpenPosition } from '#contract/model/trade.ts';
import { defaultPrecautions } from '#core/orders/risk/precautions.ts';
import { defaultCaps } from '#core/orders/risk/risk-checks.ts';
import type { TargetFacts } from '#core/targets/target-facts.ts';
import { noTarget } from '#tests/fixtures/no-target.ts';

/** A position in a stock at 10 dollars. A negative quantity is short. */
export const position = (symbol: string, quantity: number): OpenPosition => ({
  id: symbol,
  systemId: '1',
  symbol,
  description: '',
  instrument: 'stock',
  side: quantity > 0 ? 'long' : 'short',
  quantity: String(Math.abs(quantity)),
  averagePrice: '10',
  profit: null,
  pointValue: '1',
  openedAt: 1,
  tradeIds: ['1'],
});

/** The facts of a plan. `book`: quantities of stocks at 10 dollars by symbol, negative if short. */
export const factsOf = (book: ReadonlyMap<string, number>, now: number): TargetFacts => ({
  now,
  marketNow: now,
  mode: 'PRACTICE',
  positions: [...book].map(([symbol, quantity]) => position(symbol, quantity)),
  positionsReadAt: Math.floor(now / 1000),
  positionsFailure: null,
  signals: [],
  ordersReadAt: Math.floor(now / 1000),
  readFailure: null,
  desired: noTarget('1'),
  killReason: null,
  lockReason: null,
  caps: defaultCaps,
  precautions: defaultPrecautions,
  margin: null,
  marginReadAt: null,
  pointValue: () => '1',
  copies: [],
  subscribers: 0,
  usual: { median: null, maxGross: null },
  rehearsal: () => ({ isMissing: false, lastRun: null }),
});
