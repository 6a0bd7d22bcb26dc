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
async function fill(order: { symbol: string; typeofsymbol: string; quant: number; action?: string }, price: string) {
  await service.setPrice(order.symbol, price);
  const before = await margin();
  await service.submit(order);
  await service.setPrice(order.symbol, price);
  return { before, after: await margin() };
}

describe('[Endpoints/requestMarginEquity] [Notes/30] margin figures', () => {
  it.each([
    ['half the value of a stock bought', { symbol: 'HON', typeofsymbol: 'stock', quant: 100 }, '200', 10_000],
    [
      'half the value of a stock sold short',
      { symbol: 'UPS', typeofsymbol: 'stock', quant: 100, action: 'STO' },
      '100',
      5000,
    ],
    ["a future's own margin for each contract", { symbol: '@YMM6', typeofsymbol: 'future', quant: 2 }, '49000', 31_000],
    ['a fiftieth of the value of a pair', { symbol: 'NZDUSD', typeofsymbol: 'forex', quant: 5 }, '0.60000', 600],
    [
      'a fiftieth of the value of a pair in yen, in dollars',
      { symbol: 'USDJPY', typeofsymbol: 'forex', quant: 5 },
      '150',
      1000,
    ],
    ['the premium of an option', { symbol: 'HON2617D200', typeofsymbol: 'option', quant: 2 }, '6', 1200],
    [
      'the premium of a short option plus a fifth of the premium',
      { symbol: 'HON2617P200', typeofsymbol: 'option', quant: 2, action: 'STO' },
      '5',
      1200,
    ],
  ] as const)('marginUsed grows by %s', async (_name, order, price, used) => {
    const { before, after } = await fill(order, price);
    expect(Math.abs(after.marginUsed - before.marginUsed - used)).toBeLessThanOrEqual(1);
  });

  it('buyPower = cash + equity - marginUsed, in whole dollars, at any price', async () => {
    for (const price of ['180', '200.37', '231.11']) {
      await service.setPrice('HON', price);
      const figures = await margin();
      expect(figures.buyPower).toBe(figures.cash + figures.equity - figures.marginUsed);
      for (const name of FIGURES) expect(Number.isInteger(figures[name]), name).toBe(true);
    }
  });

  it('equity is open profit and may be negative; cash changes only by closed profit and costs', async () => {
    const atStart = await margin();
    await service.setPrice('HON', '100');
    const afterFall = await margin();
    expect(afterFall.equity).toBeLessThan(0);
    expect(afterFall.cash).toBe(atStart.cash);
    await service.submit({ action: 'STC', symbol: 'HON', quant: 100 });
    await service.setPrice('HON', '100');
    const afterClose = await margin();
    expect(Math.abs(afterClose.cash - (atStart.cash - 100 * 100 - 1))).toBeLessThanOrEqual(1);
  });

  it('modelAccountValue is delayed: it uses marks of up to a quarter of an hour ago', async () => {
    await service.advance(1800);
    const atRest = await margin();
    // Each figure is rounded separately.
    expect(Math.abs(atRest.modelAccountValue - atRest.cash - atRest.equity)).toBeLessThanOrEqual(1);
    await service.setPrice('UPS', '96');
    const afterMove = await margin();
    expect(afterMove.equity - atRest.equity).toBe(400);
    expect(afterMove.modelAccountValue).toBe(atRest.modelAccountValue);
    await service.advance(1800);
    expect((await margin()).modelAccountValue).toBe(atRest.modelAccountValue + 400);
  });

  it('getSystemDetails has the same figures under marginEquityData', async () => {
    const details = asMembers((await service.call('getSystemDetails'))['response']);
    const answer: Members = await service.call('requestMarginEquity');
    const nested = asMembers(details['marginEquityData']);
    for (const name of [...FIGURES, 'updatedLastTimeET', 'systemid']) expect(nested[name], name).toEqual(answer[name]);
  });
});
