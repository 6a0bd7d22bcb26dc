import { describe, expect, it } from 'vitest';
import { divide, fixed, ONE } from '#rules/decimal.ts';
import { marginFigures } from '#rules/trades/margin.ts';
import { bookFill, type FillOutcome } from '#rules/trades/position.ts';
import {
  settleTrade,
  closingVwap,
  openingVwap,
  openQuantity,
  realizedProfit,
  tradeProfit,
  type Trade,
} from '#rules/trades/trade.ts';
import type { Action } from '#rules/order-terms.ts';

let lastId = 0;

function fill(
  open: Trade | undefined,
  action: Action,
  quantity: string,
  price: string,
  terms = { pointValue: ONE, usdRate: ONE },
): FillOutcome {
  const signal = { id: 's', action, quantity: fixed(quantity), symbol: 'X', instrument: 'stock' } as const;
  return bookFill(open, { signal, price: fixed(price), at: 1000 }, terms, () => String((lastId += 1)));
}

function onlyTrade(outcome: FillOutcome): Trade {
  const part = outcome.opening ?? outcome.closing;
  if (!part || (outcome.opening && outcome.closing)) throw new Error('not one trade');
  return part.trade;
}

describe('[States/Trade] trade: open -> closed', () => {
  it('opens, adds and closes with both VWAPs', () => {
    const first = onlyTrade(fill(undefined, 'BTO', '100', '10'));
    const added = onlyTrade(fill(first, 'BTO', '50', '13'));
    expect(openingVwap(added)).toBe(fixed('11'));
    const closed = onlyTrade(fill(added, 'STC', '150', '12.5'));
    expect(closed.closedAt).toBe(1000);
    expect(closingVwap(closed)).toBe(fixed('12.5'));
    expect(tradeProfit(closed, 0n)).toBe(fixed('225'));
  });

  it('closes in parts: the realized profit is separate from that of the open part', () => {
    const opened = onlyTrade(fill(undefined, 'BTO', '100', '10'));
    const outcome = fill(opened, 'STC', '40', '12');
    const partlyClosed = onlyTrade(outcome);
    expect(outcome).toMatchObject({ opening: null, closing: { trade: { id: opened.id } } });
    expect([partlyClosed.closedAt, openQuantity(partlyClosed)]).toEqual([null, fixed('60')]);
    expect(realizedProfit(partlyClosed)).toBe(fixed('80'));
    expect(tradeProfit(partlyClosed, fixed('11'))).toBe(fixed('140'));
  });

  it('reverses across zero: one trade closes, another opens with the rest', () => {
    const opened = onlyTrade(fill(undefined, 'BTO', '100', '10'));
    const outcome = fill(opened, 'STO', '250', '9');
    expect(outcome).toMatchObject({
      closing: {
        trade: { id: opened.id, closed: fixed('100'), closedAt: 1000 },
        fillPart: { part: 'closing', quantity: fixed('100'), tradeId: opened.id },
      },
      opening: {
        trade: { side: 'short', opened: fixed('150'), closedAt: null },
        fillPart: { part: 'opening', quantity: fixed('150') },
      },
    });
    expect(outcome.opening?.trade.id).not.toBe(opened.id);
  });

  it('a short earns when the price falls', () => {
    const short = onlyTrade(fill(undefined, 'SSHORT', '10', '50'));
    expect(tradeProfit(onlyTrade(fill(short, 'BTC', '10', '45')), 0n)).toBe(fixed('50'));
  });

  it('the profit includes the point value and the exchange rate', () => {
    const future = onlyTrade(fill(undefined, 'BTO', '2', '6892.25', { pointValue: fixed('50'), usdRate: ONE }));
    expect(tradeProfit(future, fixed('6900'))).toBe(fixed('775'));
    const yen = { pointValue: fixed('10000'), usdRate: divide(ONE, fixed('150')) };
    const pair = onlyTrade(fill(undefined, 'BTO', '3', '150', yen));
    expect(Number(tradeProfit(pair, fixed('151'))) / Number(ONE)).toBeCloseTo(200, 3);
  });

  it('[Notes/39] a worthless option closes at 0 and loses its premium', () => {
    const option = onlyTrade(fill(undefined, 'BTO', '2', '3.5', { pointValue: fixed('100'), usdRate: ONE }));
    const settled = settleTrade(option, 0n, 5000);
    expect([closingVwap(settled), tradeProfit(settled, 0n), settled.closedAt]).toEqual([0n, fixed('-700'), 5000]);
  });

  it('[Notes/30] margin: buyPower = cash + equity - marginUsed, whole dollars', () => {
    const trade = onlyTrade(fill(undefined, 'BTO', '100', '10.50'));
    const position = { trade, price: fixed('11.25'), mark: fixed('11'), contractMargin: null };
    expect(marginFigures(fixed('10000'), fixed('120.4'), [position])).toEqual({
      cash: fixed('10120'),
      equity: fixed('75'),
      marginUsed: fixed('563'),
      buyPower: fixed('9632'),
      modelAccountValue: fixed('10170'),
    });
  });
});
