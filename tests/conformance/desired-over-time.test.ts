import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptySystem, holdings, workingOrders } from './empty-system.ts';
import { containing } from './matchers.ts';
import { TestService, text, type Members } from './service.ts';

let service: TestService;
let systemid: string;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  systemid = await emptySystem(service);
});

const stock = (symbol: string, quant: number | string) => ({ symbol, typeofsymbol: 'stock', quant });
const flatOrStop = (symbol: string) => ({ symbol, typeofsymbol: symbol, quant: 0 });
const set = (positions: unknown, fields: object = {}): Promise<Members> =>
  service.call('setDesiredPositions', { systemid, positions, ...fields });
const positions = () => holdings(service, systemid);
const working = () => workingOrders(service, systemid);
/** Market orders fill at the next tick. */
const tick = () => service.advance(1);

describe('[States/Desired-position mode] maintaining over time', () => {
  const HOUR = 3600;

  it('a strategy that is no longer alive refuses a list, accepts stop, and is not maintained', async () => {
    const setAlive = (isAlive: number) => service.call('changeSystemAttribute', { systemid, isAlive });
    await set([stock('KO', 5)]);
    await tick();
    await setAlive(0);
    const [trade] = await service.list('requestTradesOpen', { systemid });
    expect(trade).toMatchObject({ symbol: 'KO' });
    expect(await set([stock('KO', 9)])).toMatchObject({ ok: '0', error: { title: 'Strategy not alive' } });
    await setAlive(1);
    await set([stock('KO', 9)]);
    await setAlive(0);
    for (const signal of await service.list('retrieveSignalsWorking', { systemid }))
      await service.call('cancelSignal', { systemid, signalid: signal['signal_id'] });
    await tick();
    expect([await positions(), await working()]).toEqual([{ KO: 5 }, []]);
    expect(await set([flatOrStop('stop')])).toMatchObject({ ok: '1' });
  });

  it('a target in a closed market waits for the next opening, also across a restart', async () => {
    const first = await TestService.start({ hours: 'market' });
    const id = await emptySystem(first);
    await first.advance(9 * HOUR);
    const positions = [stock('KO', 5), { symbol: 'EURUSD', typeofsymbol: 'forex', quant: 2 }];
    await first.call('setDesiredPositions', { systemid: id, positions });
    expect(await workingOrders(first, id)).toEqual(['BTO 2 EURUSD']);
    const second = await first.restart({ hours: 'market' });
    expect(await workingOrders(second, id)).toEqual([]);
    expect(await holdings(second, id)).toEqual({ EURUSD: 2 });
    await second.advance(16 * HOUR);
    expect(await holdings(second, id)).toEqual({ EURUSD: 2, KO: 5 });
    expect(await second.submit({ limit: 1 }, { systemid: id })).toMatchObject({
      error: { title: containing('disengaged') },
    });
    expect(await second.list('getDesiredPositions', { systemid: id })).toMatchObject([
      { symbol: 'KO' },
      { symbol: 'EURUSD' },
    ]);
    await second.stop();
  });

  it('a target trades at the opening also when the clock is moved past whole sessions', async () => {
    const market = await TestService.start({ hours: 'market' });
    const id = await emptySystem(market);
    await market.advance(10 * HOUR);
    await market.call('setDesiredPositions', { systemid: id, positions: [stock('KO', 5)] });
    await market.advance(72 * HOUR);
    expect(await holdings(market, id)).toEqual({ KO: 5 });
    await market.stop();
  });

  it('a mode that was switched off before a restart remains off', async () => {
    const first = await TestService.start();
    const id = await emptySystem(first);
    await first.call('setDesiredPositions', { systemid: id, positions: [stock('KO', 5)] });
    await first.control('POST', '/practice/desired-mode', { systemid: id, mode: 'off' });
    const second = await first.restart();
    expect(await second.submit({ limit: 1 }, { systemid: id })).toMatchObject({ ok: '1' });
    expect(await second.list('getDesiredPositions', { systemid: id })).toMatchObject([{ symbol: 'KO' }]);
    await second.stop();
  });

  it('an option that has ended is not bought again; the rest of the list is maintained', async () => {
    const option = { symbol: 'AAPL2606C260', typeofsymbol: 'option', quant: 1 };
    expect(await set([option, stock('KO', 5)])).toMatchObject({ ok: '1' });
    await tick();
    expect(await positions()).toEqual({ AAPL2606C260: 1, KO: 5 });
    await service.advance(5 * 24 * HOUR);
    expect([await positions(), await working()]).toEqual([{ KO: 5 }, []]);
    const all = await service.list('retrieveSignalsAll', { systemid });
    expect(all.map((signal) => text(signal, 'symbol'))).toEqual(['AAPL2606C260', 'KO']);
  });
});
