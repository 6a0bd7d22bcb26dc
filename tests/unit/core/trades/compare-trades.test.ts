// The check of the trades compares the stored trades with another list of the platform.
import { describe, expect, it } from 'vitest';
import type { Trade } from '#contract/model/trade.ts';
import { parseTrades } from '#core/platform/parse/trade.ts';
import { compareTrades } from '#core/trades/compare-trades.ts';

const readAt = 1_772_470_000;

const wire = (id: number, more: object = {}): object => ({
  ...{ trade_id: String(id), symbol: 'AAPL', open_or_closed: 'closed', long_or_short: 'long', instrument: 'stock' },
  ...{ quant_opened: '10', quant_closed: '10', opening_price_VWAP: '150', closing_price_VWAP: '151' },
  ...{ openedWhenUnixTimeStamp: '1772461800', closedWhenUnixTimeStamp: '1772462900', PL: '10', ptValue: '1' },
  ...{ currency: 'USD' },
  ...more,
});
const parsed = (...records: readonly object[]): Trade[] => {
  const { items = [], bad = 1 } = parseTrades(records, '7') ?? {};
  expect(bad).toBe(0);
  return items.map(({ trade }) => trade);
};
const check = (stored: readonly object[], listed: readonly object[], list: 'all' | 'closed' = 'all') =>
  compareTrades(parsed(...stored), readAt, { list, trades: parsed(...listed), unreadable: 0 });
const openTrade = { open_or_closed: 'open', quant_closed: '0', closedWhenUnixTimeStamp: '0' };

describe('the check of the trades', () => {
  it('finds no difference in another sequence of the same trades or another form of numbers', () => {
    const result = check([wire(1), wire(2)], [wire(2, { PL: '10.00' }), wire(1, { quant_opened: 10 })]);
    expect(result).toEqual({ list: 'all', trades: 2, unreadable: 0, differingCount: 0, differences: [] });
  });

  it.each([
    ['symbol', { symbol: 'MSFT' }],
    ['side', { long_or_short: 'short' }],
    ['instrument', { instrument: 'future' }],
    ['pointValue', { ptValue: '50' }],
    ['currency', { currency: 'EUR' }],
    ['quantityOpened', { quant_opened: '11' }],
    ['quantityClosed', { quant_closed: '9' }],
    ['openPrice', { opening_price_VWAP: '150.01' }],
    ['closePrice', { closing_price_VWAP: '151.01' }],
    ['openedAt', { openedWhenUnixTimeStamp: '1772461801' }],
    ['closedAt', { closedWhenUnixTimeStamp: '1772462901' }],
    ['profit', { PL: '-10' }],
  ] as const)('reports a closed trade whose %s differs', (member, other) => {
    expect(check([wire(1), wire(2)], [wire(1), wire(2, other)]).differences).toEqual([
      expect.objectContaining({ tradeId: '2', kind: 'differs', members: [member] }),
    ]);
  });

  it('names a trade that is only stored or only listed, and one that is listed twice', () => {
    const { differences } = check([wire(1), wire(2)], [wire(1), wire(1), wire(3)]);
    expect(differences.map(({ tradeId, kind }) => [tradeId, kind])).toEqual([
      ['1', 'twice'],
      ['3', 'extra'],
      ['2', 'missing'],
    ]);
  });

  it('ignores what can have changed between the two readings', () => {
    const opened = wire(3, { openedWhenUnixTimeStamp: String(readAt + 2) });
    expect(check([wire(1, openTrade)], [wire(1, { PL: '3' }), opened]).differingCount).toBe(0);
    const changed = wire(1, { ...openTrade, closing_price_VWAP: '149', PL: '-10' });
    expect(check([wire(1, openTrade)], [changed]).differingCount).toBe(0);
  });

  it('counts a different side of an open trade', () => {
    expect(check([wire(1, openTrade)], [wire(1, { ...openTrade, long_or_short: 'short' })]).differences).toEqual([
      { tradeId: '1', symbol: 'AAPL', kind: 'differs', members: ['side'] },
    ]);
  });

  it('expects no open trade in the list of closed trades, and names one that is there', () => {
    expect(check([wire(1), wire(2, openTrade)], [wire(1)], 'closed').differingCount).toBe(0);
    expect(check([wire(1), wire(2, openTrade)], [wire(1), wire(2, openTrade)], 'closed').differences).toMatchObject([
      { tradeId: '2', kind: 'open' },
    ]);
  });

  it('counts every trade that differs, and lists the first fifty', () => {
    const many = Array.from({ length: 60 }, (_, index) => wire(index + 1));
    const { differingCount, differences } = check(many, []);
    expect([differingCount, differences.length]).toEqual([60, 50]);
  });
});
