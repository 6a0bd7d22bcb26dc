import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AutoTradeDesk, guidOf, START, untouchedPositionsOf } from './autotrade-desk.ts';
import { asPlatform, emptySystem } from './empty-system.ts';
import { asMembers, TestService, type Members } from './service.ts';
import { withSwitch } from './with-switch.ts';

let service: TestService;
let desk: AutoTradeDesk;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  desk = new AutoTradeDesk(service, await emptySystem(service));
});

const errorOf = (answer: Members): Members => asMembers(answer['error']);

describe('[States/Subscription and AutoTrade] switches', () => {
  it('secondAutoTrade=replace: a new start changes the settings; a new account replaces the link', () =>
    withSwitch(service, 'secondAutoTrade', 'replace', async () => {
      const guid = guidOf(await desk.start());
      await desk.trade('BTO', 10);
      expect(guidOf(await desk.start({ scalingPercentage: 50 }))).toBe(guid);
      expect(await desk.positions()).toEqual(['KO 5']);
      await desk.start({ broker_accountnum: 'U777' });
      expect(await desk.accounts()).toMatchObject([
        { state: 'stopped', positions: [{ copied: '5' }] },
        { state: 'live', positions: [{ copied: '10' }] },
      ]);
    }));

  it('stopAutoTradeTwice=accept: a second stop is accepted', () =>
    withSwitch(service, 'stopAutoTradeTwice', 'accept', async () => {
      expect(await desk.stop(1)).toMatchObject({ ok: '0' });
      await desk.start();
      await desk.stop(1);
      expect(untouchedPositionsOf(await desk.stop(1))).toEqual([]);
    }));

  it('autoTradeSettings=nextFill: new settings apply from the next fill', () =>
    withSwitch(service, 'autoTradeSettings', 'nextFill', async () => {
      await desk.start();
      await desk.trade('BTO', 10);
      await desk.change({ scalingPercentage: 50 });
      expect(await desk.positions()).toEqual(['KO 10']);
      await desk.trade('BTO', 2);
      expect(await desk.positions()).toEqual(['KO 6']);
    }));

  it('enableDefault=off: only types that the start enables are copied', () =>
    withSwitch(service, 'enableDefault', 'off', async () => {
      await desk.start({ enable_forex: 1 });
      await desk.trade('BTO', 1);
      await desk.trade('BTO', 1, 'EURUSD', 'forex');
      expect(await desk.positions()).toEqual(['EURUSD 1']);
    }));

  it('brokerCredentials=asBroker: only what the broker asks for is required', () =>
    withSwitch(service, 'brokerCredentials', 'asBroker', async () => {
      const nothing = { broker_accountnum: '', broker_userid: '', broker_password: '' };
      expect(errorOf(await desk.start({ ...nothing, brokercode: 'TIDEWATER' }))['errors']).toEqual([
        'broker_accountnum required',
        'broker_userid required',
        'broker_password required',
      ]);
      expect(await desk.start({ ...nothing, brokercode: 'MERIDIANPART' })).toMatchObject({ ok: '1' });
    }));

  it('nonUsaBroker: a broker for non-US people refuses US people unless the switch is `accept`', async () => {
    const people = await Promise.all(
      service.ready.platform.personids.map(async (personid) => {
        const answer = await asPlatform(service, 'getListAvailableBrokers', { personid });
        return { personid, country: asMembers(asMembers(answer['success'])['parameters_in'])['countrycode'] };
      }),
    );
    const start = (personid: string | undefined) =>
      desk.callOnPlatform('startAutoTrade', { ...START, personid, brokercode: 'NORTHGATE' });
    const home = people.find((one) => one.country === 'US')?.personid;
    const abroad = people.find((one) => one.country !== 'US')?.personid;
    expect(await start(home)).toMatchObject({ ok: '0', error: { title: 'Broker not available' } });
    expect(await start(abroad)).toMatchObject({ ok: '1' });
    await withSwitch(service, 'nonUsaBroker', 'accept', async () => {
      expect(await start(home)).toMatchObject({ ok: '1' });
    });
  });

  it('autoTradeOutsiders=refuse: a person who is not the owner needs a subscription', () =>
    withSwitch(service, 'autoTradeOutsiders', 'refuse', async () => {
      const personid = service.ready.platform.personids.find((id) => id !== service.ready.world.personid);
      const start = () => desk.callOnPlatform('startAutoTrade', { ...START, personid });
      expect(await start()).toMatchObject({ ok: '0', error: { title: 'Not subscribed' } });
      await desk.callOnPlatform('subscribeToStrategy', { personid });
      expect(await start()).toMatchObject({ ok: '1' });
      expect(await desk.start()).toMatchObject({ ok: '1' });
    }));

  it('zeroLimit=notGiven: a limit of 0 counts as not given', () =>
    withSwitch(service, 'zeroLimit', 'notGiven', async () => {
      expect(await desk.start({ max_units_forex: 0, max_dollars_stocks: '0' })).toMatchObject({ ok: '1' });
      expect(await desk.change({ scalingPercentage: 0 })).toMatchObject({ ok: '1' });
      expect((await desk.account())['settings']).toMatchObject({ scalingPercentage: '100', max_units_forex: '' });
      await desk.stop(0);
      expect(await desk.start({ scalingPercentage: 0 })).toMatchObject({ ok: '0' });
    }));

  it('autoTradeRefusal=repeatsPassword: only refusals of a start contain the password', () =>
    withSwitch(service, 'autoTradeRefusal', 'repeatsPassword', async () => {
      const secret = { broker_password: 'Canary-5520' };
      const wrong = errorOf(await desk.start({ ...secret, scalingPercentage: 0 }));
      expect(wrong['message']).toContain('Canary-5520');
      expect(wrong['errors']).toEqual(['scalingPercentage must be a whole number from 1 to 1000000']);
      expect(JSON.stringify(await desk.start(secret))).not.toContain('Canary');
      expect(errorOf(await desk.start(secret))).toMatchObject({ title: 'AutoTrade is already on' });
      expect(errorOf(await desk.start(secret))['message']).toContain('Canary-5520');
      expect(JSON.stringify(await desk.change({ ...secret, scalingPercentage: 0 }))).not.toContain('Canary');
      for (const path of ['/practice/brokers', '/practice/requests'])
        expect(JSON.stringify(await service.control('GET', path))).not.toContain('Canary');
    }));

  it('autoTradeRefusal=plain: a refusal does not repeat the password', async () => {
    const answer = await desk.start({ broker_password: 'Canary-5520', scalingPercentage: 0 });
    expect(answer).toMatchObject({ ok: '0' });
    expect(JSON.stringify(answer)).not.toContain('Canary');
  });

  it('autoTradeGuid: the link exists although the answer has no guid or a wrong one', async () => {
    await withSwitch(service, 'autoTradeGuid', 'missing', async () => {
      expect(await desk.start()).toEqual({ ok: '1', success: {} });
      expect(await desk.change({ scalingPercentage: 50 })).toEqual({ ok: '1', success: {} });
    });
    await withSwitch(service, 'autoTradeGuid', 'other', async () => {
      const guid = guidOf(await desk.change({ scalingPercentage: 60 }));
      expect(guid).toMatch(/^[\da-f-]{36}$/u);
      expect(guid).not.toBe((await desk.account())['broker_account_guid']);
    });
    expect(await desk.account()).toMatchObject({ state: 'live', settings: { scalingPercentage: '60' } });
  });
});
