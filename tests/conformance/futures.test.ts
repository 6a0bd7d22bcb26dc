import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { like } from './matchers.ts';
import { asList, asMembers, TestService, text, type Members } from './service.ts';

let service: TestService;
beforeEach(async () => {
  service = await TestService.start();
});
afterEach(() => service.stop());

const DAY = 86_400;
const FUTURE = { symbol: '@ESH6', typeofsymbol: 'future', quant: 2 } as const;

async function trade(id: unknown): Promise<Members> {
  return asMembers((await service.list('requestTrades')).find((one) => one['trade_id'] === id));
}

async function signal(id: unknown): Promise<Members> {
  return asMembers((await service.list('retrieveSignalsAll')).find((one) => one['signal_id'] === id));
}

async function openTrade(symbol: string): Promise<Members> {
  return asMembers((await service.list('requestTradesOpen')).find((one) => one['symbol'] === symbol));
}

describe('[Notes/16] [States/Signal] the last day of a future', () => {
  it('closes the trade at the last price, even if one clock step goes far beyond that day', async () => {
    await service.submit(FUTURE);
    await service.setPrice('@ESH6', '6900');
    const { trade_id } = await openTrade('@ESH6');
    await service.setPrice('@ESH6', '6912.50');
    await service.advance(40 * DAY);
    expect(await trade(trade_id)).toMatchObject({
      open_or_closed: 'closed',
      closedWhen: '2026-03-20 16:00:00',
      closing_price_VWAP: '6912.50000',
      quant_closed: '2',
      PL: String(12.5 * 50 * 2),
    });
  });

  it('working signals expire, GTC too; waiting legs are canceled; later contracts are unaffected', async () => {
    const entry = asMembers((await service.submit({ ...FUTURE, limit: 6000, stoploss: 5900 }))['signal']);
    const later = asMembers((await service.submit({ ...FUTURE, symbol: '@ESM6', limit: 6000 }))['signal']);
    expect(entry['expiresat']).toBe(String(Date.UTC(2026, 2, 20, 20) / 1000));
    await service.advance(18 * DAY + 5 * 3600);
    expect(await signal(entry['signalid'])).toMatchObject({ status: 'working' });
    await service.advance(3600);
    expect(await signal(entry['signalid'])).toMatchObject({ status: 'expired', expired_time: '2026-03-20 16:00:00' });
    expect(await signal(entry['stoplosssignalid'])).toMatchObject({ status: 'canceled' });
    expect(await signal(later['signalid'])).toMatchObject({ status: 'working' });
  });

  it('a DAY signal expires at the end of the contract', async () => {
    await service.advance(18 * DAY);
    const placed = asMembers((await service.submit({ ...FUTURE, limit: 6000, duration: 'DAY' }))['signal']);
    await service.advance(DAY);
    expect(await signal(placed['signalid'])).toMatchObject({ expired_time: '2026-03-20 16:00:00' });
  });

  it('a contract leaves the list shortly before its last day; signals after that day are refused', async () => {
    const listed = async (): Promise<string[]> =>
      asList((await service.control('GET', '/practice/state'))['instruments'])
        .map((one) => text(one, 'symbol'))
        .filter((symbol) => symbol.startsWith('@ES'));
    expect(await listed()).toEqual(['@ESH6', '@ESM6']);
    await service.advance(11 * DAY);
    expect(await listed()).toEqual(['@ESM6', '@ESU6']);
    expect(await service.submit(FUTURE)).toMatchObject({ ok: '1' });
    await service.advance(8 * DAY);
    expect(await service.submit(FUTURE)).toMatchObject({
      ok: '0',
      error: { title: 'Contract ended', message: like(/@ESH6/) },
    });
  });

  it('contracts that ended while the service was down are settled at its start', async () => {
    await service.submit(FUTURE);
    await service.setPrice('@ESH6', '6900');
    const { trade_id } = await openTrade('@ESH6');
    const resting = asMembers((await service.submit({ ...FUTURE, limit: 6000 }))['signal']);
    service = await service.restart({ clock: 'real' });
    expect(await trade(trade_id)).toMatchObject({ open_or_closed: 'closed', closedWhen: '2026-03-20 16:00:00' });
    expect(await signal(resting['signalid'])).toMatchObject({ status: 'expired', expired_time: '2026-03-20 16:00:00' });
  });
});

describe('[Notes/16] the year digit of a future', () => {
  it.each([
    ['@ESZ0', { ok: '1', signal: { description: like(/Dec30/) } }],
    ['@KCZ9', { ok: '1', signal: { description: like(/Dec29/) } }],
    ['@ESZ1', { ok: '0', error: { title: 'Contract ended' } }],
    ['@KCZ1', { ok: '0', error: { title: 'Contract ended' } }],
  ])('means a year from five years ago to four ahead, even if the contract ended: %s', async (symbol, answer) => {
    expect(await service.submit({ ...FUTURE, symbol, limit: 1 })).toMatchObject(answer);
  });
});

describe('[Notes/16] ten years later', () => {
  it('a year digit means the nearest year, and the same symbol can be traded again', async () => {
    await service.submit(FUTURE);
    await service.setPrice('@ESH6', '6900');
    await service.advance(3600 * DAY);
    const symbols = asList((await service.control('GET', '/practice/state'))['instruments']).map(
      (one) => one['symbol'],
    );
    expect(symbols).toContain('@ESH6');
    const placed = asMembers((await service.submit({ ...FUTURE, limit: 6000 }))['signal']);
    expect(placed).toMatchObject({ description: like(/Mar36/) });
    expect(new Date(Number(placed['expiresat']) * 1000).toISOString()).toBe('2036-03-21T20:00:00.000Z');
  });
});
