import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asList, asMembers, TestService, text, type Members } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const METAINFO = 'bunch dataset group suffix helpText category precision prefix multiplier'.split(' ');

async function statistics(systemid = service.systemId): Promise<Members> {
  const details = asMembers((await service.call('getSystemDetails', { systemid }))['response']);
  return asMembers(details['statistics']);
}

const value = (all: Members, name: string): unknown => asMembers(all[name])['value'];

/** The last equity of each New York day, after costs. */
async function dailyEquity(systemid: string): Promise<number[]> {
  const answer = await service.call('retrieveSystemEquity', { systemid });
  const last = new Map<string, number>();
  for (const point of asList(answer['equity_data']))
    last.set(text(point, 'YYYYMMDD'), Number(point['strategy_with_cost']));
  return [...last.values()];
}

async function closedProfits(systemid: string): Promise<number[]> {
  const trades = await service.list('requestAllTrades_overview', { systemid, closedTrades: 1 });
  return trades.map((trade) => Number(trade['PL']));
}

describe('[Endpoints/getSystemDetails] [Notes/31] statistics of getSystemDetails', () => {
  it('most statistics are objects with a string or null value and complete metainfo', async () => {
    for (const systemid of service.ready.world.systemids) {
      const all = await statistics(systemid);
      const objects = Object.entries(all).filter(([, one]) => typeof one === 'object' && !Array.isArray(one));
      expect(objects.length).toBeGreaterThan(Object.keys(all).length / 2);
      for (const [name, one] of objects) {
        const entry = asMembers(one);
        expect(entry['value'] === null || typeof entry['value'] === 'string', name).toBe(true);
        const metainfo = asMembers(entry['metainfo']);
        expect(Object.keys(metainfo).sort()).toEqual([...METAINFO].sort());
        for (const member of METAINFO) expect(typeof metainfo[member], `${name} ${member}`).toBe('string');
        expect(text(metainfo, 'helpText').length, name).toBeGreaterThan(5);
        const decimals = /\.(\d+)$/.exec(String(entry['value']))?.[1]?.length ?? 0;
        if (entry['value'] !== null) expect(String(decimals), name).toBe(metainfo['precision']);
      }
    }
  });

  it('some statistics are strings, some are arrays of objects, and one has a null value', async () => {
    const all = await statistics();
    expect(Object.values(all).filter((one) => typeof one === 'string').length).toBeGreaterThanOrEqual(2);
    const lists = Object.values(all).filter((one) => Array.isArray(one));
    expect(lists.length).toBeGreaterThanOrEqual(1);
    for (const list of lists)
      for (const one of asList(list)) expect(Object.values(one).every((v) => typeof v === 'string')).toBe(true);
    expect(value(all, 'Suggested Minimum Capital')).toBeNull();
  });

  it('net profit and max drawdown agree with the equity curve', async () => {
    for (const systemid of service.ready.world.systemids) {
      const [all, curve] = [await statistics(systemid), await dailyEquity(systemid)];
      const [first = NaN, last = NaN] = [curve[0], curve.at(-1)];
      expect(Math.abs(Number(value(all, 'Net Profit')) - (last - first))).toBeLessThanOrEqual(Math.abs(last) * 0.02);
      let peak = -Infinity;
      let worst = 0;
      for (const one of curve) {
        peak = Math.max(peak, one);
        worst = Math.max(worst, (peak - one) / peak);
      }
      expect(Number(value(all, 'Max Drawdown'))).toBeCloseTo(worst * 100, 0);
    }
  });

  it('trade count, win rate, profit factor, average win and largest loss agree with the trades', async () => {
    for (const systemid of service.ready.world.systemids) {
      const [all, profits] = [await statistics(systemid), await closedProfits(systemid)];
      const won = profits.filter((one) => one > 0);
      const lost = profits.filter((one) => one < 0);
      const sum = (list: readonly number[]): number => list.reduce((total, one) => total + one, 0);
      expect(value(all, '# Trades')).toBe(String(profits.length));
      expect(Math.abs(Number(value(all, 'Profitable Trades')) - (won.length / profits.length) * 100)).toBeLessThan(0.5);
      expect(Number(value(all, 'Profit Factor'))).toBeCloseTo(sum(won) / -sum(lost), 1);
      expect(Math.abs(Number(value(all, 'Avg Win')) - sum(won) / won.length)).toBeLessThan(2);
      expect(Math.abs(Number(value(all, 'Largest Loss')) - Math.min(...lost))).toBeLessThanOrEqual(1);
    }
  });

  it('the statistics list one return for each month, and how many months were profitable', async () => {
    const all = await statistics();
    const months = asList(all['Monthly Returns']);
    const monthNames = months.map((one) => text(one, 'month'));
    expect(monthNames).toEqual([...new Set(monthNames)].sort());
    const wonCount = months.filter((one) => Number(one['return']) > 0).length;
    expect(all['Profitable Months']).toBe(`${wonCount} of ${months.length}`);
  });

  it('another trade is counted at once', async () => {
    const before = Number(value(await statistics(), '# Trades'));
    await service.submit({ symbol: 'HON' });
    await service.setPrice('HON', '240');
    await service.submit({ action: 'STC', symbol: 'HON' });
    await service.setPrice('HON', '241');
    expect(value(await statistics(), '# Trades')).toBe(String(before + 1));
  });
});
