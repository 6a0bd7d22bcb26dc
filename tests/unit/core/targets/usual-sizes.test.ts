import { expect, it } from 'vitest';
import type { Trade } from '#contract/model/trade.ts';
import { usualSizes } from '#core/targets/usual-sizes.ts';
import { formatFixed } from '#rules/decimal.ts';

const trade = (quantity: number, price: number, openedAt: number, closedAt: number | null): Trade => ({
  tradeId: '1',
  systemId: '1',
  open: closedAt === null,
  side: 'long',
  symbol: 'KO',
  description: '',
  instrument: 'stock',
  pointValue: '1',
  currency: 'USD',
  quantityOpened: String(quantity),
  quantityClosed: closedAt === null ? '0' : String(quantity),
  openPrice: String(price),
  closePrice: null,
  openedAt,
  closedAt,
  markedAt: null,
  profit: null,
  heldSeconds: null,
});
const sizeTexts = (trades: readonly Trade[]) => {
  const { median, maxGross } = usualSizes(trades);
  return [median === null ? null : formatFixed(median), maxGross === null ? null : formatFixed(maxGross)];
};

const trades = [
  trade(10, 10, 1, 4),
  trade(20, 10, 2, 4),
  // This trade opens in the same second in which the first two close.
  trade(30, 10, 4, 9),
  trade(40, 10, 5, null),
  trade(1, 10, 20, 21),
];

it('the usual sizes are the median value of a trade and the largest total held at one time', () => {
  expect(sizeTexts(trades)).toEqual(['200', '700']);
});

it('a contract counts by its point value; trades not in dollars or without price do not count', () => {
  const [first = trade(1, 1, 1, 1), ...others] = trades;
  expect(sizeTexts([{ ...first, pointValue: '50' }, ...others])).toEqual(['300', '5200']);
  const euro = { ...trade(9_999, 99, 1, null), currency: 'EUR' };
  expect(sizeTexts([...trades, euro, { ...euro, currency: '', openPrice: null }])).toEqual(['200', '700']);
  const pair = { ...euro, symbol: 'USDJPY', instrument: 'forex', pointValue: '10000', currency: '' } as const;
  expect(sizeTexts([...trades, pair])).toEqual(['200', '700']);
});

it('a stock whose trade states no point value counts at one dollar for a point', () => {
  expect(sizeTexts(trades.map((one) => ({ ...one, pointValue: null })))).toEqual(['200', '700']);
  const futures = trades.map((one) => ({ ...one, instrument: 'future' as const, pointValue: null }));
  expect(sizeTexts(futures)).toEqual([null, null]);
});

it('the total omits a trade after it was unlisted, and a trade that closed at an unknown time', () => {
  const unlisted = { ...trade(100, 10, 2, null), unlistedAt: 3 };
  // The trade counts until the first reading without it, together with the first two trades.
  expect(sizeTexts([...trades, unlisted])).toEqual(['200', '1300']);
  const closedAtUnknownTime = { ...trade(100, 10, 2, null), open: false };
  expect(sizeTexts([...trades, closedAtUnknownTime])).toEqual(['200', '700']);
});

it('the usual sizes are not known from fewer than five trades', () => {
  expect(sizeTexts(trades.slice(1))).toEqual([null, null]);
});
