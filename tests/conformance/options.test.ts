import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asMembers, TestService, type Members } from './service.ts';

let service: TestService;
beforeEach(async () => {
  service = await TestService.start();
});
afterEach(() => service.stop());

const DAY = 86_400;

/** Opens a position in the option at this price, and returns the id of its trade. */
async function open(symbol: string, price: string, action = 'BTO'): Promise<unknown> {
  await service.submit({ symbol, typeofsymbol: 'option', quant: 3, action });
  await service.setPrice(symbol, price);
  const found = (await service.list('requestTradesOpen')).find((one) => one['symbol'] === symbol);
  return asMembers(found)['trade_id'];
}

async function trade(id: unknown): Promise<Members> {
  return asMembers((await service.list('requestTrades')).find((one) => one['trade_id'] === id));
}

describe('[Notes/39] [States/Trade] the last day of an option', () => {
  it.each([
    ['a call in the money', 'BTO', 'DIS2620C100', '7.50', '112.25', '12.25000', (12.25 - 7.5) * 300],
    ['a call out of the money', 'BTO', 'DIS2620C110', '1.20', '109.99', '0.00000', -1.2 * 300],
    ['a put in the money', 'BTO', 'DIS2620O110.5', '4.00', '108', '2.50000', -1.5 * 300],
    ['a put out of the money', 'BTO', 'DIS2620O90', '0.40', '104', '0.00000', -0.4 * 300],
    ['a short call that is exercised', 'STO', 'DIS2620C105', '3.00', '111', '6.00000', -3 * 300],
    ['a short put that ends worthless', 'STO', 'DIS2620O100', '2.00', '104', '0.00000', 2 * 300],
  ] as const)(
    '%s is worth its intrinsic value',
    async (_name, action, symbol, premium, underlyingPrice, closingPrice, profit) => {
      const id = await open(symbol, premium, action);
      await service.setPrice('DIS', underlyingPrice);
      await service.advance(19 * DAY);
      expect(await trade(id)).toMatchObject({
        open_or_closed: 'closed',
        closedWhen: '2026-03-20 16:00:00',
        closing_price_VWAP: closingPrice,
        PL: String(Math.round(profit)),
      });
    },
  );

  it('ends the bracket of a position in the option: one GTC leg expires, the other is canceled', async () => {
    const signal = { symbol: 'WMT2620C130', typeofsymbol: 'option', quant: 1, profittarget: 9, stoploss: '0.01' };
    const entry = asMembers((await service.submit(signal))['signal']);
    await service.setPrice('WMT2620C130', '2');
    await service.setPrice('WMT', '120');
    await service.advance(19 * DAY);
    const all = await service.list('retrieveSignalsAll', { filter_date_time_start: '2026-03-02 09:30:00' });
    const ended = ['profittargetsignalid', 'stoplosssignalid'].map((name) =>
      all.find((one) => one['signal_id'] === entry[name]),
    );
    expect(ended.map((one) => one?.['status']).sort()).toEqual(['canceled', 'expired']);
    expect(all.filter((one) => one['status'] === 'working' && one['symbol'] === 'WMT2620C130')).toEqual([]);
  });
});
