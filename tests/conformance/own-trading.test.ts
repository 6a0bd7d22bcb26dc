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

async function ownTrading(systemid = service.systemId) {
  const details = asMembers((await service.call('getSystemDetails', { systemid }))['response']);
  const figure = (name: string): unknown => details[`trades_own_system_${name}`];
  return [figure('certified'), figure('scaling'), figure('percent_followed'), figure('number_signals')];
}

const tradedSignalCount = async (systemid: string, start: string): Promise<number> => {
  const fields = { systemid, filter_type: 'time_traded', filter_date_time_start: start };
  return (await service.list('retrieveSignalsAll', fields)).length;
};

describe('[Resources/Strategy] trades_own_system_*', () => {
  it('count the traded signals of a certified strategy, and are absent for other strategies', async () => {
    for (const systemid of service.ready.world.systemids) {
      const [certified, scaling, followed, signals] = await ownTrading(systemid);
      if (certified !== '1') {
        expect([certified, scaling, followed, signals].slice(1)).toEqual(Array(3).fill(scaling));
        expect(['', null]).toContain(scaling);
        continue;
      }
      expect(Number(scaling)).toBeGreaterThan(0);
      expect(Number(followed)).toBeLessThanOrEqual(100);
      expect(Number(signals)).toBe(await tradedSignalCount(systemid, '2000-01-01 00:00:00'));
    }
  });

  it('show the link of an owner who copies the strategy, and what was traded and copied since', async () => {
    const before = await ownTrading();
    // At 40 %, three units are copied as one, and two units not at all.
    expect(await desk.start({ scalingPercentage: 40, join_trades_in_progress: 0 })).toMatchObject({ ok: '1' });
    expect(await ownTrading()).toEqual(['1', '40', '100', '0']);
    await desk.trade('BTO', 3, 'KO');
    expect(await ownTrading()).toEqual(['1', '40', '100', '1']);
    await desk.trade('BTO', 2, 'PEP');
    expect(await ownTrading()).toEqual(['1', '40', '50', '2']);
    expect(await desk.change({ scalingPercentage: 100 })).toMatchObject({ ok: '1' });
    expect((await ownTrading())[1]).toBe('100');
    expect(await desk.stop(1)).toMatchObject({ ok: '1' });
    // Three of the figures are again those from before the link. The fourth counts the new signals.
    expect((await ownTrading()).slice(0, 3)).toEqual(before.slice(0, 3));
  });

  it('count only what was copied since the last start on the same account', async () => {
    await service.advance(60);
    expect(await desk.start({ scalingPercentage: 40, join_trades_in_progress: 0 })).toMatchObject({ ok: '1' });
    await desk.trade('BTO', 2, 'GE');
    expect(await ownTrading()).toEqual(['1', '40', '0', '1']);
    expect(await desk.stop(1)).toMatchObject({ ok: '1' });
  });
});
