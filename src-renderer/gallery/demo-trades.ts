import type { EquityCurve } from '#contract/model/equity.ts';
import type { TradeCheck } from '#contract/model/trade-check.ts';
import type { ComponentSignal, Position, Trade } from '#contract/model/trade.ts';
import { demoNow } from './demo-clock.ts';

const day = 86_400;
const symbols = [
  ['AAPL', 'Apple Inc.', 182],
  ['MSFT', 'Microsoft Corp.', 402],
  ['NVDA', 'NVIDIA Corp.', 131],
  ['XOM', 'Exxon Mobil Corp.', 104],
  ['JPM', 'JPMorgan Chase & Co.', 214],
  ['CAT', 'Caterpillar Inc.', 338],
] as const;

/** The same pseudo-random sequence in every run, because pictures are compared. */
function randomSequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

const randomForTrades = randomSequence(20_260_302);

export const demoTrades: readonly Trade[] = Array.from({ length: 120 }, (_, index): Trade => {
  const [symbol, description, price] = symbols[index % symbols.length] ?? symbols[0];
  const openedAt = demoNow - Math.round((index * 3 + randomForTrades() * 3) * day) - day;
  const holdingSeconds = Math.round((0.4 + randomForTrades() * 9) * day);
  const open = index < 3;
  const move = (randomForTrades() - 0.44) * 0.08;
  const quantity = 20 + Math.round(randomForTrades() * 8) * 10;
  return {
    tradeId: String(7_400_000 - index),
    systemId: '91000001',
    open,
    side: randomForTrades() > 0.25 ? 'long' : 'short',
    symbol,
    description,
    instrument: 'stock',
    pointValue: '1',
    currency: 'USD',
    quantityOpened: String(quantity),
    quantityClosed: open ? '0' : String(quantity),
    openPrice: price.toFixed(2),
    closePrice: (price * (1 + move)).toFixed(2),
    openedAt,
    closedAt: open ? null : Math.min(openedAt + holdingSeconds, demoNow - 3600),
    markedAt: open ? demoNow - 240 : null,
    profit: String(Math.round(price * move * quantity)),
    heldSeconds: open ? null : holdingSeconds,
    ...(index === 8 ? { unlistedAt: demoNow - 2 * day } : {}),
  };
});

/** The same trades, except that the newest one is of an option. */
export const demoOptionTrades: readonly Trade[] = demoTrades.map((trade, at) =>
  at > 0
    ? trade
    : {
        ...trade,
        symbol: 'SPXW2519L6850',
        description: 'SPXW DEC 19 6850 CALL',
        instrument: 'option',
        pointValue: '100',
        option: { underlying: 'SPXW', strike: '6850', side: 'call', expires: 'Dec25' },
      },
);

/** The orders of the newest trade. Null for other trades, whose orders have not been read. */
export function demoComponents(tradeId: string): ComponentSignal[] | null {
  const [newest] = demoTrades;
  if (newest?.tradeId !== tradeId) return null;
  const { symbol, quantityOpened, openPrice, openedAt } = newest;
  return [
    {
      serviceId: '148219001',
      action: 'BTO',
      quantity: quantityOpened,
      symbol,
      price: openPrice,
      tradedAt: openedAt,
      tradedText: '',
    },
  ];
}

const position = (overrides: Partial<Position>): Position => ({
  id: overrides.symbol ?? '',
  systemId: '91000001',
  symbol: 'AAPL',
  description: 'Apple Inc.',
  instrument: 'stock',
  side: 'long',
  quantity: '100',
  averagePrice: '182.44',
  profit: '156',
  pointValue: '1',
  openedAt: demoNow - 812,
  protectedQuantity: '100',
  unprotected: false,
  stops: { nearest: '178.5', farthest: '178.5', duration: 'GTC', endsAt: null },
  tradeIds: ['7400000'],
  ...overrides,
});

export const demoPositions: readonly Position[] = [
  position({ symbol: 'AAPL' }),
  position({
    symbol: 'JPM',
    description: 'JPMorgan Chase & Co.',
    quantity: '90',
    averagePrice: '214.10',
    implied: { price: '209.5222', at: demoNow - 240 },
    profit: '-412',
    openedAt: demoNow - 5 * day,
    protectedQuantity: '0',
    unprotected: true,
    stops: null,
  }),
  position({
    symbol: 'CAT',
    description: 'Caterpillar Inc.',
    side: 'short',
    quantity: '60',
    averagePrice: '338.75',
    profit: '1290',
    openedAt: demoNow - 11 * day,
    protectedQuantity: '40',
    unprotected: true,
    stops: { nearest: '351.25', farthest: '352', duration: 'DAY', endsAt: demoNow + 3_600 },
  }),
];

/**
 * Points that the last answer did not list. The first two are older than all points of the answer.
 * The answer has other points in place of the last two.
 */
const demoUnlisted = [
  { row: 0, replaced: false },
  { row: 1, replaced: false },
  { row: 1_050, replaced: true },
  { row: 1_056, replaced: true },
];

/** A curve of four years, with as many points as there are trading days. */
export function demoEquity(systemId: string): EquityCurve {
  const randomForCurve = randomSequence(7);
  const times: number[] = [];
  const withCost: number[] = [];
  const raw: number[] = [];
  const benchmark: number[] = [];
  let account = 50_000;
  let market = 4_700;
  for (let n = 0; n < 1_060; n++) {
    account *= 1 + (randomForCurve() - 0.466) * 0.019;
    market *= 1 + (randomForCurve() - 0.474) * 0.016;
    times.push(demoNow - (1_060 - n) * 1.4 * day);
    withCost.push(Math.round(account - n * 4));
    raw.push(Math.round(account));
    benchmark.push(Math.round(market * 100) / 100);
  }
  return {
    systemId,
    times: times.map(Math.round),
    withCost,
    raw,
    index: benchmark,
    indexScale: '10.64',
    fees: [],
    unlisted: demoUnlisted,
  };
}

/** A check in which one closed trade of the list of all trades differs from the stored one. */
export const demoTradeCheck: TradeCheck = {
  readAt: demoNow - 2,
  lists: [
    {
      list: 'all',
      trades: 412,
      unreadable: 0,
      differingCount: 1,
      differences: [{ tradeId: '73000118', symbol: 'AAPL', kind: 'differs', members: ['closePrice', 'profit'] }],
    },
    { list: 'closed', trades: 408, unreadable: 0, differingCount: 0, differences: [] },
  ],
};
