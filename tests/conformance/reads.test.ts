import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { like } from './matchers.ts';
import { asList, asMembers, TestService, text, type Members } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const NUMBER = /^-?\d+(\.\d+)?$/;
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

/** Each member of `names` exists. It is a number if `numbers` names it, else text or null. */
function expectMembers(record: Members, names: string, numbers: readonly string[] = []): void {
  for (const name of names.split(' ')) {
    expect(Object.keys(record), name).toContain(name);
    const value = record[name];
    if (numbers.includes(name)) expect(typeof value, name).toBe('number');
    else expect(value === null || typeof value === 'string', name).toBe(true);
  }
}

const first = (list: readonly Members[]): Members => asMembers(list[0]);

describe('[Resources/Conventions] strategy access', () => {
  it('[Endpoints/listAllSystems] [Resources/System list entry] every entry has the nine members', async () => {
    const systems = await service.list('listAllSystems');
    const { systemids } = service.ready.world;
    // The person's own strategies, and one that the person subscribes to.
    expect(systems.map((system) => system['system_id']).slice(0, systemids.length)).toEqual(systemids);
    expect(systems.slice(systemids.length).map((system) => system['creatorScreenName'])).toEqual(['carrydesk']);
    for (const system of systems) {
      expect(Object.keys(system)).toHaveLength(9);
      expectMembers(
        system,
        'longDescription system_id systemName monthlyFee createdWhen isAlive shortDescription freeTrialPeriodDays creatorScreenName',
      );
    }
    expect(systems.some((system) => text(system, 'systemName').includes('&'))).toBe(true);
  });

  it('[Endpoints/getSystemRoster] [Notes/24] [Notes/32] entries have 17 members; filters apply', async () => {
    for (const filter of ['active', 'recently_active', undefined]) {
      const roster = await service.list('getSystemRoster', filter === undefined ? {} : { filter });
      const ids = roster.map((entry) => entry['system_id']);
      for (const id of service.ready.world.systemids) expect(ids).toContain(id);
      expect(ids.length).toBeGreaterThanOrEqual(6);
      for (const entry of roster) {
        expect(Object.keys(entry)).toHaveLength(17);
        expectMembers(
          entry,
          'system_id ownerpersonid trades_stocks trades_stocks_short trades_options_short minimum_portfolio_size_required freeTrialPeriodDays owner_screenname trades_options created_when system_name recently_inactive_since equitycurve_startingcapital monthlyFee trades_forex isAlive trades_futures',
        );
        expect(entry['created_when']).toMatch(/^\d{4}-\d\d-\d\d$/);
      }
    }
    expect(await service.call('getSystemRoster', { filter: 'dead' })).toMatchObject({
      ok: '0',
      error: { title: 'Unknown filter' },
    });
  });

  it('[Endpoints/getSystemDetails] [Resources/Strategy] has fields, statistics and margin', async () => {
    const details = asMembers((await service.call('getSystemDetails'))['response']);
    expectMembers(
      details,
      'system_id longDescription shortDescription systemName createdWhen ownerpersonid owner_screenname monthlyFee freeTrialPeriodDays minimum_portfolio_size_required equitycurve_startingcapital isAlive test_system trades_stocks trades_stocks_short trades_options trades_options_short trades_futures trades_forex shorts_stocks shorts_options creditSystemTimeUntil_epochSecs creditSystemTimeUntil_clock trades_own_system_certified trades_own_system_scaling trades_own_system_percent_followed trades_own_system_number_signals',
    );
    const statistics = asMembers(details['statistics']);
    const drawdown = asMembers(statistics['Max Drawdown']);
    expectMembers(
      asMembers(drawdown['metainfo']),
      'bunch dataset group suffix helpText category precision prefix multiplier',
    );
    expect(drawdown['value']).toMatch(NUMBER);
    expect(typeof statistics['Typical Holding Time']).toBe('string');
    expect(asList(statistics['Monthly Returns']).length).toBeGreaterThan(24);
    expectMargin(asMembers(details['marginEquityData']));
  });

  it('[Endpoints/requestMarginEquity] [Notes/19] figures are not nested, and add up', async () => {
    for (const systemid of service.ready.world.systemids) {
      const margin = await service.call('requestMarginEquity', { systemid });
      expect(margin).toMatchObject({ ok: '1', systemid });
      expect(margin).not.toHaveProperty('response');
      expectMargin(margin);
    }
  });

  it('[Endpoints/retrieveSystemEquity] [Resources/Equity point] points are in time order', async () => {
    const answer = await service.call('retrieveSystemEquity');
    expect(answer).toMatchObject({ ok: '1', systemid: service.systemId, systemname: 'Harbor Trend & Income' });
    expect(answer['initial_index_to_equity_scaling_factor']).toMatch(NUMBER);
    const points = asList(answer['equity_data']);
    expect(points.length).toBeGreaterThan(500);
    for (const point of points) {
      expectMembers(point, 'strategy_with_cost strategy_raw index_price unix_timestamp YYYYMMDD', [
        'strategy_with_cost',
        'strategy_raw',
      ]);
      expect(point['YYYYMMDD']).toMatch(/^\d{8}$/);
    }
    const times = points.map((point) => Number(point['unix_timestamp']));
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const daysOfWeek = new Set(times.map((time) => new Date(time * 1000).getUTCDay()));
    expect(daysOfWeek.has(0)).toBe(true);
    expect(points.filter((point) => Array.isArray(point['fee_event_list'])).length).toBeGreaterThan(24);
  });

  it('[Endpoints/retrieveSystemEquity] [Notes/12] commission_plan decides the costs', async () => {
    const last = async (plan: object): Promise<Members> =>
      asMembers(asList((await service.call('retrieveSystemEquity', plan))['equity_data']).at(-1));
    const charged = await last({ commission_plan: 'default' });
    const free = await last({ commission_plan: 'none' });
    expect(await last({})).toEqual(charged);
    expect(Number(charged['strategy_with_cost'])).toBeLessThan(Number(charged['strategy_raw']));
    expect(free['strategy_with_cost']).toBe(free['strategy_raw']);
    expect(await service.call('retrieveSystemEquity', { commission_plan: 'other' })).toMatchObject({ ok: '0' });
  });
});

function expectMargin(margin: Members): void {
  const numbers = ['buyPower', 'modelAccountValue', 'marginUsed', 'equity', 'cash'];
  expectMembers(margin, `${numbers.join(' ')} updatedLastTimeET systemid`, numbers);
  expect(margin['updatedLastTimeET']).toMatch(TIME);
  expect(margin['buyPower']).toBe(Number(margin['cash']) + Number(margin['equity']) - Number(margin['marginUsed']));
}

const WORKING =
  'signal_id status action quant symbol name instrument strike underlying putcall expiration tif isMarketOrder isLimitOrder isStopOrder posted_time posted_time_unix';
const ALL = `${WORKING} canceled_time canceled_time_unix expired_time expired_time_unix traded_time traded_time_unix traded_price trade_id_opening trade_id_closing`;

describe('signals', () => {
  it('[Endpoints/retrieveSignalsWorking] [Resources/Signal] records are complete; some are legs', async () => {
    for (const systemid of service.ready.world.systemids) {
      const working = await service.list('retrieveSignalsWorking', { systemid });
      expect(working.length).toBeGreaterThanOrEqual(4);
      for (const signal of working) {
        expectMembers(signal, WORKING);
        expect(signal).toMatchObject({ status: 'working', posted_time: like(TIME) });
      }
      const groups = Map.groupBy(
        working.filter((signal) => signal['ocaid'] !== undefined),
        (signal) => signal['ocaid'],
      );
      expect([...groups.values()].some((members) => members.length === 2)).toBe(true);
    }
  });

  it('[Endpoints/retrieveSignalsAll] [Resources/Signal] lists complete records of every status', async () => {
    const all = await service.list('retrieveSignalsAll');
    const working = await service.list('retrieveSignalsWorking');
    for (const signal of all.slice(0, 200)) expectMembers(signal, ALL);
    const ids = new Set(all.map((signal) => signal['signal_id']));
    expect(working.every((signal) => ids.has(signal['signal_id'] ?? null))).toBe(true);
    expect(new Set(all.map((signal) => signal['status']))).toEqual(
      new Set(['working', 'traded', 'canceled', 'expired', 'posted']),
    );
  });

  it.each([
    ['time_posted', 'posted_time', ['working', 'traded', 'canceled', 'expired', 'posted']],
    ['time_traded', 'traded_time', ['traded']],
    ['time_expired', 'expired_time', ['expired']],
    ['time_canceled', 'canceled_time', ['canceled']],
  ] as const)('retrieveSignalsAll by %s includes both ends (New York time)', async (filter_type, member, states) => {
    const window = {
      filter_type,
      filter_date_time_start: '2025-01-01 00:00:00',
      filter_date_time_end: '2025-06-30 23:59:59',
    };
    const found = await service.list('retrieveSignalsAll', window);
    expect(found.length).toBeGreaterThan(0);
    for (const signal of found) {
      expect(states).toContain(signal['status']);
      expect(text(signal, member) >= '2025-01-01' && text(signal, member) <= '2025-06-30 23:59:59').toBe(true);
    }
    const time = text(first(found), member);
    const exact = await service.list('retrieveSignalsAll', {
      filter_type,
      filter_date_time_start: time,
      filter_date_time_end: time,
    });
    expect(exact.map((signal) => signal[member])).toContain(time);
  });

  it('[Endpoints/retrieveSignalsAll] [Notes/10] an end time is optional; bad filters are refused', async () => {
    const recent = await service.list('retrieveSignalsAll', {
      filter_type: 'time_posted',
      filter_date_time_start: '2026-01-01 00:00:00',
    });
    expect(recent.length).toBeGreaterThan(5);
    for (const [field, value] of [
      ['filter_type', 'time_wished'],
      ['filter_date_time_start', 'monday'],
      ['filter_date_time_end', '2026-02-30'],
    ] as const) {
      const answer = await service.call('retrieveSignalsAll', { [field]: value });
      expect(answer).toMatchObject({ ok: '0', error: { title: `Invalid ${field}` } });
    }
  });

  it('[Notes/40] times agree with their unix members', async () => {
    const all = await service.list('retrieveSignalsAll', { filter_type: 'time_traded' });
    for (const signal of all.slice(0, 50)) {
      const newYorkFormat = new Intl.DateTimeFormat('sv-SE', {
        timeZone: 'America/New_York',
        dateStyle: 'short',
        timeStyle: 'medium',
      });
      expect(newYorkFormat.format(Number(signal['traded_time_unix']) * 1000)).toBe(signal['traded_time']);
      expect(signal['traded_price']).toMatch(/^\d+\.\d{9}$/);
    }
  });
});

const TRADE =
  'trade_id open_or_closed long_or_short symbol symbol_description instrument underlying putcall strike expir ptValue quant_opened quant_closed opening_price_VWAP closing_price_VWAP openVWAP_timestamp closeVWAP_timestamp openedWhen closedWhen closedWhenUnixTimeStamp markToMarket_time PL fullSymbol currency openedWhenUnixTimeStamp exchange';

describe('trades', () => {
  it('[Endpoints/requestTrades] [Resources/Trade] [Notes/24] lists complete records of all types', async () => {
    const types = new Set<unknown>();
    for (const systemid of service.ready.world.systemids) {
      const trades = await service.list('requestTrades', { systemid });
      expect(trades.length).toBeGreaterThan(200);
      for (const trade of trades) {
        expectMembers(trade, `${TRADE} currencyMultiplierUSD`, ['currencyMultiplierUSD']);
        expect(trade['PL']).toMatch(/^-?\d+$/);
        expect(trade).not.toHaveProperty('component_signals');
        types.add(trade['instrument']);
      }
    }
    expect(types).toEqual(new Set(['stock', 'option', 'future', 'forex']));
  });

  it('[Endpoints/requestTradesOpen] [Endpoints/requestAllTrades_overview] filter by state', async () => {
    const all = await service.list('requestTrades');
    const open = await service.list('requestTradesOpen');
    const openOnly = await service.list('requestAllTrades_overview', { openTrades: 1 });
    const closedOnly = await service.list('requestAllTrades_overview', { closedTrades: '1' });
    expect(open.length).toBe(3);
    expect(openOnly).toEqual(open);
    expect(open.every((trade) => trade['open_or_closed'] === 'open')).toBe(true);
    expect(closedOnly.every((trade) => trade['open_or_closed'] === 'closed')).toBe(true);
    expect(open.length + closedOnly.length).toBe(all.length);
    expect(await service.list('requestAllTrades_overview')).toEqual(all);
  });

  it('[Endpoints/requestAllTrades_overview] [Resources/Trade] component signals are the fills', async () => {
    const trades = await service.list('requestAllTrades_overview', { show_component_signals: 1, closedTrades: 1 });
    for (const trade of trades.slice(0, 100)) {
      const components = asList(trade['component_signals']);
      for (const component of components)
        expectMembers(component, 'symbol signalid action quant instrument tradeprice tradedwhen');
      const opening = components.filter(
        (component) => text(component, 'action').startsWith('B') === (trade['long_or_short'] === 'long'),
      );
      const opened = opening.reduce((sum, component) => sum + Number(component['quant']), 0);
      expect(opened).toBe(Number(trade['quant_opened']));
    }
  });

  it('[Notes/39] [States/Trade] PL follows from VWAPs; a worthless option lost its premium', async () => {
    const systemid = service.ready.world.systemids[2] ?? '';
    const trades = (await service.list('requestTrades', { systemid })).filter(
      (trade) => trade['open_or_closed'] === 'closed',
    );
    for (const trade of trades.filter((one) => one['currencyMultiplierUSD'] === 1)) {
      const points = Number(trade['closing_price_VWAP']) - Number(trade['opening_price_VWAP']);
      const profit =
        points *
        Number(trade['quant_closed']) *
        Number(trade['ptValue']) *
        (trade['long_or_short'] === 'long' ? 1 : -1);
      expect(Math.abs(profit - Number(trade['PL']))).toBeLessThan(2);
    }
    expect(trades.filter((trade) => trade['closing_price_VWAP'] === '0.00000').length).toBeGreaterThan(0);
    const option = asMembers(trades.find((trade) => trade['instrument'] === 'option'));
    expect(option).toMatchObject({
      ptValue: '100',
      putcall: like(/^(call|put)$/),
      expir: like(/^[A-Z][a-z]{2}\d\d$/),
    });
  });
});
