import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPractice, type OpenedPractice } from '#practice/service.ts';
import { openDatabase } from '#practice/store/schema.ts';
import { Store } from '#practice/store/store.ts';
import { fromNewYork, newYorkText, parseNewYork } from '#rules/calendar/new-york.ts';
import { asMembers, TestService, text, type Members } from './service.ts';

const DAY = 86_400;

let service: TestService;

function instant(time: string): number {
  const wall = parseNewYork(time);
  if (!wall) throw new Error(`no time: ${time}`);
  return fromNewYork(wall).earliest;
}

/** Moves the manual clock forward to a New York time. */
async function moveTo(time: string): Promise<void> {
  const clock = asMembers((await service.control('GET', '/practice/state'))['clock']);
  await service.advance((instant(time) - Number(clock['unixMilliseconds'])) / 1000);
}

async function recordOf(placed: Members): Promise<Members> {
  const id = asMembers(placed['signal'])['signalid'];
  const all = await service.list('retrieveSignalsAll', { filter_date_time_start: '2026-03-02 09:30:00' });
  return asMembers(all.find((one) => one['signal_id'] === id));
}

describe('[States/Signal] [Notes/35] fills by the rules of docs/practice.md', () => {
  beforeAll(async () => {
    service = await TestService.start();
  });
  afterAll(() => service.stop());

  it.each([
    ['a market order takes the next tick', { action: 'BTO' }, '50', ['50.10'], '50.10'],
    ['a buy limit trades at its limit', { action: 'BTO', limit: 49 }, '50', ['49.01', '49'], '49'],
    ['a buy limit trades at a better price', { action: 'BTO', limit: 49 }, '50', ['48.20'], '48.20'],
    ['a sell limit trades at a better price', { action: 'STO', limit: 51 }, '50', ['51.09'], '51.09'],
    ['a marketable limit trades at the next tick', { action: 'BTO', limit: 60 }, '50', ['50.30'], '50.30'],
    ['a buy stop trades on touch', { action: 'BTO', stop: 51 }, '50', ['50.99', '51'], '51'],
    ['a buy stop in a price gap trades at the new price', { action: 'BTO', stop: 51 }, '50', ['53.40'], '53.40'],
    ['a sell stop trades on touch', { action: 'STO', stop: 49 }, '50', ['49.01', '49'], '49'],
    ['a sell stop in a price gap trades at the new price', { action: 'STO', stop: 49 }, '50', ['44'], '44'],
  ] as const)('%s', async (_name, order, start, ticks, price) => {
    await service.setPrice('PFE', start);
    const placed = await service.submit({ symbol: 'PFE', quant: 10, ...order });
    expect(await recordOf(placed)).toMatchObject({ status: 'working' });
    for (const tick of ticks.slice(0, -1)) {
      await service.setPrice('PFE', tick);
      expect(await recordOf(placed), tick).toMatchObject({ status: 'working' });
    }
    await service.setPrice('PFE', ticks.at(-1) ?? '');
    const traded = await recordOf(placed);
    expect([traded['status'], Number(traded['traded_price'])]).toEqual(['traded', Number(price)]);
  });

  it('signals of one tick fill in the order of their ids; children wait for the next tick', async () => {
    await service.setPrice('VZ', '50');
    const older = await service.submit({ symbol: 'VZ', limit: 48 });
    const entry = await service.submit({ symbol: 'VZ', limit: 49, profittarget: 40 });
    await service.setPrice('VZ', '47');
    const trades = (await service.list('requestAllTrades_overview', { show_component_signals: 1 })).filter(
      (trade) => trade['symbol'] === 'VZ',
    );
    expect(trades.map((trade) => trade['quant_opened'])).toEqual(['200']);
    const parts = asMembers(trades[0])['component_signals'];
    const ids = Array.isArray(parts) ? parts.map((one: unknown) => asMembers(one)['signalid']) : [];
    expect(ids).toEqual([older, entry].map((placed) => asMembers(placed['signal'])['signalid']));
    const all = await service.list('retrieveSignalsWorking');
    const child = asMembers(entry['signal'])['profittargetsignalid'];
    expect(all.map((one) => one['signal_id'])).toContain(child);
  });
});

describe('[States/Signal] [Notes/34] market hours', () => {
  beforeEach(async () => {
    service = await TestService.start({ hours: 'market' });
  });
  afterEach(() => service.stop());

  it.each([
    ['on a weekend', 'stock', 'KO', '2026-03-07 12:00', '2026-03-09 09:30:00'],
    ['in the evening', 'stock', 'KO', '2026-03-03 18:00', '2026-03-04 09:30:00'],
    ['on Good Friday', 'stock', 'KO', '2026-04-03 10:00', '2026-04-06 09:30:00'],
    ['for an option before Independence Day', 'option', 'KO2718F80', '2026-07-02 17:00', '2026-07-06 09:30:00'],
    ['for a future on Saturday', 'future', '@ESM6', '2026-03-07 12:00', '2026-03-08 18:00:00'],
    ['for a future in its pause', 'future', '@ESM6', '2026-03-03 17:30', '2026-03-03 18:00:00'],
    ['for a pair on Saturday', 'forex', 'EURUSD', '2026-03-07 12:00', '2026-03-08 18:00:00'],
  ] as const)(
    'a market order %s fills when its market opens, also within one clock advance',
    async (_name, typeofsymbol, symbol, posted, openingTime) => {
      await moveTo(posted);
      const placed = await service.submit({ symbol, typeofsymbol, quant: 1 });
      await service.advance(1);
      expect(await recordOf(placed)).toMatchObject({ status: 'working' });
      await service.advance(20 * DAY);
      expect(await recordOf(placed)).toMatchObject({ status: 'traded', traded_time: openingTime });
    },
  );

  it('a signal trades at the opening at the price that was set while the market was closed', async () => {
    await moveTo('2026-03-03 20:00');
    const placed = await service.submit({ symbol: 'KO', limit: 70 });
    await service.setPrice('KO', '65');
    expect(await recordOf(placed)).toMatchObject({ status: 'working' });
    await service.advance(10 * DAY);
    expect(await recordOf(placed)).toMatchObject({ traded_time: '2026-03-04 09:30:00', traded_price: '65.000000000' });
  });

  it('a signal that is parked to a time in market hours trades when it is released', async () => {
    const releaseTime = instant('2026-03-04 11:15');
    const placed = await service.submit({ symbol: 'KO', parkUntilSecs: String(releaseTime / 1000) });
    await service.advance(5 * DAY);
    expect(await recordOf(placed)).toMatchObject({ status: 'traded', traded_time: newYorkText(releaseTime) });
  });

  it.each([
    ['on a full day', 'stock', 'KO', '2026-03-03 10:00', '2026-03-03 16:05:00'],
    ['on a half day', 'stock', 'KO', '2026-11-27 10:00', '2026-11-27 13:05:00'],
    ['after the end of a half day', 'stock', 'KO', '2026-11-27 14:00', '2026-11-30 16:05:00'],
    ['on a holiday', 'stock', 'KO', '2026-05-25 10:00', '2026-05-26 16:05:00'],
    ['for a future on a holiday', 'future', '@ESU6', '2026-05-25 10:00', '2026-05-25 13:05:00'],
    ['for a pair on a holiday', 'forex', 'EURUSD', '2026-05-25 10:00', '2026-05-25 16:05:00'],
  ] as const)(
    'a DAY signal posted %s expires after the close of its trading day',
    async (_name, typeofsymbol, symbol, posted, expiryTime) => {
      await moveTo(posted);
      const placed = await service.submit({ symbol, typeofsymbol, quant: 1, limit: '0.01', duration: 'DAY' });
      expect(asMembers(placed['signal'])['expiresat']).toBe(String(instant(expiryTime) / 1000));
      await service.advance(7 * DAY);
      expect(await recordOf(placed)).toMatchObject({ status: 'expired', expired_time: expiryTime });
    },
  );

  it('a resting GTC signal is still working after almost ten years, and expires after ten', async () => {
    const marketOrder = await service.submit({ symbol: 'KO' });
    const resting = await service.submit({ symbol: 'KO', limit: 1 });
    await service.advance(3640 * DAY);
    expect(await recordOf(marketOrder)).toMatchObject({ status: 'traded', traded_time: '2026-03-02 09:30:01' });
    expect(await recordOf(resting)).toMatchObject({ status: 'working' });
    await service.advance(11 * DAY);
    expect(await recordOf(resting)).toMatchObject({ status: 'expired', expired_time: '2036-02-28 16:05:00' });
  });
});

describe('markets that are always open', () => {
  it('signals trade at night and on holidays; every weekday is a full day', async () => {
    service = await TestService.start();
    await moveTo('2026-12-25 03:00');
    const placed = await service.submit({ symbol: 'KO' });
    const resting = await service.submit({ symbol: 'KO', limit: 1, duration: 'DAY' });
    await service.advance(DAY);
    expect(await recordOf(placed)).toMatchObject({ traded_time: '2026-12-25 03:00:01' });
    expect(await recordOf(resting)).toMatchObject({ expired_time: '2026-12-25 16:05:00' });
    await service.stop();
  });
});

describe('price paths, moved in steps as by the real clock', () => {
  const practiceOptions = { seed: 5, clock: 'manual', hours: 'always' } as const;
  const prices = (opened: OpenedPractice): unknown => asMembers(opened.control.state().body)['instruments'];

  function stepRealClock(opened: OpenedPractice, count: number): void {
    for (let tick = 0; tick < count; tick += 1) opened.services.engine.tick(60);
  }

  it('the same seed and steps give the same prices, even with a restart between', () => {
    const [unbrokenStore, restartedStore] = [new Store(openDatabase(':memory:')), new Store(openDatabase(':memory:'))];
    const unbrokenRun = openPractice(practiceOptions, unbrokenStore);
    const before = prices(unbrokenRun);
    stepRealClock(unbrokenRun, 25);
    const first = openPractice(practiceOptions, restartedStore);
    stepRealClock(first, 10);
    first.services.engine.saveAll();
    const second = openPractice(practiceOptions, restartedStore);
    stepRealClock(second, 15);
    expect(prices(unbrokenRun)).not.toEqual(before);
    expect(prices(second)).toEqual(prices(unbrokenRun));
    unbrokenStore.close();
    restartedStore.close();
  });
});

describe('the time of the service', () => {
  it('the Date header follows the manual clock', async () => {
    service = await TestService.start();
    await service.advance(3600);
    const response = await fetch(`${service.ready.baseUrl}${service.path('listAllSystems')}?apikey=x`);
    expect(response.headers.get('date')).toBe('Mon, 02 Mar 2026 15:30:00 GMT');
    await service.stop();
  });

  it('a fast clock continues after a restart, and never goes back at a lower speed', async () => {
    service = await TestService.start({ clock: 'real', speed: 3600 });
    const now = async (): Promise<number> => {
      const clock = asMembers((await service.control('GET', '/practice/state'))['clock']);
      expect(text(clock, 'kind')).toBe('real');
      return Number(clock['unixMilliseconds']);
    };
    const first = await now();
    service = await service.restart({ clock: 'real', speed: 3600 });
    const second = await now();
    expect(second).toBeGreaterThan(first);
    service = await service.restart({ clock: 'real', speed: 1 });
    expect(await now()).toBeGreaterThan(second);
    await service.stop();
  });
});
