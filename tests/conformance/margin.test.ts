import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asMembers, TestService, type Members } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const FIGURES = ['buyPower', 'modelAccountValue', 'marginUsed', 'equity', 'cash'] as const;

async function margin(): Promise<Readonly<Record<(typeof FIGURES)[number], number>>> {
  const answer = await service.call('requestMarginEquity');
  const value = (name: string): number => {
    expect(typeof answer[name], name).toBe('number');
    return Number(answer[name]);
  };
  return {
    buyPower: value('buyPower'),
    modelAccountValue: value('modelAccountValue'),
    marginUsed: value('marginUsed'),
    equity: value('equity'),
    cash: value('cash'),
  };
}

/** Fills one order and returns the figures before and after. */
async function traded(order: { symbol: string; typeofsymbol: string; quant: number; action?: string }, price: string) {
  await service.price(order.symbol, price);
  const before = await margin();
  await service.submit(order);
  await service.price(order.symbol, price);
  return { before, after: await margin() };
}

describe('[Endpoints/requestMarginEquity] [Notes/30] margin figures', () => {
  it.each([
    ['half of a stock bought', { symbol: 'HON', typeofsymbol: 'stock', quant: 100 }, '200', 10_000],
    ['half of a stock sold short', { symbol: 'UPS', typeofsymbol: 'stock', quant: 100, action: 'STO' }, '100', 5000],
    ["a future's own margin a contract", { symbol: '@YMM6', typeofsymbol: 'future', quant: 2 }, '49000', 31_000],
    ['a fiftieth of a pair', { symbol: 'NZDUSD', typeofsymbol: 'forex', quant: 5 }, '0.60000', 600],
    ['a fiftieth of a pair in yen, in dollars', { symbol: 'USDJPY', typeofsymbol: 'forex', quant: 5 }, '150', 1000],
    ['the premium of an option', { symbol: 'HON2617D200', typeofsymbol: 'option', quant: 2 }, '6', 1200],
    [
      'a fifth more for a short option',
      { symbol: 'HON2617P200', typeofsymbol: 'option', quant: 2, action: 'STO' },
      '5',
      1200,
    ],
  ] as const)('%s', async (_name, order, price, used) => {
    const { before, after } = await traded(order, price);
    expect(Math.abs(after.marginUsed - before.marginUsed - used)).toBeLessThanOrEqual(1);
  });

  it('buyPower = cash + equity - marginUsed, in whole dollars, with any positions', async () => {
    for (const price of ['180', '200.37', '231.11']) {
      await service.price('HON', price);
      const figures = await margin();
      expect(figures.buyPower).toBe(figures.cash + figures.equity - figures.marginUsed);
      for (const name of FIGURES) expect(Number.isInteger(figures[name]), name).toBe(true);
    }
  });

  it('equity is open profit and may be negative; cash changes only by closed profit and costs', async () => {
    const quiet = await margin();
    await service.price('HON', '100');
    const fallen = await margin();
    expect(fallen.equity).toBeLessThan(0);
    expect(fallen.cash).toBe(quiet.cash);
    await service.submit({ action: 'STC', symbol: 'HON', quant: 100 });
    await service.price('HON', '100');
    const closed = await margin();
    expect(Math.abs(closed.cash - (quiet.cash - 100 * 100 - 1))).toBeLessThanOrEqual(1);
  });

  it('modelAccountValue is delayed: it uses marks of up to a quarter of an hour ago', async () => {
    await service.advance(1800);
    const even = await margin();
    // Each figure is rounded separately.
    expect(Math.abs(even.modelAccountValue - even.cash - even.equity)).toBeLessThanOrEqual(1);
    await service.price('UPS', '96');
    const moved = await margin();
    expect(moved.equity - even.equity).toBe(400);
    expect(moved.modelAccountValue).toBe(even.modelAccountValue);
    await service.advance(1800);
    expect((await margin()).modelAccountValue).toBe(even.modelAccountValue + 400);
  });

  it('getSystemDetails has the same figures under marginEquityData', async () => {
    const details = asMembers((await service.call('getSystemDetails'))['response']);
    const flat: Members = await service.call('requestMarginEquity');
    const nested = asMembers(details['marginEquityData']);
    for (const name of [...FIGURES, 'updatedLastTimeET', 'systemid']) expect(nested[name], name).toEqual(flat[name]);
  });
});
