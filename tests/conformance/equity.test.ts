import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asList, asMembers, TestService, text, type Members } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const DAY = 86_400;

type Curve = { readonly answer: Members; readonly points: readonly Members[] };

async function curve(systemid: string, plan?: string): Promise<Curve> {
  const answer = await service.call('retrieveSystemEquity', { systemid, ...(plan ? { commission_plan: plan } : {}) });
  return { answer, points: asList(answer['equity_data']) };
}

const cents = (value: unknown): number => Math.round(Number(value) * 100);
const feesOf = (point: Members): number[] => {
  const list = point['fee_event_list'];
  // The practice service lists a fee as a negative number.
  return Array.isArray(list) ? list.map((fee) => -Number(fee)) : [];
};

type Fill = { readonly at: number; readonly instrument: string; readonly quantity: number };

/** Every fill of a strategy, from its trades. A settlement on a contract's last day is no fill. */
async function fills(systemid: string): Promise<Fill[]> {
  const trades = await service.list('requestAllTrades_overview', { systemid, show_component_signals: 1 });
  const signals = await service.list('retrieveSignalsAll', { systemid, filter_type: 'time_traded' });
  const times = new Map(signals.map((signal) => [signal['signal_id'], Number(signal['traded_time_unix'])]));
  return trades.flatMap((trade) =>
    asList(trade['component_signals']).map((part) => ({
      at: times.get(part['signalid']) ?? NaN,
      instrument: text(part, 'instrument'),
      quantity: Number(part['quant']),
    })),
  );
}

/** The commission in dollars for one fill, as docs/practice.md states it, not as the code does. */
const COMMISSIONS: Readonly<Record<string, Readonly<Record<string, (quantity: number) => number>>>> = {
  default: {
    stock: (quantity) => Math.max(1, quantity * 0.005),
    option: (quantity) => Math.max(1, quantity * 0.85),
    future: (quantity) => quantity * 2.25,
    forex: (quantity) => Math.max(1, quantity * 0.6),
  },
  perShare: {
    stock: (quantity) => quantity * 0.01,
    option: (quantity) => quantity,
    future: (quantity) => quantity * 3,
    forex: (quantity) => quantity,
  },
  perTrade: {
    stock: () => 4.95,
    option: (quantity) => 4.95 + quantity * 0.65,
    future: (quantity) => 1.5 + quantity * 1.5,
    forex: () => 2.5,
  },
};

/** Expects the cost at a point to be exactly the commissions and fees up to its time. */
async function expectExactCosts(plan: string, systemid: string): Promise<void> {
  const { points } = await curve(systemid, plan);
  const all = await fills(systemid);
  expect(all.every((fill) => Number.isFinite(fill.at))).toBe(true);
  const fillTimes = new Set(all.map((fill) => fill.at));
  let fees = 0;
  for (const [index, point] of points.entries()) {
    fees += feesOf(point).reduce((sum, fee) => sum + fee, 0);
    const time = Number(point['unix_timestamp']);
    // Comparing every point would take a thousand sums. The points of fills, the first and last
    // points, and every 60th point are enough.
    if (index > 5 && index < points.length - 5 && index % 60 > 0 && !fillTimes.has(time)) continue;
    const fillsSoFar = all.filter((fill) => fill.at <= time);
    const cost = fillsSoFar.reduce(
      (sum, fill) => sum + (COMMISSIONS[plan]?.[fill.instrument]?.(fill.quantity) ?? NaN),
      fees,
    );
    const chargedCents = cents(point['strategy_raw']) - cents(point['strategy_with_cost']);
    expect(Math.abs(chargedCents - cost * 100), `${plan} point ${index}`).toBeLessThanOrEqual(1);
  }
}

describe('[Endpoints/retrieveSystemEquity] [Notes/12] commission plans', () => {
  it.each(['default', 'perShare', 'perTrade'])(
    '%s: raw equity less equity with cost is exactly all commissions and fees',
    async (plan) => {
      for (const systemid of service.ready.world.systemids) await expectExactCosts(plan, systemid);
    },
  );

  it('the plan "none" has no commission and no fee', async () => {
    for (const point of (await curve(service.systemId, 'none')).points) {
      expect(point['strategy_with_cost']).toBe(point['strategy_raw']);
      expect(point).not.toHaveProperty('fee_event_list');
    }
  });

  it('costs are exact after fills, settlements, several months and a restart', async () => {
    const systemid = service.ready.world.systemids[1] ?? '';
    for (const order of [
      { symbol: '@ESH6', typeofsymbol: 'future', quant: 3 },
      { symbol: 'EURUSD', typeofsymbol: 'forex', quant: 2 },
      { symbol: 'GE', typeofsymbol: 'stock', quant: 500 },
      { symbol: 'GE2620C330', typeofsymbol: 'option', quant: 4 },
    ])
      await service.submit(order, { systemid });
    await service.advance(60);
    await service.submit({ action: 'STC', symbol: 'GE', quant: 700 }, { systemid });
    await service.advance(45 * DAY);
    for (const plan of Object.keys(COMMISSIONS)) await expectExactCosts(plan, systemid);
    const before = await curve(systemid);
    service = await service.restart();
    expect(await curve(systemid)).toEqual(before);
  });

  it('unknownCommissionPlan: an unknown plan is refused, or replaced by the default plan', async () => {
    for (const plan of ['gold', 'toString', '__proto__'])
      expect(await service.call('retrieveSystemEquity', { commission_plan: plan })).toMatchObject({
        ok: '0',
        error: { title: 'Unknown commission_plan' },
      });
    await service.set({ unknownCommissionPlan: 'default' });
    expect(await curve(service.systemId, 'gold')).toEqual(await curve(service.systemId));
    await service.set({ unknownCommissionPlan: 'refuse' });
  });
});

describe('[Endpoints/retrieveSystemEquity] [Resources/Equity point] the curve', () => {
  it('begins with the starting capital, which is the factor times the first index price', async () => {
    for (const systemid of service.ready.world.systemids) {
      const { answer, points } = await curve(systemid);
      const details = asMembers((await service.call('getSystemDetails', { systemid }))['response']);
      const capital = Number(details['equitycurve_startingcapital']);
      const [first] = points;
      expect([first?.['strategy_raw'], first?.['strategy_with_cost']]).toEqual([capital, capital]);
      const factor = answer['initial_index_to_equity_scaling_factor'];
      expect(factor).toMatch(/^\d+\.\d{6}$/);
      expect(Number(factor) * Number(first?.['index_price'])).toBeCloseTo(capital, 0);
    }
  });

  it('the index is the price of SPY', async () => {
    await service.setPrice('SPY', '701.25');
    await service.advance(10);
    expect((await curve(service.systemId)).points.at(-1)).toMatchObject({ index_price: '701.25' });
  });

  it('[Notes/29] the fee is charged once with the first point of a month, also in a long advance', async () => {
    const fee = 95;
    const months = async (): Promise<string[]> =>
      (await curve(service.systemId)).points
        .filter((point) => feesOf(point).length > 0)
        .map((point) => text(point, 'YYYYMMDD').slice(0, 6));
    const before = (await months()).length;
    await service.advance(184 * DAY);
    const charged = await months();
    expect(charged.length).toBe(before + 6);
    expect(new Set(charged).size).toBe(charged.length);
    const { points } = await curve(service.systemId);
    expect(points.flatMap(feesOf).every((one) => one === fee)).toBe(true);
    const monthOf = (point: Members | undefined): string => (point ? text(point, 'YYYYMMDD').slice(0, 6) : '');
    for (const [index, point] of points.entries())
      if (feesOf(point).length > 0) expect(monthOf(points[index - 1])).not.toBe(monthOf(point));
  });

  it('has a point at the close of every weekday, even if a long advance has a fill', async () => {
    const clock = asMembers((await service.control('GET', '/practice/state'))['clock']);
    const start = Number(clock['unixMilliseconds']) / 1000;
    await service.submit({ symbol: 'GE', parkUntilSecs: String(start + 60 * DAY + 1800) });
    await service.advance(90 * DAY);
    const { points } = await curve(service.systemId);
    const times = points.map((point) => Number(point['unix_timestamp'])).filter((time) => time >= start);
    expect(times).toContain(start + 60 * DAY + 1800);
    const newYorkFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', timeStyle: 'medium' });
    const closeTimes = times.filter((time) => newYorkFormat.format(time * 1000) === '16:00:00');
    const days = Array.from({ length: 90 }, (_, ahead) => new Date((start + ahead * DAY) * 1000).getUTCDay());
    const weekdayCount = days.filter((day) => day !== 0 && day !== 6).length;
    expect(Math.abs(closeTimes.length - weekdayCount)).toBeLessThanOrEqual(1);
  });

  it('ends at the current time, with closed and open profit', async () => {
    const { points } = await curve(service.systemId);
    const trades = await service.list('requestTrades');
    const profit = trades.reduce((sum, trade) => sum + Number(trade['PL']), 0);
    const capital = Number(points[0]?.['strategy_raw']);
    expect(Math.abs(Number(points.at(-1)?.['strategy_raw']) - capital - profit)).toBeLessThan(trades.length);
    const clock = asMembers((await service.control('GET', '/practice/state'))['clock']);
    expect(points.at(-1)?.['unix_timestamp']).toBe(String(Number(clock['unixMilliseconds']) / 1000));
  });

  it('[Notes/29] YYYYMMDD is the New York day of unix_timestamp, at every point', async () => {
    const newYorkFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York', dateStyle: 'short' });
    for (const point of (await curve(service.systemId)).points) {
      const day = newYorkFormat.format(Number(point['unix_timestamp']) * 1000).replaceAll('-', '');
      expect(point['YYYYMMDD']).toBe(day);
    }
  });
});
