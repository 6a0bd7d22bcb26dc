import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { like } from './matchers.ts';
import { asList, asMembers, TestService, text, type Members } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

async function listed(type: string): Promise<readonly Members[]> {
  const state = await service.control('GET', '/practice/state');
  return asList(state['instruments']).filter((one) => one['type'] === type);
}

const symbols = (list: readonly Members[]): string[] => list.map((one) => text(one, 'symbol'));

describe('[Resources/Conventions] instruments of the practice market', () => {
  it('are at least 60 stocks and ETFs, 20 futures roots of two contracts, 12 pairs, 30 options', async () => {
    expect((await listed('stock')).length).toBeGreaterThanOrEqual(60);
    const futures = symbols(await listed('future'));
    expect(new Set(futures.map((symbol) => symbol.slice(0, -2))).size).toBeGreaterThanOrEqual(20);
    expect(futures.length).toBe(2 * new Set(futures.map((symbol) => symbol.slice(0, -2))).size);
    expect((await listed('forex')).length).toBeGreaterThanOrEqual(12);
    expect((await listed('option')).length).toBeGreaterThanOrEqual(30);
  });

  it('prices are whole ticks greater than 0', async () => {
    const state = await service.control('GET', '/practice/state');
    const wrong = asList(state['instruments']).filter((one) => {
      const ticks = Number(one['price']) / Number(one['tick']);
      return !(ticks > 0) || Math.abs(ticks - Math.round(ticks)) > 1e-6;
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['EURUSD', '10000', 'USD'],
    ['USDJPY', '10000', 'JPY'],
    ['EURGBP', '10000', 'GBP'],
    ['@ESH6', '50', 'USD'],
    ['@JYM6', '12500000', 'USD'],
    ['BDH6', '1000', 'EUR'],
  ] as const)('%s: point value %s in %s', async (symbol, pointValue, currency) => {
    const all = [...(await listed('forex')), ...(await listed('future'))];
    expect(all.find((one) => one['symbol'] === symbol)).toMatchObject({ pointValue, currency });
  });

  it.each([
    ['stock', 'GE'],
    ['stock', 'C'],
    ['future', '@ESH6'],
    ['future', 'QCLM6'],
    ['future', 'BDM6'],
    ['forex', 'GBPJPY'],
    ['option', 'F2620C13'],
    ['option', 'CAT2615R745.5'],
  ] as const)('submitSignal takes a %s named %s', async (typeofsymbol, symbol) => {
    const answer = await service.submit({ symbol, typeofsymbol, quant: 1, limit: '0.01' });
    expect(answer).toMatchObject({ ok: '1', signal: { symbol, typeofsymbol } });
    await service.call('cancelSignal', { signalid: answer['signalid'] });
  });

  it.each([
    ['a month that its root does not list', 'future', '@ESJ6', 'Contract not listed', '@ESJ6'],
    ['a contract that has ended', 'future', '@ESZ5', 'Contract ended', '@ESZ5'],
    ['an option that has ended', 'option', 'AAPL2620B250', 'Contract ended', 'AAPL2620B250'],
    ['a future without its year', 'future', '@ZZH', 'Unknown symbol', '@ZZH'],
    ['a stock of six letters', 'stock', 'NOSUCH', 'Unknown symbol', 'NOSUCH'],
    ['a pair of unknown currencies', 'forex', 'ABCXYZ', 'Unknown symbol', 'ABCXYZ'],
    ['a pair named as a stock', 'stock', 'SEKNOK', 'Unknown symbol', 'SEKNOK'],
    ['an option on something other than a stock', 'option', 'EURUSD2620C1', 'Unknown symbol', 'EURUSD2620C1'],
    ['an option on a day that does not exist', 'option', 'AAPL2631D250', 'Unknown symbol', 'AAPL2631D250'],
  ] as const)('%s is refused, and the message names the symbol', async (_name, typeofsymbol, symbol, title, named) => {
    const before = await service.list('retrieveSignalsWorking');
    const answer = await service.submit({ symbol, typeofsymbol, quant: 1 });
    expect(answer).toMatchObject({
      ok: '0',
      error: { title, message: like(new RegExp(named)) },
      signal: { symbol: null },
    });
    expect(await service.list('retrieveSignalsWorking')).toEqual(before);
  });

  it('[Notes/14] an option follows its underlying: a call rises with it, a put falls', async () => {
    const profitsAt = async (underlyingPrice: string): Promise<string[]> => {
      await service.setPrice('GE', underlyingPrice);
      const trades = await service.list('requestTradesOpen');
      return ['GE2617D340', 'GE2617P340'].map((symbol) =>
        text(asMembers(trades.find((trade) => trade['symbol'] === symbol)), 'PL'),
      );
    };
    for (const symbol of ['GE2617D340', 'GE2617P340'])
      await service.submit({ symbol, typeofsymbol: 'option', quant: 10 });
    await service.advance(1);
    const [call, put] = (await profitsAt('345')).map(Number);
    const [dearerCall, cheaperPut] = (await profitsAt('350')).map(Number);
    expect(dearerCall).toBeGreaterThan(call ?? NaN);
    expect(cheaperPut).toBeLessThan(put ?? NaN);
  });
});

describe('[States/Trade] [Notes/17] profit is converted to dollars', () => {
  /** Opens a position of two units, moves the price, and returns the open trade. */
  async function openTrade(signal: object, symbol: string, from: string, to: string): Promise<Members> {
    await service.setPrice(symbol, from);
    await service.submit({ symbol, quant: 2, ...signal });
    await service.setPrice(symbol, from);
    await service.setPrice(symbol, to);
    return asMembers((await service.list('requestTradesOpen')).find((trade) => trade['symbol'] === symbol));
  }

  it.each([
    ['a pair against the dollar', 'forex', 'NZDUSD', '0.60000', '0.61000', [], 2 * 10_000 * 0.01, 1],
    [
      'a pair in yen',
      'forex',
      'EURJPY',
      '180.000',
      '181.500',
      [['USDJPY', '150.000']],
      (2 * 10_000 * 1.5) / 150,
      1 / 150,
    ],
    [
      'a pair in pounds',
      'forex',
      'EURGBP',
      '0.87000',
      '0.86000',
      [['GBPUSD', '1.25000']],
      -2 * 10_000 * 0.01 * 1.25,
      1.25,
    ],
    ['a future in dollars', 'future', '@JYM6', '0.0064000', '0.0064100', [], 2 * 12_500_000 * 0.00001, 1],
    ['a future in euros', 'future', 'BDM6', '128.00', '128.50', [['EURUSD', '1.20000']], 2 * 1000 * 0.5 * 1.2, 1.2],
  ] as const)('%s has its profit in dollars', async (_name, typeofsymbol, symbol, from, to, rates, profit, rate) => {
    for (const [pair, price] of rates) await service.setPrice(pair, price);
    const trade = await openTrade({ typeofsymbol }, symbol, from, to);
    expect(Math.abs(Number(trade['PL']) - profit)).toBeLessThanOrEqual(0.5);
    expect(trade['currencyMultiplierUSD']).toBeCloseTo(rate, 5);
    await service.submit({ action: 'STC', symbol, typeofsymbol, quant: 2 });
    await service.setPrice(symbol, to);
    const closed = (await service.list('requestTrades')).find(({ trade_id }) => trade_id === trade['trade_id']);
    expect(closed).toMatchObject({ open_or_closed: 'closed', PL: trade['PL'] });
  });
});
