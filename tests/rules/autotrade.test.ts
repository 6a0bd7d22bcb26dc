import { describe, expect, it } from 'vitest';
import { accountValue, execute, openLoss, type BrokerAccount } from '#rules/autotrade/broker-account.ts';
import { copyTarget } from '#rules/autotrade/settings.ts';
import { restartLink, STARTING_CASH, visiblePositions } from '#rules/autotrade/link.ts';
import { fixed, formatFixed, ONE } from '#rules/decimal.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import { Broker, SETTINGS, TERMS, trade } from './broker.ts';

const OPEN = [trade('t1', '100')];

describe('[States/Subscription and AutoTrade] link, row by row (order-safety.md 6.4)', () => {
  it('None, start -> Linked: trades in progress are joined when asked for', () => {
    const broker = new Broker({ scalingPercentage: 50n }, OPEN);
    expect([broker.link.state, broker.held(), broker.orders]).toEqual(['live', '50', ['settings 50 AAPL']]);
  });

  it('None, start without joining: trades in progress are left out, the next one is copied', () => {
    const broker = new Broker({ joinTradesInProgress: false }, OPEN);
    broker.fill(trade('t1', '300'));
    broker.change({ scalingPercentage: 200n });
    expect(broker.held()).toBe('0');
    broker.fill(trade('t1', '0'));
    broker.fill(trade('t2', '5'));
    expect([broker.held(), broker.orders]).toEqual(['10', ['strategy 10 AAPL']]);
  });

  it('Linked, change -> Linked: open positions follow at once', () => {
    const broker = new Broker({}, OPEN);
    broker.change({ scalingPercentage: 30n });
    expect(broker.held()).toBe('30');
    broker.change({ enabled: { ...SETTINGS.enabled, stock: false } });
    expect(broker.held()).toBe('0');
  });

  it('Linked, change -> Linked: open positions can follow with their next fill', () => {
    const broker = new Broker({}, OPEN);
    broker.change({ scalingPercentage: 30n }, 'nextFill');
    expect(broker.held()).toBe('100');
    broker.fill(trade('t1', '110'));
    expect(broker.held()).toBe('33');
  });

  it('Linked, stop(leave=1) -> Stopped: positions are left and listed, fills are not copied', () => {
    const broker = new Broker({}, OPEN);
    broker.stop(true);
    expect(visiblePositions(broker.link).map((one) => [one.symbol, one.copied.quantity])).toEqual([
      ['AAPL', fixed('100')],
    ]);
    broker.fill(trade('t1', '0'));
    broker.tick('AAPL', '1');
    expect([broker.link.state, broker.held()]).toEqual(['stopped', '100']);
  });

  it('Linked, stop(leave=0) -> Stopped: everything copied is closed', () => {
    const broker = new Broker({}, OPEN);
    broker.tradeByHand('AAPL', '7');
    broker.stop(false);
    expect([broker.link.state, broker.held(), broker.held('AAPL', 'manual')]).toEqual(['stopped', '0', '7']);
  });

  it('Linked, stop(leave=0) while markets are closed: the link is closing until they open', () => {
    const broker = new Broker({}, [...OPEN, trade('t2', '3', 'EURUSD', 'forex')]);
    broker.closedSymbols.add('AAPL');
    broker.stop(false);
    expect([broker.link.state, broker.held(), broker.held('EURUSD')]).toEqual(['closing', '100', '0']);
    broker.closedSymbols.clear();
    broker.applyDue();
    expect([broker.link.state, broker.held()]).toEqual(['stopped', '0']);
  });

  it('Stopped, start on the same account: positions that were left count as traded by hand', () => {
    const broker = new Broker({}, OPEN);
    broker.stop(true);
    const ignoring = new Broker({ ignoreManualTrades: true }, OPEN, broker.link);
    expect([ignoring.held(), ignoring.held('AAPL', 'manual')]).toEqual(['100', '100']);
    const counting = new Broker({ ignoreManualTrades: false }, OPEN, broker.link);
    expect([counting.held(), counting.held('AAPL', 'manual'), counting.orders]).toEqual(['100', '0', []]);
    counting.fill(trade('t1', '0'));
    expect(counting.held()).toBe('0');
  });

  it('Linked, start again: new settings, and copied positions remain copied', () => {
    const broker = new Broker({}, OPEN);
    const others = [trade('t2', '4', 'KO')];
    const settings = { ...SETTINGS, scalingPercentage: 10n, joinTradesInProgress: false };
    const start = { openTrades: [...OPEN, ...others], terms: () => TERMS, at: 3 };
    broker.link = restartLink(broker.link, settings, start);
    for (const one of others) broker.trades.set(one.symbol, one);
    broker.applyDue();
    expect([broker.held(), broker.held('KO')]).toEqual(['10', '0']);
  });
});

describe('[States/Subscription and AutoTrade] what is copied', () => {
  it.each([
    ['100', 100n, '100'],
    ['3', 50n, '1'],
    ['1', 99n, '0'],
    ['7', 150n, '10'],
    ['2.5', 100n, '2'],
    ['-3', 50n, '-1'],
    ['1', 100_000n, '1000'],
  ])('floor(%s × %s in percent) = %s', (quantity, scalingPercentage, expected) => {
    expect(copyTarget('future', fixed(quantity), ONE, { ...SETTINGS, scalingPercentage })).toBe(fixed(expected));
  });

  it.each([
    ['future', '5', '3'],
    ['forex', '-5', '-3'],
    ['option', '2', '2'],
  ] as const)('max_units of %s: %s becomes %s', (instrument, quantity, expected) => {
    const maxUnits = { future: fixed('3'), forex: fixed('3'), option: fixed('3') };
    expect(copyTarget(instrument, fixed(quantity), ONE, { ...SETTINGS, maxUnits })).toBe(fixed(expected));
  });

  it('max_units does not limit stocks, and max_dollars_stocks limits nothing else', () => {
    const oneUnitEach = { future: ONE, forex: ONE, option: ONE };
    expect(copyTarget('stock', fixed('50'), fixed('9'), { ...SETTINGS, maxUnits: oneUnitEach })).toBe(fixed('50'));
    expect(copyTarget('future', fixed('50'), fixed('9'), { ...SETTINGS, maxDollarsStocks: fixed('100') })).toBe(
      fixed('50'),
    );
  });

  it('max_dollars_stocks: a copy has whole shares worth at most this amount at the fill price', () => {
    const settings = { ...SETTINGS, maxDollarsStocks: fixed('100') };
    expect(copyTarget('stock', fixed('50'), fixed('9'), settings)).toBe(fixed('11'));
    expect(copyTarget('stock', fixed('-50'), fixed('100'), settings)).toBe(fixed('-1'));
    expect(copyTarget('stock', fixed('50'), fixed('100.01'), settings)).toBe(0n);
    expect(copyTarget('stock', fixed('5'), fixed('9'), settings)).toBe(fixed('5'));
  });

  it.each(['stock', 'option', 'future', 'forex'] as const)('enable_%s = 0: none of it is copied', (instrument) => {
    const enabled = { ...SETTINGS.enabled, [instrument]: false };
    expect(copyTarget(instrument, fixed('5'), ONE, { ...SETTINGS, enabled })).toBe(0n);
    expect(copyTarget(instrument, fixed('5'), ONE, SETTINGS)).toBe(fixed('5'));
  });

  it('allow_short_options = 0: short options are not copied, long ones and short stocks are', () => {
    const settings = { ...SETTINGS, allowShortOptions: false };
    expect(copyTarget('option', fixed('-2'), ONE, settings)).toBe(0n);
    expect(copyTarget('option', fixed('2'), ONE, settings)).toBe(fixed('2'));
    expect(copyTarget('stock', fixed('-2'), ONE, settings)).toBe(fixed('-2'));
  });

  it('a copy follows adds, partial closes and a reversal without drift', () => {
    const broker = new Broker({ scalingPercentage: 50n });
    for (const quantity of ['1', '2', '3', '2', '1']) broker.fill(trade('t1', quantity));
    expect(broker.orders).toEqual(['strategy 1 AAPL', 'strategy -1 AAPL']);
    broker.fill(trade('t1', '0'));
    broker.fill(trade('t2', '-5'));
    expect(broker.held()).toBe('-2');
  });

  it('a settlement at 0 closes the copy at 0', () => {
    const broker = new Broker({}, [trade('t1', '2', 'X', 'option')]);
    broker.fill(trade('t1', '0', 'X', 'option'), '0');
    expect([broker.held('X'), formatFixed(broker.link.account.cash)]).toEqual(['0', '99980']);
  });
});

describe('[States/Subscription and AutoTrade] manual trades', () => {
  it('manual trades that are ignored do not change what is copied', () => {
    const broker = new Broker({}, OPEN);
    broker.tradeByHand('AAPL', '-100');
    broker.fill(trade('t1', '150'));
    expect([broker.held(), broker.held('AAPL', 'manual')]).toEqual(['150', '-100']);
  });

  it('manual trades that are not ignored count toward the position', () => {
    const broker = new Broker({ ignoreManualTrades: false }, OPEN);
    broker.tradeByHand('AAPL', '-100');
    expect(broker.held()).toBe('0');
    broker.fill(trade('t1', '150'));
    expect([broker.held(), broker.orders.at(-1)]).toEqual(['150', 'strategy 150 AAPL']);
  });

  it('a manual position that is not ignored remains if no trade of the strategy is copied', () => {
    const broker = new Broker({ ignoreManualTrades: false, enabled: { ...SETTINGS.enabled, stock: false } });
    broker.tradeByHand('AAPL', '20');
    broker.fill(trade('t1', '100'));
    broker.fill(trade('t1', '0'));
    broker.change({ scalingPercentage: 5n });
    expect(broker.held()).toBe('20');
  });

  it('manual trades that were ignored count after the setting changes', () => {
    const broker = new Broker({}, OPEN);
    broker.tradeByHand('AAPL', '40');
    broker.change({ ignoreManualTrades: false }, 'nextFill');
    expect([broker.held(), broker.held('AAPL', 'manual')]).toEqual(['140', '0']);
  });
});

describe('[States/Subscription and AutoTrade] stop loss per position', () => {
  it('closes the copy when its loss reaches the limit, and copies nothing until the trade ends', () => {
    const broker = new Broker({ stopLossDollarsPerPosition: fixed('100') }, OPEN);
    broker.tick('AAPL', '9.01');
    expect(broker.held()).toBe('100');
    broker.tick('AAPL', '9');
    expect([broker.held(), broker.orders.at(-1)]).toEqual(['0', 'stopLoss -100 AAPL']);
    broker.fill(trade('t1', '200'));
    broker.change({ scalingPercentage: 300n });
    expect(broker.held()).toBe('0');
    broker.fill(trade('t1', '0'));
    broker.fill(trade('t2', '1'));
    expect(broker.held()).toBe('3');
  });

  it('a short loses when the price rises; closed markets and manual trades change nothing', () => {
    const broker = new Broker({ stopLossDollarsPerPosition: fixed('100') }, [trade('t1', '-100')]);
    broker.tradeByHand('KO', '1000');
    broker.tick('KO', '1');
    broker.closedSymbols.add('AAPL');
    broker.tick('AAPL', '11');
    expect([broker.held(), broker.held('KO', 'manual')]).toEqual(['-100', '1000']);
    broker.closedSymbols.clear();
    broker.applyDue();
    expect(broker.held()).toBe('0');
  });
});

describe('the account', () => {
  const empty: BrokerAccount = { cash: STARTING_CASH, positions: [] };
  const afterFill = (account: BrokerAccount, quantity: string, price: string, instrument: InstrumentType = 'stock') =>
    execute(account, {
      symbol: 'X',
      instrument,
      quantity: fixed(quantity),
      price: fixed(price),
      terms: { pointValue: fixed('50'), usdRate: ONE },
      book: 'copied',
      tradeId: 't',
    });
  const value = (account: BrokerAccount, price: string): string =>
    formatFixed(
      accountValue(account, () => ({ price: fixed(price), terms: { pointValue: fixed('50'), usdRate: ONE } })),
    );

  it.each(['stock', 'option', 'future', 'forex'] as const)(
    '%s: the profit is the same whether fills are paid in full or only profit is booked',
    (instrument) => {
      let account = afterFill(empty, '4', '10', instrument);
      expect(value(account, '11')).toBe('100200');
      account = afterFill(account, '-6', '12', instrument);
      expect(value(account, '11')).toBe('100500');
      account = afterFill(account, '2', '13', instrument);
      expect([account.positions, formatFixed(account.cash)]).toEqual([[], '100300']);
    },
  );

  it('the open loss is computed for long and for short positions', () => {
    const openLossOf = (quantity: string): string =>
      formatFixed(openLoss({ quantity: fixed(quantity), value: fixed(quantity) * 10n }, fixed('9'), TERMS));
    expect([openLossOf('3'), openLossOf('-3')]).toEqual(['3', '-3']);
  });

  it('an ended contract is settled in copied and manual positions, also if the link is stopped', () => {
    const broker = new Broker({}, OPEN);
    broker.tradeByHand('AAPL', '5');
    broker.stop(true);
    broker.settlementPrices.set('AAPL', fixed('2'));
    broker.applyDue();
    expect(broker.link.account).toEqual({ cash: STARTING_CASH - fixed('840'), positions: [] });
  });
});
