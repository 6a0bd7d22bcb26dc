import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AutoTradeDesk } from './autotrade-desk.ts';
import { asMembers, TestService } from './service.ts';

let service: TestService;
let desk: AutoTradeDesk;
beforeAll(async () => {
  service = await TestService.start();
  desk = new AutoTradeDesk(service, service.systemId);
});
afterAll(() => service.stop());

async function own(systemid = service.systemId) {
  const details = asMembers((await service.call('getSystemDetails', { systemid }))['response']);
  const of = (name: string): unknown => details[`trades_own_system_${name}`];
  return [of('certified'), of('scaling'), of('percent_followed'), of('number_signals')];
}

const ordersFrom = async (systemid: string, at: string): Promise<number> => {
  const fields = { systemid, filter_type: 'time_traded', filter_date_time_start: at };
  return (await service.list('retrieveSignalsAll', fields)).length;
};

describe('[Resources/Strategy] trades_own_system_*', () => {
  it('of a certified strategy counts its traded signals; others have absent values', async () => {
    for (const systemid of service.ready.world.systemids) {
      const [certified, scaling, followed, signals] = await own(systemid);
      if (certified !== '1') {
        expect([certified, scaling, followed, signals].slice(1)).toEqual(Array(3).fill(scaling));
        expect(['', null]).toContain(scaling);
        continue;
      }
      expect(Number(scaling)).toBeGreaterThan(0);
      expect(Number(followed)).toBeLessThanOrEqual(100);
      expect(Number(signals)).toBe(await ordersFrom(systemid, '2000-01-01 00:00:00'));
    }
  });

  it('of an owner who copies the strategy shows the link and what was traded and copied since', async () => {
    const before = await own();
    // At 40 %, three units are copied as one, and two units not at all.
    expect(await desk.start({ scalingPercentage: 40, join_trades_in_progress: 0 })).toMatchObject({ ok: '1' });
    expect(await own()).toEqual(['1', '40', '100', '0']);
    await desk.trade('BTO', 3, 'KO');
    expect(await own()).toEqual(['1', '40', '100', '1']);
    await desk.trade('BTO', 2, 'PEP');
    expect(await own()).toEqual(['1', '40', '50', '2']);
    expect(await desk.change({ scalingPercentage: 100 })).toMatchObject({ ok: '1' });
    expect((await own())[1]).toBe('100');
    expect(await desk.stop(1)).toMatchObject({ ok: '1' });
    // Three of the four figures are those from before the link; the strategy has traded meanwhile.
    expect((await own()).slice(0, 3)).toEqual(before.slice(0, 3));
  });

  it('counts only what was copied since the last start on the same account', async () => {
    await service.advance(60);
    expect(await desk.start({ scalingPercentage: 40, join_trades_in_progress: 0 })).toMatchObject({ ok: '1' });
    await desk.trade('BTO', 2, 'GE');
    expect(await own()).toEqual(['1', '40', '0', '1']);
    expect(await desk.stop(1)).toMatchObject({ ok: '1' });
  });
});
