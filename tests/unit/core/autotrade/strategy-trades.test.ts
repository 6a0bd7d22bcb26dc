import { describe, expect, it } from 'vitest';
import type { ComponentSignal, Trade } from '#contract/model/trade.ts';
import { pastTrades, replayFrom, strategyTrades } from '#core/autotrade/strategy-trades.ts';
import { formatFixed } from '#rules/decimal.ts';

const trade = (more: Partial<Trade> = {}): Trade => ({
  tradeId: '1',
  systemId: '101',
  open: false,
  side: 'long',
  symbol: 'AAPL2620C265',
  description: '',
  instrument: 'option',
  pointValue: '100',
  currency: 'USD',
  quantityOpened: '4',
  quantityClosed: '4',
  openPrice: '5',
  closePrice: '2',
  openedAt: 1_000,
  closedAt: 5_000,
  markedAt: null,
  profit: '-1200',
  heldSeconds: 4_000,
  ...more,
});
const signal = (
  action: ComponentSignal['action'],
  quantity: string,
  price: string,
  tradedAt: number,
): ComponentSignal => ({
  serviceId: String(tradedAt),
  action,
  quantity,
  symbol: 'AAPL2620C265',
  price,
  tradedAt,
  tradedText: '',
});
const read = (one: Trade, signals: ComponentSignal[] | null) =>
  strategyTrades({ newestTrades: () => ({ trades: [one], total: 1, revision: 1 }), components: () => signals }, '101');

describe('past trades', () => {
  it('have the position after each fill, with its sign', () => {
    const short = trade({ side: 'short' });
    const trades = read(short, [signal('BTC', '4', '2', 3_000), signal('STO', '4', '5', 1_000)]);
    expect(pastTrades(trades)[0]?.positions.map(({ quantity }) => formatFixed(quantity))).toEqual(['-4', '0']);
  });

  it('end with an expiry if no fill closes them, at the price implied by the average close', () => {
    const trades = read(trade(), [signal('BTO', '4', '5', 1_000), signal('STC', '2', '4', 2_000)]);
    const { fills, openTrades } = replayFrom(trades, 0);
    expect(openTrades).toEqual([]);
    expect(fills.map(({ at, price }) => [at, formatFixed(price)])).toEqual([
      [1_000_000, '5'],
      [2_000_000, '4'],
      [5_000_000, '0'],
    ]);
    expect(fills.at(-1)?.trade.closedAt).toBe(5_000_000);
  });

  it('before the period are left out; a trade open at the start of the period is listed as open', () => {
    const trades = read(trade(), [signal('BTO', '4', '5', 1_000)]);
    expect(replayFrom(trades, 6_000)).toMatchObject({ openTrades: [], fills: [], unreadCount: 0 });
    expect(replayFrom(trades, 2_000)).toMatchObject({ openTrades: [{ symbol: 'AAPL2620C265' }], fills: [{}] });
  });

  it.each<[string, Partial<Trade>, ComponentSignal[] | null]>([
    ['no fills were read', {}, null],
    ['the type is not known', { instrument: null }, [signal('BTO', '4', '5', 1_000)]],
    ['the trade is not in dollars', { currency: 'EUR' }, [signal('BTO', '4', '5', 1_000)]],
    ['a fill has no price', {}, [{ ...signal('BTO', '4', '5', 1_000), price: null }]],
    ['the closing price of the trade is not known', { closePrice: null }, [signal('BTO', '4', '5', 1_000)]],
  ])('are counted as unread if %s', (_why, more, signals) => {
    const trades = read(trade(more), signals);
    expect([trades.withFills, trades.unread.length]).toEqual([[], 1]);
    expect(replayFrom(trades, 6_000).unreadCount).toBe(0);
    expect(replayFrom(trades, 4_000).unreadCount).toBe(1);
  });
});
