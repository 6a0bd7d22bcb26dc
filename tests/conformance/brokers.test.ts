import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asPlatform } from './empty-system.ts';
import { ANY_TEXT, containing, like } from './matchers.ts';
import { asList, asMembers, TestService, text, type Members } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

const COMMAND = 'getListAvailableBrokers';
const FLAG = like(/^[01]$/);
const ask = (fields: object = {}): Promise<Members> => service.call(COMMAND, fields);
const success = (answer: Members): Members => asMembers(answer['success']);
const classes = (answer: Members): readonly Members[] => asList(success(answer)['brokers_available']);
const choices = (answer: Members): readonly Members[] =>
  classes(answer).flatMap((one) => asList(one['brokerChoicesForThisParentClass']));
const parameters = (answer: Members): Members => asMembers(success(answer)['parameters_in']);

describe('[Endpoints/getListAvailableBrokers] parameters_in', () => {
  it('has every member; a flag is 0 or 1 as text, however it was sent', async () => {
    const asked = {
      trade_forex: 1,
      trade_futures: '0',
      trade_stocks: true,
      trade_options: '1',
      allow_short_options: 0,
    };
    expect(parameters(await ask(asked))).toEqual({
      options: '1',
      stocks: '1',
      futures: '0',
      forex: '1',
      allow_short_options: '0',
      show_simulated_broker: '1',
      countrycode: like(/^[A-Z]{2}$/),
      personid: service.ready.world.personid,
      wlSiteID: '0',
      systemid: service.systemId,
    });
  });

  it('members that were not given are empty; systemid is optional', async () => {
    const answer = await ask({ systemid: '', trade_stocks: null, trade_options: '' });
    expect(parameters(answer)).toMatchObject({ options: '', stocks: '', futures: '', forex: '', systemid: '' });
    expect(choices(answer).length).toBeGreaterThan(10);
  });

  it('has the platform id and the person of the request in the private platform context', async () => {
    const personid = service.ready.platform.personids.at(-1);
    const answer = await asPlatform(service, COMMAND, { personid });
    expect(parameters(answer)).toMatchObject({ wlSiteID: service.ready.platform.platformid, personid });
  });
});

describe('[Endpoints/getListAvailableBrokers] [Resources/Broker] brokers_available', () => {
  it('classes and choices have every member in its JSON type', async () => {
    const answer = await ask();
    for (const one of classes(answer)) {
      expect(Object.keys(one).sort()).toEqual([
        'brokerChoicesForThisParentClass',
        'brokerClassImageURL',
        'brokerClassName',
        'is_svc_preferred',
      ]);
      expect(one).toMatchObject({
        brokerClassImageURL: like(/^https:/),
        brokerClassName: ANY_TEXT,
        is_svc_preferred: FLAG,
      });
    }
    for (const choice of choices(answer)) {
      expect(choice).toMatchObject({
        brokername: ANY_TEXT,
        brokercode: like(/^[A-Z]+$/),
        manual_trading_allowed: FLAG,
        broker_trades_options: FLAG,
        broker_trades_stocks: FLAG,
        broker_trades_futures: FLAG,
        broker_trades_forex: FLAG,
        personid_is_trading_here_broker_account_guid: '',
        onlynonusacustomers: FLAG,
        this_is_secondary_choice_available_only_if_brokercode_used: FLAG,
        needAccountPW: FLAG,
      });
      for (const optional of ['needAccountNum', 'need_broker_userid'])
        if (optional in choice) expect(choice[optional]).toEqual(FLAG);
      if ('textlabel_for_broker_userid' in choice) expect(choice['textlabel_for_broker_userid']).toEqual(ANY_TEXT);
    }
    expect(new Set(choices(answer).map((choice) => choice['brokercode'])).size).toBe(choices(answer).length);
  });

  it('every combination of required credentials occurs', async () => {
    const combinations = choices(await ask()).map((choice) =>
      [
        choice['needAccountPW'] === '1',
        choice['needAccountNum'] === '1',
        choice['need_broker_userid'] === '1',
        'textlabel_for_broker_userid' in choice,
      ].join(),
    );
    expect(new Set(combinations).size).toBe(16);
    const withoutOptionalMembers = choices(await ask()).filter(
      (choice) => !('needAccountNum' in choice) && !('need_broker_userid' in choice),
    );
    expect(withoutOptionalMembers.length).toBeGreaterThan(0);
  });

  it('both values of every flag occur', async () => {
    const flags = [
      'manual_trading_allowed',
      'broker_trades_options',
      'broker_trades_stocks',
      'broker_trades_futures',
      'broker_trades_forex',
      'onlynonusacustomers',
      'this_is_secondary_choice_available_only_if_brokercode_used',
    ];
    const answer = await ask();
    for (const flag of flags)
      expect([...new Set(choices(answer).map((choice) => choice[flag]))].sort(), flag).toEqual(['0', '1']);
    expect([...new Set(classes(answer).map((one) => one['is_svc_preferred']))].sort()).toEqual(['0', '1']);
  });

  it.each([
    ['trade_stocks', 'broker_trades_stocks'],
    ['trade_options', 'broker_trades_options'],
    ['trade_futures', 'broker_trades_futures'],
    ['trade_forex', 'broker_trades_forex'],
  ])('%s=1 selects the brokers that trade this type; 0 selects all', async (parameter, flag) => {
    const all = choices(await ask());
    const some = choices(await ask({ [parameter]: 1 }));
    expect(some).toEqual(all.filter((choice) => choice[flag] === '1'));
    expect(some.length).toBeLessThan(all.length);
    expect(choices(await ask({ [parameter]: 0 }))).toEqual(all);
  });

  it('filters combine; short options and the simulated broker are filtered too', async () => {
    const both = choices(await ask({ trade_futures: 1, trade_options: 1 }));
    expect(both.every((one) => one['broker_trades_futures'] === '1' && one['broker_trades_options'] === '1')).toBe(
      true,
    );
    const shorts = choices(await ask({ allow_short_options: 1 }));
    expect(shorts.length).toBeGreaterThan(0);
    expect(shorts.every((one) => one['broker_trades_options'] === '1')).toBe(true);
    const real = await ask({ show_simulated_broker: 0 });
    expect(classes(real).map((one) => one['brokerClassName'])).not.toContain('Practice Brokerage');
    expect(classes(await ask()).map((one) => one['brokerClassName'])).toContain('Practice Brokerage');
  });

  it('personid_is_trading_here_broker_account_guid is set only for a live link of the strategy', async () => {
    const started = await service.call('startAutoTrade', {
      scalingPercentage: 100,
      allow_short_options: 0,
      ignore_manual_trades_in_account: 1,
      join_trades_in_progress: 0,
      broker_accountnum: 'U123456',
      broker_userid: 'user',
      broker_password: 'secret',
      brokercode: 'TIDEWATER',
    });
    const guid = text(success(started), 'broker_account_guid');
    const choicesWithAccount = (answer: Members): readonly Members[] =>
      choices(answer).filter((one) => one['personid_is_trading_here_broker_account_guid'] !== '');
    const linked = { brokercode: 'TIDEWATER', personid_is_trading_here_broker_account_guid: guid };
    expect(choicesWithAccount(await ask())).toMatchObject([linked]);
    expect(choicesWithAccount(await ask({ systemid: '' }))).toMatchObject([linked]);
    expect(choicesWithAccount(await ask({ systemid: service.ready.world.systemids[1] }))).toEqual([]);
    const other = service.ready.platform.personids.find((id) => id !== service.ready.world.personid);
    expect(choicesWithAccount(await asPlatform(service, COMMAND, { personid: other }))).toEqual([]);
    await service.call('stopAutoTrade', { leavePositionsAndOrdersUntouched: 1 });
    expect(choicesWithAccount(await ask())).toEqual([]);
  });
});

describe('[Endpoints/getListAvailableBrokers] GET and refusals', () => {
  it('works by GET, with the same answer', async () => {
    const query = new URLSearchParams({ apikey: service.ready.world.apikey, trade_forex: '1' });
    const answer = (await service.get(`${service.path(COMMAND)}?${query}`)).json;
    expect(choices(answer)).toEqual(choices(await ask({ systemid: '', trade_forex: 1 })));
  });

  it.each([
    'trade_stocks',
    'trade_options',
    'trade_futures',
    'trade_forex',
    'allow_short_options',
    'show_simulated_broker',
  ])('[Limits/Flags 0 or 1] %s other than 0 or 1 is refused', async (name) => {
    for (const value of [2, 'yes', -1, [1], {}]) {
      expect(await ask({ [name]: value })).toMatchObject({
        ok: '0',
        error: { title: 'Unable to getListAvailableBrokers', errors: [containing(name)] },
      });
    }
  });

  it('people and strategies that the key may not access are refused', async () => {
    const foreign = service.ready.platform.personids.find((id) => id !== service.ready.world.personid);
    expect(await ask({ personid: foreign })).toMatchObject({ error: { title: 'Unable to access this personid' } });
    expect(await ask({ personid: Number(service.ready.world.personid) })).toMatchObject({ ok: '1' });
    expect(await ask({ systemid: 1 })).toMatchObject({ error: { title: 'Unable to access this systemid' } });
    expect(await asPlatform(service, COMMAND, {})).toMatchObject({ error: { title: 'No personid' } });
    expect(await asPlatform(service, COMMAND, { personid: 1 })).toMatchObject({
      error: { title: 'Unable to access this personid' },
    });
  });
});
