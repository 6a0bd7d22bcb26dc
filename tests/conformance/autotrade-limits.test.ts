import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AutoTradeDesk, guidOf, START, untouchedPositionsOf } from './autotrade-desk.ts';
import { emptySystem } from './empty-system.ts';
import { containing } from './matchers.ts';
import { asMembers, TestService, type Members } from './service.ts';

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

describe('[Endpoints/startAutoTrade] the limit of each member', () => {
  const WHOLE_NUMBERS = [
    ['scalingPercentage', 1],
    ['max_units_futures', 1],
    ['max_units_forex', 1],
    ['max_units_options', 1],
    ['max_dollars_stocks', 100],
    ['stopLossDollarsPerPosition', 100],
  ] as const;

  it.each(WHOLE_NUMBERS)(
    '[Limits/scalingPercentage, max_units, max_dollars and stop loss] %s must be at least %i',
    async (name, least) => {
      for (const wrong of [least - 1, -5, least + 0.5, 'many', '1e13', {}]) {
        expect(errorOf(await desk.start({ [name]: wrong }))['errors'], JSON.stringify(wrong)).toEqual([
          containing(name),
        ]);
      }
      expect(await desk.start({ [name]: least })).toMatchObject({ ok: '1' });
      for (const wrong of [least - 1, least + 0.5])
        expect(errorOf(await desk.change({ [name]: wrong }))['errors']).toEqual([containing(name)]);
      expect(await desk.change({ [name]: String(least) })).toMatchObject({ ok: '1' });
      expect(await desk.change({ [name]: 1_000_000 })).toMatchObject({ ok: '1' });
    },
  );

  const FLAGS = [
    'enable_stocks',
    'enable_options',
    'enable_futures',
    'enable_forex',
    'allow_short_options',
    'ignore_manual_trades_in_account',
  ];
  it.each([...FLAGS, 'join_trades_in_progress'])('[Limits/Flags 0 or 1] %s is 0 or 1', async (name) => {
    for (const wrong of [2, -1, 'on', [1]])
      expect(errorOf(await desk.start({ [name]: wrong }))['errors']).toContainEqual(containing(name));
    for (const right of [0, '1']) {
      expect(await desk.start({ [name]: right })).toMatchObject({ ok: '1' });
      await desk.stop(0);
    }
  });

  it.each(FLAGS)('[Limits/Flags 0 or 1] [Endpoints/changeAutoTrade] changeAutoTrade: %s is 0 or 1', async (name) => {
    await desk.start();
    expect(errorOf(await desk.change({ [name]: 2 }))['errors']).toEqual([containing(name)]);
    expect(await desk.change({ [name]: 0 })).toMatchObject({ ok: '1' });
  });

  it.each(['broker_accountnum', 'broker_userid', 'broker_password'])(
    '[Limits/broker_accountnum, broker_userid, broker_password] %s has 4 to 30 characters',
    async (name) => {
      for (const length of [3, 31])
        expect(errorOf(await desk.start({ [name]: 'x'.repeat(length) }))['errors']).toEqual([containing(name)]);
      for (const length of [4, 30]) {
        expect(await desk.start({ [name]: 'x'.repeat(length) })).toMatchObject({ ok: '1' });
        await desk.stop(0);
      }
      expect(await desk.start({ [name]: 1234 })).toMatchObject({ ok: '1' });
    },
  );

  it('[Limits/broker_accountnum, broker_userid, broker_password] limits count code points after a trim', async () => {
    const refused = ['x'.repeat(3), 'x'.repeat(31), '\u{1F511}'.repeat(3), '\u{1F511}'.repeat(31), '口'.repeat(31)];
    for (const wrong of [...refused, '     ', '  abc  '])
      expect(errorOf(await desk.start({ broker_accountnum: wrong }))['errors'], wrong).toEqual([
        containing('broker_accountnum'),
      ]);
    for (const right of ['\u{1F511}'.repeat(4), '\u{1F511}'.repeat(30), '口座番号', '\u0627'.repeat(30)]) {
      expect(await desk.start({ broker_accountnum: right }), right).toMatchObject({ ok: '1' });
      expect((await desk.accounts()).at(-1)).toMatchObject({ state: 'live', broker_accountnum: right });
      await desk.stop(0);
    }
  });

  it.each(WHOLE_NUMBERS)('%s: text that is no valid whole number is refused, also in a change', async (name) => {
    await desk.start();
    const before = (await desk.account())['settings'];
    for (const wrong of ['50 %', '50%', '1/2', '100.5', '1e99', '-100', '9'.repeat(20), 'NaN', '0x64']) {
      const startAtOtherBroker = { [name]: wrong, brokercode: 'MERIDIANPART' };
      expect(errorOf(await desk.start(startAtOtherBroker))['errors'], wrong).toEqual([containing(name)]);
      expect(errorOf(await desk.change({ [name]: wrong }))['errors'], wrong).toEqual([containing(name)]);
    }
    expect((await desk.account())['settings']).toEqual(before);
  });

  it('changeAutoTrade for a broker that is not linked is refused and changes nothing', async () => {
    await desk.start();
    const before = await desk.account();
    const answer = await desk.change({ brokercode: 'MERIDIANPART', scalingPercentage: 7 });
    expect(answer).toMatchObject({ ok: '0', error: { title: 'AutoTrade is not on' } });
    expect(await desk.account()).toEqual(before);
  });

  it.each(Object.keys(START))('%s has no default (order-safety A3)', async (name) => {
    for (const nothing of [undefined, null, '']) {
      const answer = await desk.start({ [name]: nothing });
      expect(answer).toMatchObject({
        ok: '0',
        error: { title: 'Unable to startAutoTrade', errors: [`${name} required`] },
      });
    }
    expect(await desk.accounts()).toEqual([]);
  });
});

describe('[Contexts] [Endpoints/startAutoTrade] contexts and access', () => {
  it('AutoTrade works on a private platform for a person of that platform', async () => {
    const personid = service.ready.platform.personids.find((id) => id !== service.ready.world.personid);
    const answer = await desk.callOnPlatform('startAutoTrade', { ...START, personid });
    expect(await desk.account()).toMatchObject({ broker_account_guid: guidOf(answer), personid });
    expect(await desk.callOnPlatform('changeAutoTrade', { personid, scalingPercentage: 7 })).toMatchObject({ ok: '1' });
    expect(await desk.change({ scalingPercentage: 8 })).toMatchObject({ error: { title: 'AutoTrade is not on' } });
    const stopped = await desk.callOnPlatform('stopAutoTrade', { personid, leavePositionsAndOrdersUntouched: 1 });
    expect(untouchedPositionsOf(stopped)).toEqual([]);
  });

  it.each(['startAutoTrade', 'changeAutoTrade', 'stopAutoTrade'])(
    '%s refuses an unknown or foreign person, strategy, broker or key',
    async (command) => {
      const fields = { ...START, leavePositionsAndOrdersUntouched: 1 };
      const foreign = service.ready.platform.personids.find((id) => id !== service.ready.world.personid);
      const noPerson = { ok: '0', error: { title: 'Unable to access this personid' } };
      expect(await desk.call(command, { ...fields, personid: foreign })).toMatchObject(noPerson);
      expect(await desk.callOnPlatform(command, { ...fields, personid: 1 })).toMatchObject(noPerson);
      expect(await desk.callOnPlatform(command, fields)).toMatchObject({ error: { title: 'No personid' } });
      expect(await desk.call(command, { ...fields, systemid: 1 })).toMatchObject({
        error: { title: 'Unable to access this systemid' },
      });
      expect(await desk.call(command, { ...fields, systemid: '' })).toMatchObject({ error: { title: 'No systemid' } });
      expect(await desk.call(command, { ...fields, brokercode: 'NOSUCH' })).toMatchObject({
        error: { title: 'Unknown brokercode' },
      });
      expect(await desk.call(command, { ...fields, apikey: 'x' })).toMatchObject({
        error: { title: 'Invalid apikey' },
      });
    },
  );

  it('the AutoTrade commands work by GET', async () => {
    const query = new URLSearchParams({ apikey: service.ready.world.apikey, systemid: desk.systemid });
    for (const [name, value] of Object.entries(START)) query.set(name, String(value));
    expect((await service.get(`${service.path('startAutoTrade')}?${query}`)).json).toMatchObject({ ok: '1' });
    query.set('scalingPercentage', '30');
    expect((await service.get(`${service.path('changeAutoTrade')}?${query}`)).json).toMatchObject({ ok: '1' });
    query.set('leavePositionsAndOrdersUntouched', '0');
    expect((await service.get(`${service.path('stopAutoTrade')}?${query}`)).json).toMatchObject({ ok: '1' });
  });
});

describe('[States/Subscription and AutoTrade] the password (order-safety A1)', () => {
  it('is in no answer, no record of requests and no file', async () => {
    const ownService = await TestService.start();
    const secret = 'Canary-7391-Secret';
    const fields = { ...START, broker_password: secret };
    const answers = [
      await ownService.call('startAutoTrade', fields),
      await ownService.call('startAutoTrade', fields),
      await ownService.call('startAutoTrade', { ...fields, scalingPercentage: 0 }),
      await ownService.call('startAutoTrade', { ...fields, broker_password: secret.repeat(3) }),
      (
        await ownService.get(
          `${ownService.path('startAutoTrade')}?apikey=${ownService.ready.world.apikey}&broker_password=${secret}`,
        )
      ).json,
      await ownService.control('GET', '/practice/brokers'),
      await ownService.control('GET', '/practice/requests'),
      await ownService.control('GET', '/practice/state'),
    ];
    expect(answers[0]).toMatchObject({ ok: '1' });
    expect(JSON.stringify(answers)).not.toContain('Canary');
    const files = readdirSync(ownService.dataDir).map((name) => readFileSync(join(ownService.dataDir, name)));
    expect(files.length).toBeGreaterThan(0);
    expect(files.some((bytes) => bytes.includes('U123456'))).toBe(true);
    expect(files.some((bytes) => bytes.includes('Canary'))).toBe(false);
    await ownService.stop();
  });
});
