import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { emptySystem } from './empty-system.ts';
import { like } from './matchers.ts';
import { asMembers, BUY, TestService, text, type Members } from './service.ts';

let service: TestService;
let systemid: string;
beforeAll(async () => {
  service = await TestService.start();
  systemid = await emptySystem(service);
});
afterAll(() => service.stop());

const submit = (signal: object): Promise<Members> => service.submit(signal, { systemid });

async function tradeOf(symbol: string): Promise<Members> {
  const trades = await service.list('requestTradesOpen', { systemid });
  const found = trades.find((trade) => trade['symbol'] === symbol);
  if (!found) throw new Error(`no open trade of ${symbol}`);
  return found;
}

const refusedWith = (title: string): object => ({ ok: '0', error: { title } });

describe('[Events] the service sends nothing on its own', () => {
  it.each([
    ['a request for a stream of events', { accept: 'text/event-stream' }],
    ['a request to speak WebSocket', { connection: 'Upgrade', upgrade: 'websocket' }],
  ])('%s gets only the answer to its command', async (_row, headers) => {
    const body = JSON.stringify({ apikey: service.ready.world.apikey, systemid });
    expect(JSON.parse(await service.raw(service.path('requestTrades'), body, headers))).toEqual({
      ok: '1',
      response: [],
    });
  });
});

describe('requests as the notes describe them', () => {
  it('[Notes/8] a fraction of a stock is accepted; forex needs whole units of at least 1', async () => {
    expect(await submit({ quant: '0.5', limit: 1 })).toMatchObject({ ok: '1', signal: { quant: '0.5' } });
    const forex = { symbol: 'EURUSD', typeofsymbol: 'forex', limit: 1 };
    expect(await submit({ ...forex, quant: 1 })).toMatchObject({ ok: '1', signal: { quant: '1' } });
    for (const quant of ['0.5', '1.5', 0])
      expect(await submit({ ...forex, quant })).toMatchObject(refusedWith('Invalid quant'));
    await service.set({ fractionalQuantity: 'refuse' });
    expect(await submit({ quant: '0.5', limit: 1 })).toMatchObject(refusedWith('Invalid quant'));
    await service.set({ fractionalQuantity: 'accept' });
  });

  it('[Notes/13] [Contexts] the same paths are served under another host name', async () => {
    const body = JSON.stringify({ apikey: service.ready.world.apikey, systemid });
    const { port } = new URL(service.ready.baseUrl);
    const answer = await fetch(`http://localhost:${port}${service.path('requestTrades')}`, { method: 'POST', body });
    expect(await answer.json()).toEqual({ ok: '1', response: [] });
    const withHostHeader = await service.raw(service.path('requestTrades'), body, { host: 'www.example.test' });
    expect(JSON.parse(withHostHeader)).toEqual({ ok: '1', response: [] });
  });

  it('[Notes/21] [Responses] a refused submit has its own members; without access, only ok and error', async () => {
    const refused = await submit({ limit: 1, stop: 2, orderType: 'x' });
    expect(Object.keys(refused).sort()).toEqual(['elapsed_time', 'error', 'ok', 'rejectedSignal', 'signal']);
    expect(refused).toMatchObject({
      signal: { symbol: null },
      rejectedSignal: { symbol: BUY.symbol, limit: 1, stop: 2, orderType: 'x' },
      elapsed_time: like(/^\d+\.\d{4}$/),
    });
    const foreign = await service.submit({ limit: 1 }, { systemid: '1' });
    expect(Object.keys(foreign).sort()).toEqual(['error', 'ok']);
  });
});

describe('records as the notes describe them', () => {
  it('[Notes/15] [Resources/Trade] an option has underlying, putcall, strike, expir and point value 100', async () => {
    const { instruments } = await service.control('GET', '/practice/state');
    const option = (instruments as Members[]).find((one) => one['type'] === 'option');
    const symbol = text(asMembers(option), 'symbol');
    await submit({ symbol, typeofsymbol: 'option', quant: 1 });
    await service.advance(1);
    const trade = await tradeOf(symbol);
    const parts = /^([A-Z]+)(\d\d)(\d\d)([A-X])([\d.]+)$/.exec(symbol);
    expect(trade).toMatchObject({
      underlying: parts?.[1],
      putcall: (parts?.[4] ?? '') < 'M' ? 'call' : 'put',
      strike: parts?.[5],
      expir: like(/^[A-Z][a-z]{2}\d\d$/),
      ptValue: '100',
    });
    await submit({ symbol: 'KO', quant: 1 });
    await service.advance(1);
    expect(await tradeOf('KO')).toMatchObject({ underlying: '', putcall: '', strike: '', expir: '' });
  });

  it.each([
    ['zero', '0'],
    ['empty', ''],
    ['null', null],
  ])('[Notes/25] absentTime=%s decides how a time that is not set is shown', async (absentTime, value) => {
    await service.set({ absentTime });
    const { signalid } = asMembers((await submit({ limit: 1 }))['signal']);
    const all = await service.list('retrieveSignalsAll', { systemid });
    expect(all.find((one) => one['signal_id'] === signalid)).toMatchObject({
      canceled_time: value,
      traded_time_unix: value,
    });
    await service.set({ absentTime: 'zero' });
  });

  it('[Notes/26] [Notes/27] [Notes/28] an open trade shows an old mark, but its current profit', async () => {
    await service.setPrice('MSFT', '400.5');
    await submit({ symbol: 'MSFT', quant: 10 });
    await service.advance(1);
    expect(await tradeOf('MSFT')).toMatchObject({
      openVWAP_timestamp: null,
      closeVWAP_timestamp: null,
      markToMarket_time: '',
      opening_price_VWAP: '400.5',
    });
    await service.advance(3600);
    await service.setPrice('MSFT', '410.5');
    // The closing price is the mark from before the change of the price. The profit is current.
    expect(await tradeOf('MSFT')).toMatchObject({
      opening_price_VWAP: '400.50000',
      closing_price_VWAP: '400.50000',
      PL: '100',
    });
    await submit({ symbol: 'MSFT', quant: 3, action: 'STC' });
    await service.advance(3600);
    // After a partial close, the closing price is an average with 15 digits.
    const partlyClosed = await tradeOf('MSFT');
    expect(text(partlyClosed, 'closing_price_VWAP').replace('.', '')).toHaveLength(15);
    expect(partlyClosed['PL']).toBe('100');
  });

  it('[Notes/28] a traded price has nine decimals; the price of a working signal is not padded', async () => {
    await service.setPrice('MSFT', '400.5');
    const { signalid } = asMembers((await submit({ symbol: 'MSFT', quant: 1 }))['signal']);
    await submit({ symbol: 'MSFT', quant: 1, limit: '12.50' });
    await service.advance(1);
    const all = await service.list('retrieveSignalsAll', { systemid });
    expect(all.find((one) => one['signal_id'] === signalid)).toMatchObject({ traded_price: '400.500000000' });
    const working = await service.list('retrieveSignalsWorking', { systemid });
    expect(working.filter((one) => one['symbol'] === 'MSFT')).toMatchObject([{ isLimitOrder: '12.5' }]);
  });

  it('[Notes/38] [Resources/Conventions] names and descriptions are raw text', async () => {
    const description = `Buys & sells: "what's <cheap>" at 5 > 3`;
    const changed = await service.call('changeSystemAttribute', { systemid, shortDescription: description });
    expect(changed).toMatchObject({ ok: '1' });
    const systems = await service.list('listAllSystems');
    expect(systems.find((one) => one['system_id'] === systemid)).toMatchObject({ shortDescription: description });
    await submit({ symbol: 'JNJ', limit: 1 });
    const working = await service.list('retrieveSignalsWorking', { systemid });
    expect(working.find((one) => one['symbol'] === 'JNJ')).toMatchObject({ name: 'Johnson & Johnson' });
  });
});
