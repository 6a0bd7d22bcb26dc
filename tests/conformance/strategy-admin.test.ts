import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { like } from './matchers.ts';
import { NO_PERSON, NO_SYSTEM, PeopleRig, reasons, success, title } from './people-rig.ts';
import { asList, asMembers, BUY, TestService, text, texts, type Members } from './service.ts';

let service: TestService;
let rig: PeopleRig;
beforeAll(async () => {
  service = await TestService.start();
  rig = new PeopleRig(service);
});
afterAll(() => service.stop());

const DAY = 86_400;
const newSystem = (fields: object = {}): object => ({
  name: 'Quiet Water',
  longDescription: 'Two trades a month.',
  startingcapital: 40_000,
  ownerpersonid: rig.apiKeyOwnerId,
  ...fields,
});
const idOf = (answer: Members): string => text(success(answer), 'NewSystemID');
const rosterEntry = async (systemid: string, filter?: string): Promise<Members | undefined> =>
  (await rig.roster(filter)).find((one) => one['system_id'] === systemid);
const change = (fields: object): Promise<Members> =>
  rig.callWorld('changeSystemAttribute', { systemid: service.systemId, ...fields });

describe('[Endpoints/createNewSystem] [Resources/Strategy] createNewSystem', () => {
  it('in the world context, adds the strategy to the lists, with details and an equity point', async () => {
    const systemid = idOf(await rig.callWorld('createNewSystem', newSystem({ creditSystemTimeInSeconds: 3600 })));
    expect(await rosterEntry(systemid)).toMatchObject({
      ...{ system_name: 'Quiet Water', ownerpersonid: rig.apiKeyOwnerId, isAlive: '1', created_when: '2026-03-02' },
      ...{ equitycurve_startingcapital: '40000', monthlyFee: '0', recently_inactive_since: '0' },
    });
    expect(await rig.details(systemid)).toMatchObject({
      ...{ systemName: 'Quiet Water', longDescription: 'Two trades a month.', shortDescription: '', test_system: '0' },
      creditSystemTimeUntil_epochSecs: String(Date.UTC(2026, 2, 2, 15, 30) / 1000),
      creditSystemTimeUntil_clock: '2026-03-02 10:30:00',
    });
    const curve = await rig.callWorld('retrieveSystemEquity', { systemid });
    expect(asList(curve['equity_data'])).toMatchObject([{ strategy_raw: 40_000, strategy_with_cost: 40_000 }]);
    expect((await service.list('listAllSystems')).map((one) => one['system_id'])).toContain(systemid);
  });

  it('a new strategy can be traded at once, also after a restart', async () => {
    const systemid = idOf(await rig.callWorld('createNewSystem', newSystem({ name: 'Tradable' })));
    const placed = await rig.callWorld('submitSignal', { systemid, signal: { ...BUY, quant: 10 } });
    expect(placed).toMatchObject({ ok: '1' });
    await service.advance(2);
    expect(asList((await rig.callWorld('requestTradesOpen', { systemid }))['response'])).toMatchObject([
      { symbol: 'AAPL' },
    ]);
    service = await service.restart();
    rig = new PeopleRig(service);
    expect(service.ready.world.systemids).toContain(systemid);
    expect(asList((await rig.callWorld('requestTrades', { systemid }))['response'])).toHaveLength(1);
    expect(await rig.callWorld('submitSignal', { systemid, signal: { ...BUY, limit: 1 } })).toMatchObject({ ok: '1' });
    expect((await rig.callWorld('requestMarginEquity', { systemid }))['cash']).toBeLessThanOrEqual(40_000);
  });

  it('in the platform context, a person of the platform owns the strategy; works by GET too', async () => {
    const ownerpersonid = await rig.idlePersonId();
    const platformid = service.ready.platform.platformid;
    const systemid = idOf(await rig.callPlatform('createNewSystem', newSystem({ ownerpersonid, platformid })));
    expect(await rosterEntry(systemid)).toMatchObject({ ownerpersonid });
    expect(await rig.callWorld('getSystemDetails', { systemid })).toEqual(NO_SYSTEM);
    const owned = asList((await rig.person(ownerpersonid))['current_strategies_owned_list']);
    expect(owned).toMatchObject([{ systemid, systemname: 'Quiet Water', is_alive: '1' }]);
    const query = { longDescription: 'x', startingcapital: '1000', ownerpersonid, name: 'By GET' };
    idOf(await rig.platformGet('createNewSystem', query));
    expect(title(await rig.callPlatform('createNewSystem', newSystem({ ownerpersonid, platformid: '1' })))).toBe(
      'Invalid platformid',
    );
  });

  it('site_visibility_status 0 keeps a strategy out of the roster and refuses subscribers', async () => {
    const ownerpersonid = await rig.idlePersonId();
    const systemid = idOf(
      await rig.callPlatform('createNewSystem', newSystem({ ownerpersonid, site_visibility_status: 0 })),
    );
    expect(await rosterEntry(systemid)).toBeUndefined();
    expect(await rig.callWorld('subscribeToStrategy', { systemid })).toEqual(NO_SYSTEM);
    expect(await rig.callPlatform('getSystemDetails', { systemid })).toMatchObject({ ok: '1' });
  });

  it('ownerpersonid is required and must be accessible', async () => {
    const member = await rig.idlePersonId();
    expect(await rig.callWorld('createNewSystem', newSystem({ ownerpersonid: member }))).toEqual(NO_PERSON);
    const outsider = text(await rig.strategyOf('outsider'), 'ownerpersonid');
    expect(await rig.callPlatform('createNewSystem', newSystem({ ownerpersonid: outsider }))).toEqual(NO_PERSON);
    for (const ownerpersonid of [undefined, null, '', 0])
      expect(reasons(await rig.callWorld('createNewSystem', newSystem({ ownerpersonid })))).toEqual([
        'ownerpersonid required',
      ]);
  });

  it('everything that is missing or wrong is named at once, and nothing is created', async () => {
    const before = (await service.list('listAllSystems')).length;
    const answer = await rig.callWorld('createNewSystem', {
      name: 'ab',
      site_visibility_status: 2,
      startingcapital: 'x',
    });
    expect(answer).toMatchObject({
      ok: '0',
      error: { title: 'Unable to createNewSystem', message: 'There were problems with your request.' },
    });
    expect(reasons(answer).map((reason) => reason.split(' ')[0])).toEqual([
      ...['ownerpersonid', 'longDescription', 'startingcapital', 'name', 'site_visibility_status'],
    ]);
    expect((await service.list('listAllSystems')).length).toBe(before);
  });

  it('unnamedSystem decides if a strategy without a name is given a name or refused', async () => {
    const systemid = idOf(await rig.callWorld('createNewSystem', newSystem({ name: null })));
    expect(await rosterEntry(systemid)).toMatchObject({ system_name: `Strategy ${systemid}` });
    await service.set({ unnamedSystem: 'refuse' });
    expect(reasons(await rig.callWorld('createNewSystem', newSystem({ name: '' })))).toEqual(['name required']);
    await service.set({ unnamedSystem: 'named' });
  });
});

describe('[Endpoints/changeSystemAttribute] [Resources/Strategy] changeSystemAttribute', () => {
  it('every field is changed, and shown by roster, list and details', async () => {
    const systemid = service.systemId;
    const fields = {
      ...{
        name: 'Harbor & Sons',
        longDescription: "Long, isn't it?",
        shortDescription: 'Short',
        ownerpersonid: rig.apiKeyOwnerId,
      },
      ...{ equitycurve_startingcapital: 120_000, monthlyfee: '77', trialdays: 3, creditSystemTimeInSeconds: 7200 },
      ...{ freeSignalEntryCredits: 40, test_system: 1, isAlive: '1', minimum_portfolio_size_required: 20_000 },
    };
    const { changes } = success(await change(fields));
    expect(texts({ changes }, 'changes').sort()).toEqual(
      Object.keys(fields)
        .map((one) => `${one} updated`)
        .sort(),
    );
    expect(await rosterEntry(systemid)).toMatchObject({
      ...{ system_name: 'Harbor & Sons', monthlyFee: '77', freeTrialPeriodDays: '3' },
      ...{ minimum_portfolio_size_required: '20000', equitycurve_startingcapital: '120000' },
    });
    expect(await rig.details(systemid)).toMatchObject({
      ...{
        systemName: 'Harbor & Sons',
        shortDescription: 'Short',
        longDescription: "Long, isn't it?",
        test_system: '1',
      },
      creditSystemTimeUntil_clock: '2026-03-02 11:30:02',
      creditSystemTimeUntil_epochSecs: like(/^\d{10}$/),
    });
    const [listed] = await service.list('listAllSystems');
    expect(listed).toMatchObject({ systemName: 'Harbor & Sons', monthlyFee: '77', freeTrialPeriodDays: '3' });
    const owned = asList((await rig.person(rig.apiKeyOwnerId))['current_strategies_owned_list']);
    const ownRecord = asMembers(owned.find((one) => one['systemid'] === systemid));
    expect(ownRecord['credits_status']).toMatchObject({
      signal_credits_remaining: '40',
      time_credit_remaining_until: '2026-03-02 11:30:02',
    });
    expect(asList(ownRecord['transactions_list'])).toMatchObject([
      { credit_type: 'time', amount: '7200' },
      { credit_type: 'signals', amount: '40' },
    ]);
  });

  it('changes a subset by GET and leaves the rest; null and an empty name mean "not given"', async () => {
    const before = await rig.details(service.systemId);
    const query = { systemid: service.systemId, shortDescription: 'By GET', name: '' };
    expect(success(await rig.worldGet('changeSystemAttribute', query))).toEqual({
      changes: ['shortDescription updated'],
    });
    success(await change({ name: null, longDescription: null, monthlyfee: 0 }));
    expect({ ...(await rig.details(service.systemId)), statistics: 0 }).toEqual({
      ...{ ...before, statistics: 0 },
      ...{ shortDescription: 'By GET', monthlyFee: '0' },
    });
  });

  it('omittedAttributes decides if a subset of the attributes is accepted or refused', async () => {
    await service.set({ omittedAttributes: 'refuse' });
    expect(reasons(await change({ name: 'Harbor' }))).toHaveLength(10);
    await service.set({ omittedAttributes: 'accept' });
    expect(reasons(await change({}))).toEqual(['No attribute given']);
  });

  it('with one bad field nothing is changed', async () => {
    const before = await rig.details(service.systemId);
    const answer = await change({ name: 'Other name', monthlyfee: 5, trialdays: -1, isAlive: 'no' });
    expect(answer).toEqual({
      ok: '0',
      error: {
        title: 'Unable to changeSystemAttribute',
        message: 'There were problems with your request.',
        errors: ['trialdays must be a whole number from 0 to 36500', 'isAlive must be 0 or 1'],
      },
    });
    expect(await change({ name: 'Other name', ownerpersonid: await rig.idlePersonId() })).toEqual(NO_PERSON);
    expect(await rig.details(service.systemId)).toEqual(before);
  });

  it('equitycurve_startingcapital moves the whole curve', async () => {
    const systemid = service.systemId;
    const curve = async (): Promise<number[]> =>
      asList((await rig.callWorld('retrieveSystemEquity', { systemid }))['equity_data']).map((one) =>
        Number(one['strategy_raw']),
      );
    const before = await curve();
    success(await change({ equitycurve_startingcapital: Math.round(before[0] ?? 0) + 5000 }));
    const after = await curve();
    expect(after).toHaveLength(before.length);
    after.forEach((value, at) => expect(value).toBeCloseTo((before[at] ?? 0) + 5000, 4));
  });

  it('isAlive 0 takes a strategy off the roster and refuses entries but no cancels; 1 undoes it', async () => {
    const systemid = service.ready.world.systemids[1] ?? '';
    const placed = await rig.callWorld('submitSignal', { systemid, signal: { ...BUY, limit: 1 } });
    success(await rig.callWorld('changeSystemAttribute', { systemid, isAlive: 0 }));
    expect(await rosterEntry(systemid)).toBeUndefined();
    const since = (await rosterEntry(systemid, 'recently_active'))?.['recently_inactive_since'];
    expect(Number(since)).toBeGreaterThan(1_772_000_000);
    expect((await service.list('listAllSystems'))[1]).toMatchObject({ system_id: systemid, isAlive: '0' });
    expect(await rig.callWorld('submitSignal', { systemid, signal: { ...BUY, limit: 1 } })).toMatchObject({
      ok: '0',
      error: { title: 'Strategy not alive' },
      rejectedSignal: { symbol: 'AAPL' },
    });
    const personid = await rig.idlePersonId();
    expect(reasons(await rig.callPlatform('subscribeToStrategy', { systemid, personid }))).toHaveLength(1);
    expect(await rig.callWorld('cancelSignal', { systemid, signalid: placed['signalid'] })).toMatchObject({ ok: 1 });
    await service.set({ deadSystemSignals: 'accept' });
    expect(await rig.callWorld('submitSignal', { systemid, signal: { ...BUY, limit: 1 } })).toMatchObject({ ok: '1' });
    await service.set({ deadSystemSignals: 'refuse' });
    success(await rig.callWorld('changeSystemAttribute', { systemid, isAlive: 1 }));
    expect(await rosterEntry(systemid)).toMatchObject({ isAlive: '1', recently_inactive_since: '0' });
  });

  it('the filter recently_active drops a strategy after 90 days', async () => {
    const deadStrategy = asMembers((await rig.roster('recently_active')).find((one) => one['isAlive'] === '0'));
    const systemid = text(deadStrategy, 'system_id');
    await service.advance(90 * DAY);
    expect(await rosterEntry(systemid, 'recently_active')).toBeUndefined();
  });

  it('creditSystemTimeInSeconds 0 removes the time credit', async () => {
    success(await change({ creditSystemTimeInSeconds: 60 }));
    success(await change({ creditSystemTimeInSeconds: 0 }));
    const { creditSystemTimeUntil_clock, creditSystemTimeUntil_epochSecs } = await rig.details(service.systemId);
    expect([creditSystemTimeUntil_clock, creditSystemTimeUntil_epochSecs]).toEqual([null, null]);
  });

  it('the platform changes strategies of its people, and transfers them to others', async () => {
    const systemid = text(await rig.strategyOf('member'), 'system_id');
    const ownerpersonid = await rig.idlePersonId();
    const answer = await rig.callPlatform('changeSystemAttribute', { systemid, ownerpersonid, name: 'Handed on' });
    expect(success(answer)).toEqual({ changes: ['name updated', 'ownerpersonid updated'] });
    const screenName = (await rig.person(ownerpersonid))['screenName'];
    expect(await rosterEntry(systemid)).toMatchObject({
      ownerpersonid,
      owner_screenname: screenName,
      system_name: 'Handed on',
    });
    const outsideId = text(await rig.strategyOf('outsider'), 'system_id');
    expect(await rig.callPlatform('changeSystemAttribute', { systemid: outsideId, name: 'Mine now' })).toEqual(
      NO_SYSTEM,
    );
    expect(title(await rig.callWorld('changeSystemAttribute', { name: 'No system' }))).toBe('No systemid');
  });
});
