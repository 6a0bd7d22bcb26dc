import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { START } from './autotrade-desk.ts';
import { containing, like } from './matchers.ts';
import { NO_PERSON, NO_SYSTEM, PeopleRig, reasons, success, title, typesOf } from './people-rig.ts';
import { asList, asMembers, BUY, TestService, text, type Members } from './service.ts';

let rig: PeopleRig;
beforeAll(async () => {
  rig = new PeopleRig(await TestService.start());
});
afterAll(() => rig.service.stop());

const DAY = 86_400;
const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

const guid = async (answer: Promise<Members>): Promise<string> => text(success(await answer), 'subscription_guid');
const subscription = async (systemid: string, id: string): Promise<Members> =>
  asMembers((await rig.subscribers(systemid)).find((one) => one['subscription_guid'] === id));
const memberSystemId = async (): Promise<string> => text(await rig.strategyOf('member'), 'system_id');

describe('[Endpoints/getListSubscribers] getListSubscribers', () => {
  it('[Resources/Subscriber record] has every member in its type, in both contexts and by GET', async () => {
    const systemid = rig.service.systemId;
    const world = await rig.callWorld('getListSubscribers', { systemid });
    expect(await rig.callPlatform('getListSubscribers', { systemid })).toEqual(world);
    expect(await rig.worldGet('getListSubscribers', { systemid })).toEqual(world);
    expect(Object.keys(asMembers(world['response']))).toEqual(['listSubscribers']);
    for (const one of await rig.subscribers(systemid)) {
      const privateType = one['isPrivateSubManagement'] === '1' ? 'string' : 'null';
      const customType = one['custom_subscription_guid'] === null ? 'null' : 'string';
      const endType = one['platform_subscription_ends_when'] === null ? 'null' : 'string';
      const scheduleType = one['subscription_schedule_guid'] === null ? 'null' : 'string';
      expect(typesOf(one)).toEqual({
        ...{ subscription_guid: 'string', subscription_status: 'string', subscription_started_date: 'string' },
        ...{ subscription_ended: 'string', subscriber_personid: 'string', subscriber_first_name: 'string' },
        ...{ subscriber_last_name: 'string', subscriber_email: 'string', subscriber_country: 'string' },
        ...{ subscriber_countrycode: 'string', systemid: 'string', isPrivateSubManagement: 'string' },
        privateSubManagement_subscription_started_when: privateType,
        privateSubManagement_subscription_ends_when: privateType,
        privateSubManagement_subscription_is_expired: 'number',
        platform_subscription_ends_when: endType,
        platform_subscription_is_expired: 'number',
        ...{ custom_subscription_guid: customType, custom_subscription_amount: customType },
        custom_subscription_good_until_time: customType,
        custom_subscription_num_bill_periods_remaining: customType,
        recurring_billing_num_failed_transacts: 'string',
        recurring_billing_turned_off_when: 'string',
        recurring_next_billing_amount_default: 'string',
        subscription_schedule_guid: scheduleType,
      });
      expect(one).toMatchObject({ systemid, subscriber_email: like(/@example\.com$/) });
      expect(one['subscription_started_date']).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });

  it('every seeded strategy has subscriptions in every state', async () => {
    for (const systemid of rig.service.ready.world.systemids) {
      const all = await rig.subscribers(systemid);
      const count = (holds: (one: Members) => boolean): number => all.filter(holds).length;
      expect(count((one) => one['subscription_status'] === 'current')).toBeGreaterThan(3);
      expect(count((one) => one['subscription_status'] === 'ended' && TIME.test(text(one, 'subscription_ended')))).toBe(
        count((one) => one['subscription_ended'] !== ''),
      );
      expect(count((one) => one['privateSubManagement_subscription_ends_when'] === '')).toBeGreaterThan(0);
      expect(count((one) => TIME.test(String(one['privateSubManagement_subscription_ends_when'])))).toBeGreaterThan(0);
      expect(count((one) => Number(one['custom_subscription_num_bill_periods_remaining']) > 0)).toBe(1);
      expect(count((one) => one['recurring_billing_num_failed_transacts'] === '1')).toBe(1);
      expect(count((one) => one['recurring_billing_turned_off_when'] !== '')).toBe(1);
      const personIds = all.map((one) => one['subscriber_personid']);
      expect(personIds).not.toContain(rig.apiKeyOwnerId);
    }
  });

  it('trialStatus: a trial shows as current or as trial', async () => {
    const status = async (): Promise<unknown[]> =>
      (await rig.subscribers(rig.service.systemId)).map((one) => one['subscription_status']);
    expect(await status()).not.toContain('trial');
    await rig.service.set({ trialStatus: 'trial' });
    expect(await status()).toContain('trial');
    await rig.service.set({ trialStatus: 'current' });
  });

  it("is refused for another person's strategy, in both contexts", async () => {
    const systemid = await memberSystemId();
    expect(await rig.callWorld('getListSubscribers', { systemid })).toEqual(NO_SYSTEM);
    const outsideId = text(await rig.strategyOf('outsider'), 'system_id');
    expect(await rig.callPlatform('getListSubscribers', { systemid: outsideId })).toEqual(NO_SYSTEM);
    expect(title(await rig.callWorld('getListSubscribers'))).toBe('No systemid');
  });
});

describe('[Endpoints/subscribeToStrategy] [Endpoints/unsubscribeFromStrategy] [States/Subscription and AutoTrade] in the world context', () => {
  it('during a subscription, the strategy is listed and allows only the reads for subscribers', async () => {
    const systemid = await memberSystemId();
    const reads = ['retrieveSignalsWorking', 'retrieveSignalsAll', 'requestAllTrades_overview', 'retrieveSystemEquity'];
    const ok = async (command: string): Promise<unknown> => (await rig.callWorld(command, { systemid }))['ok'];
    const refusedReads = [
      'requestTrades',
      'requestTradesOpen',
      'getSystemDetails',
      'requestMarginEquity',
      'getListSubscribers',
    ];
    for (const read of [...reads, ...refusedReads]) expect(await ok(read), read).toBe('0');
    const id = await guid(rig.callWorld('subscribeToStrategy', { systemid }));
    for (const read of reads) expect(await ok(read), read).toBe('1');
    for (const read of refusedReads) expect(await rig.callWorld(read, { systemid }), read).toEqual(NO_SYSTEM);
    expect(await rig.callWorld('submitSignal', { systemid, signal: {} })).toEqual(NO_SYSTEM);
    expect(await rig.callWorld('changeSystemAttribute', { systemid, name: 'Mine' })).toEqual(NO_SYSTEM);
    expect((await rig.service.list('listAllSystems')).map((one) => one['system_id'])).toContain(systemid);
    expect(await subscription(systemid, id)).toMatchObject({
      subscriber_personid: rig.apiKeyOwnerId,
      subscription_status: 'current',
      isPrivateSubManagement: '0',
      subscription_ended: '',
    });
    expect(
      await guid(rig.callWorld('unsubscribeFromStrategy', { systemid, actionType: 'unsubscribe_immediate' })),
    ).toBe(id);
    for (const read of reads) expect(await ok(read), read).toBe('0');
    expect(await subscription(systemid, id)).toMatchObject({
      subscription_status: 'ended',
      subscription_ended: '2026-03-02 09:30:00',
    });
    expect((await rig.service.list('listAllSystems')).map((one) => one['system_id'])).not.toContain(systemid);
  });

  it('works by GET, with numbers, and with personid 0, null or empty for the owner of the key', async () => {
    const systemid = await memberSystemId();
    const id = await guid(rig.worldGet('subscribeToStrategy', { systemid, personid: rig.apiKeyOwnerId }));
    expect(await guid(rig.worldGet('unsubscribeFromStrategy', { systemid, personid: '' }))).toBe(id);
    for (const personid of [0, null, '', Number(rig.apiKeyOwnerId)]) {
      await guid(rig.callWorld('subscribeToStrategy', { systemid: Number(systemid), personid }));
      await guid(rig.callWorld('unsubscribeFromStrategy', { systemid: Number(systemid), personid }));
    }
  });

  it('works only for the owner of the key and for strategies in the roster', async () => {
    const systemid = await memberSystemId();
    const member = await rig.idlePersonId();
    for (const command of ['subscribeToStrategy', 'unsubscribeFromStrategy']) {
      expect(await rig.callWorld(command, { systemid, personid: member }), command).toEqual(NO_PERSON);
      expect(await rig.callWorld(command, { systemid: '1' }), command).toEqual(NO_SYSTEM);
      expect(await rig.callWorld(command, { systemid: { a: 1 } }), command).toMatchObject({
        error: { title: 'Invalid systemid' },
      });
      expect(title(await rig.callWorld(command)), command).toBe('No systemid');
    }
  });

  it('is refused for an own strategy and for one that is not alive', async () => {
    expect(await rig.callWorld('subscribeToStrategy', { systemid: rig.service.systemId })).toEqual({
      ok: '0',
      error: {
        title: 'Unable to subscribeToStrategy',
        message: 'There were problems with your request.',
        errors: ['This personid owns this systemid'],
      },
    });
    const deadStrategy = asMembers((await rig.roster('recently_active')).find((one) => one['isAlive'] === '0'));
    expect(reasons(await rig.callWorld('subscribeToStrategy', { systemid: deadStrategy['system_id'] }))).toEqual([
      'This systemid is no longer alive',
    ]);
  });

  it('subscribeTwice and unsubscribeWhenEnded decide the answer to a repeated request', async () => {
    const systemid = await memberSystemId();
    const first = await guid(rig.callWorld('subscribeToStrategy', { systemid }));
    expect(reasons(await rig.callWorld('subscribeToStrategy', { systemid }))).toEqual([
      'This personid already subscribes to this systemid',
    ]);
    await rig.service.set({ subscribeTwice: 'replay' });
    expect(await guid(rig.callWorld('subscribeToStrategy', { systemid }))).toBe(first);
    await rig.service.set({ subscribeTwice: 'second' });
    const second = await guid(rig.callWorld('subscribeToStrategy', { systemid }));
    expect(second).not.toBe(first);
    await rig.service.set({ subscribeTwice: 'refuse' });
    expect(await guid(rig.callWorld('unsubscribeFromStrategy', { systemid }))).toBe(second);
    expect(await guid(rig.callWorld('unsubscribeFromStrategy', { systemid }))).toBe(first);
    const repeated = await rig.callWorld('unsubscribeFromStrategy', { systemid });
    expect(title(repeated)).toBe('Unable to unsubscribeFromStrategy');
    expect(reasons(repeated)).toEqual(['No current subscription of this personid to this systemid']);
    await rig.service.set({ unsubscribeWhenEnded: 'replay' });
    expect(await guid(rig.callWorld('unsubscribeFromStrategy', { systemid }))).toBe(second);
    const neverSubscribedId = text(await rig.strategyOf('outsider'), 'system_id');
    expect(await rig.callWorld('unsubscribeFromStrategy', { systemid: neverSubscribedId })).toMatchObject({ ok: '0' });
    await rig.service.set({ unsubscribeWhenEnded: 'refuse' });
  });

  it('an unknown actionType is named; the switch missingActionType decides on a missing one', async () => {
    const systemid = await memberSystemId();
    await guid(rig.callWorld('subscribeToStrategy', { systemid }));
    const wrong = { systemid, actionType: 'later', autoTradePositionsAndOrders: ['x'] };
    expect(reasons(await rig.callWorld('unsubscribeFromStrategy', wrong))).toEqual([
      'actionType must be one of these: unsubscribe_immediate unsubscribe_at_period_end',
      'autoTradePositionsAndOrders must be a text',
    ]);
    await rig.service.set({ missingActionType: 'refuse' });
    expect(reasons(await rig.callWorld('unsubscribeFromStrategy', { systemid }))).toEqual(['actionType required']);
    await rig.service.set({ missingActionType: 'immediate' });
    await guid(rig.callWorld('unsubscribeFromStrategy', { systemid, autoTradePositionsAndOrders: 'close_all' }));
  });

  it('unsubscribeImmediate, missingPositions: a refusal names the allowed values', async () => {
    const systemid = await memberSystemId();
    await guid(rig.callWorld('subscribeToStrategy', { systemid }));
    const immediateFields = { systemid, actionType: 'unsubscribe_immediate' };
    await rig.service.set({ unsubscribeImmediate: 'refuse', missingPositions: 'refuse' });
    expect(reasons(await rig.callWorld('unsubscribeFromStrategy', immediateFields))).toEqual([
      'actionType must be one of these: unsubscribe_at_period_end',
      'autoTradePositionsAndOrders must be one of these: leave_untouched close_all',
    ]);
    await rig.service.set({ unsubscribeImmediate: 'accept' });
    const leaving = { ...immediateFields, autoTradePositionsAndOrders: 'leave_untouched' };
    await guid(rig.callWorld('unsubscribeFromStrategy', leaving));
    await rig.service.set({ missingPositions: 'leave' });
  });
});

describe('[Endpoints/subscribeToStrategy] [Contexts] on a private platform', () => {
  it('subscribes a person of the platform; the platform manages and bills the subscription', async () => {
    const personid = await rig.idlePersonId();
    const systemid = await memberSystemId();
    const id = await guid(rig.callPlatform('subscribeToStrategy', { systemid, personid }));
    expect(await subscription(systemid, id)).toMatchObject({
      subscriber_personid: personid,
      isPrivateSubManagement: '1',
      privateSubManagement_subscription_started_when: '2026-03-02 09:30:00',
      privateSubManagement_subscription_ends_when: '',
      privateSubManagement_subscription_is_expired: 0,
      subscription_schedule_guid: null,
    });
    const listed = asList((await rig.person(personid))['current_strategy_subscription_list']);
    expect(listed).toMatchObject([
      { subscription_guid: id, system_id: systemid, ended_when: '', listPaymentRecords: [] },
    ]);
    expect(await guid(rig.callPlatform('unsubscribeFromStrategy', { systemid, personid }))).toBe(id);
    expect(asList((await rig.person(personid))['current_strategy_subscription_list'])).toEqual([]);
  });

  it('personid is required and must be a person of the platform who is not deleted', async () => {
    const systemid = await memberSystemId();
    const outsider = text(await rig.strategyOf('outsider'), 'ownerpersonid');
    const deletedId = text(asMembers((await rig.people()).find((one) => one['deleted'] !== '')), 'person_id');
    for (const command of ['subscribeToStrategy', 'unsubscribeFromStrategy']) {
      expect(title(await rig.callPlatform(command, { systemid })), command).toBe('No personid');
      for (const personid of [outsider, deletedId, '1', 'x', '__proto__'])
        expect(await rig.callPlatform(command, { systemid, personid }), `${command} ${personid}`).toEqual(NO_PERSON);
    }
  });

  it('platformid in the body must be that of the address', async () => {
    const platformid = rig.service.ready.platform.platformid;
    expect(await rig.callPlatform('listAllPeople', { platformid })).toMatchObject({ ok: '1' });
    expect(await rig.callPlatform('listAllPeople', { platformid: Number(platformid) })).toMatchObject({ ok: '1' });
    expect(title(await rig.callPlatform('listAllPeople', { platformid: '1' }))).toBe('Invalid platformid');
  });
});

describe('[States/Subscription and AutoTrade] over time', () => {
  // These cases move the clock, so they have a service of their own.
  let service: TestService;
  let timeRig: PeopleRig;
  beforeAll(async () => {
    service = await TestService.start();
    timeRig = new PeopleRig(service);
  });
  afterAll(() => service.stop());
  const subscriptionNow = async (systemid: string, id: string): Promise<Members> =>
    asMembers((await timeRig.subscribers(systemid)).find((one) => one['subscription_guid'] === id));

  it('[Endpoints/privateSubManagement_endSubscription] ends on time; a restart changes nothing', async () => {
    const personid = await timeRig.idlePersonId();
    const systemid = text(await timeRig.strategyOf('member'), 'system_id');
    const id = await guid(timeRig.callPlatform('subscribeToStrategy', { systemid, personid }));
    const fields = { systemid, personid, subscription_guid: Number(id), unsubAtYYYYMMDDhhmm: '2026-03-04 12:00' };
    expect(await timeRig.callWorld('privateSubManagement_endSubscription', fields)).toMatchObject({
      error: { title: 'Not a world command', message: containing('privateSubManagement_endSubscription') },
    });
    expect(success(await timeRig.callPlatform('privateSubManagement_endSubscription', fields))).toEqual({
      subscription_guid: id,
      subscription_status: 'current',
      subscription_ends_when: '2026-03-04 12:00:00',
    });
    const before = { subscription_status: 'current', privateSubManagement_subscription_is_expired: 0 };
    await service.advance(2 * DAY + 2.5 * 3600 - 1);
    expect(await subscriptionNow(systemid, id)).toMatchObject(before);
    await service.advance(1);
    const after = {
      subscription_status: 'ended',
      subscription_ended: '2026-03-04 12:00:00',
      privateSubManagement_subscription_ends_when: '2026-03-04 12:00:00',
      privateSubManagement_subscription_is_expired: 1,
    };
    expect(await subscriptionNow(systemid, id)).toMatchObject(after);
    service = await service.restart();
    timeRig = new PeopleRig(service);
    expect(await subscriptionNow(systemid, id)).toMatchObject(after);
    expect(reasons(await timeRig.callPlatform('privateSubManagement_endSubscription', fields))).toEqual([
      'subscription_guid is not a current private subscription of this personid to this systemid',
    ]);
  });

  it('without a time, or with a past one, a subscription ends now', async () => {
    const personid = await timeRig.idlePersonId();
    const systemid = text(await timeRig.strategyOf('member'), 'system_id');
    for (const unsubAtYYYYMMDDhhmm of [undefined, null, '', '2020-01-01 00:00']) {
      const subscription_guid = await guid(timeRig.callPlatform('subscribeToStrategy', { systemid, personid }));
      const fields = { systemid, personid, subscription_guid, unsubAtYYYYMMDDhhmm };
      expect(success(await timeRig.callPlatform('privateSubManagement_endSubscription', fields))).toMatchObject({
        subscription_status: 'ended',
        subscription_ends_when: '2026-03-04 12:00:00',
      });
    }
  });

  it('[Endpoints/privateSubManagement_endSubscription] every bad field is named', async () => {
    const personid = await timeRig.idlePersonId();
    const systemid = text(await timeRig.strategyOf('member'), 'system_id');
    const ask = (fields: object) =>
      timeRig.callPlatform('privateSubManagement_endSubscription', { personid, ...fields });
    expect(reasons(await ask({ unsubAtYYYYMMDDhhmm: '04.03.2026' }))).toEqual([
      'subscription_guid required',
      'systemid required',
      'unsubAtYYYYMMDDhhmm must be a New York time like 2026-03-02 09:30',
    ]);
    expect(title(await ask({ personid: null }))).toBe('No personid');
    expect(await ask({ personid: '1' })).toEqual(NO_PERSON);
    const all = await timeRig.subscribers(service.systemId);
    const current = all.filter((one) => one['subscription_status'] === 'current');
    const members = service.ready.platform.personids;
    const memberSubscriptions = current.filter((one) => members.includes(text(one, 'subscriber_personid')));
    const nonPrivate = asMembers(memberSubscriptions.find((one) => one['isPrivateSubManagement'] === '0'));
    const target = { systemid: service.systemId, personid: nonPrivate['subscriber_personid'] };
    const subscription_guid = nonPrivate['subscription_guid'];
    const why = reasons(await ask({ ...target, subscription_guid }));
    expect(why).toEqual(['subscription_guid is not a current private subscription of this personid to this systemid']);
    expect(reasons(await ask({ systemid, subscription_guid: 'x' }))).toHaveLength(1);
  });

  it('[Endpoints/unsubscribeFromStrategy] access lasts to the period end; no payment follows', async () => {
    const systemid = text(await timeRig.strategyOf('outsider'), 'system_id');
    const id = await guid(timeRig.callWorld('subscribeToStrategy', { systemid }));
    const fields = { systemid, actionType: 'unsubscribe_at_period_end' };
    await service.advance(20 * DAY);
    expect(await guid(timeRig.callWorld('unsubscribeFromStrategy', fields))).toBe(id);
    const subscriptionEntries = async (): Promise<Members[]> => {
      const list = asList((await timeRig.person(timeRig.apiKeyOwnerId))['current_strategy_subscription_list']);
      return list.filter((one) => one['subscription_guid'] === id);
    };
    const [waiting] = await subscriptionEntries();
    expect(waiting).toMatchObject({
      ended_when: like(TIME),
      listPaymentRecords: [{ status: 'paid', payment_method: 'credit_card' }],
    });
    expect(await timeRig.callWorld('retrieveSystemEquity', { systemid })).toMatchObject({ ok: '1' });
    await service.advance(40 * DAY);
    expect(await subscriptionEntries()).toEqual([]);
    expect(await timeRig.callWorld('retrieveSystemEquity', { systemid })).toEqual(NO_SYSTEM);
    await service.set({ endedInPeople: 'listed' });
    expect(await subscriptionEntries()).toMatchObject([
      { ended_when: waiting?.['ended_when'], listPaymentRecords: [{ status: 'paid' }] },
    ]);
    await service.set({ endedInPeople: 'hidden' });
  });

  it('AutoTrade stops when the subscription ends, unless linksAtEnd=keep', async () => {
    const owned = { longDescription: 'x', startingcapital: 50_000, ownerpersonid: await timeRig.idlePersonId() };
    const systemid = text(success(await timeRig.callPlatform('createNewSystem', owned)), 'NewSystemID');
    success(await timeRig.callPlatform('changeSystemAttribute', { systemid, monthlyfee: 10 }));
    await timeRig.callPlatform('submitSignal', { systemid, signal: { ...BUY, quant: 10 } });
    await service.advance(2);
    const accounts = async (): Promise<Members[]> =>
      asList((await service.control('GET', '/practice/brokers'))['accounts']).filter(
        (one) => one['systemid'] === systemid,
      );
    const begin = async (): Promise<void> => {
      await guid(timeRig.callWorld('subscribeToStrategy', { systemid }));
      expect(await timeRig.callWorld('startAutoTrade', { systemid, ...START })).toMatchObject({ ok: '1' });
      expect(await accounts()).toMatchObject([{ state: 'live' }]);
    };
    await begin();
    const positions = asList((await accounts())[0]?.['positions']);
    expect(positions.length).toBeGreaterThan(0);
    await guid(
      timeRig.callWorld('unsubscribeFromStrategy', { systemid, autoTradePositionsAndOrders: 'leave_untouched' }),
    );
    expect(await accounts()).toMatchObject([{ state: 'stopped', positions }]);
    await begin();
    const periodEndFields = { actionType: 'unsubscribe_at_period_end', autoTradePositionsAndOrders: 'close_all' };
    await guid(timeRig.callWorld('unsubscribeFromStrategy', { systemid, ...periodEndFields }));
    expect(await accounts()).toMatchObject([{ state: 'live' }]);
    await service.advance(40 * DAY);
    // The positions that remained at the first stop count as traded by hand. What the second link
    // copied is closed.
    const manualOnly = [{ symbol: 'AAPL', copied: '0', manual: '10' }];
    expect(await accounts()).toMatchObject([{ state: 'stopped', positions: manualOnly }]);
    await service.set({ linksAtEnd: 'keep' });
    await begin();
    await guid(timeRig.callWorld('unsubscribeFromStrategy', { systemid, autoTradePositionsAndOrders: 'close_all' }));
    expect(await accounts()).toMatchObject([{ state: 'live' }]);
    await service.set({ linksAtEnd: 'stop' });
  });

  it('AutoTrade stops when two subscriptions of a person to a strategy end, also at the same time', async () => {
    const personid = await timeRig.idlePersonId();
    const systemid = text(await timeRig.strategyOf('member'), 'system_id');
    await service.set({ subscribeTwice: 'second' });
    const subscribed = [1, 2].map(() => timeRig.callPlatform('subscribeToStrategy', { systemid, personid }));
    const ids = await Promise.all(subscribed.map(guid));
    await service.set({ subscribeTwice: 'refuse' });
    expect(await timeRig.callPlatform('startAutoTrade', { systemid, personid, ...START })).toMatchObject({ ok: '1' });
    const state = async (): Promise<unknown> =>
      asList((await service.control('GET', '/practice/brokers'))['accounts']).find(
        (one) => one['systemid'] === systemid && one['personid'] === personid,
      )?.['state'];
    for (const subscription_guid of ids) {
      const fields = { systemid, personid, subscription_guid, unsubAtYYYYMMDDhhmm: '2028-03-06 12:00' };
      success(await timeRig.callPlatform('privateSubManagement_endSubscription', fields));
    }
    expect(await state()).toBe('live');
    await service.advance(3 * 365 * DAY);
    expect(await Promise.all(ids.map((id) => subscriptionNow(systemid, id)))).toMatchObject([
      { subscription_status: 'ended' },
      { subscription_status: 'ended' },
    ]);
    expect(await state()).toBe('stopped');
  });

  it('declined payments turn recurring billing off and end the subscription; custom periods run out', async () => {
    const systemid = service.systemId;
    const all = await timeRig.subscribers(systemid);
    const failing = all.filter((one) => one['recurring_billing_turned_off_when'] !== '');
    expect(failing).toHaveLength(2);
    for (const one of failing) {
      expect(one).toMatchObject({ subscription_status: 'ended', recurring_billing_num_failed_transacts: '3' });
    }
    await service.advance(365 * DAY);
    const custom = (await timeRig.subscribers(systemid)).filter((one) => one['custom_subscription_guid'] !== null);
    expect(custom).toMatchObject([
      { subscription_status: 'current', custom_subscription_num_bill_periods_remaining: '0' },
    ]);
  });
});
