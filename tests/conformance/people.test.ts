import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { like } from './matchers.ts';
import { NO_PERSON, PeopleRig, reasons, success, title, typesOf } from './people-rig.ts';
import { asList, asMembers, TestService, text, texts, type Members } from './service.ts';

let service: TestService;
let rig: PeopleRig;
beforeAll(async () => {
  service = await TestService.start();
  rig = new PeopleRig(service);
});
afterAll(() => service.stop());

const TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;
const SECRET = 'Kestrel-Harbour-77';
const ids = (people: readonly Members[]): unknown[] => people.map((one) => one['person_id']);

describe('[Endpoints/listAllPeople] [Resources/Person record] listAllPeople', () => {
  it('answers every documented member in its JSON type, by POST and GET', async () => {
    const answer = await rig.callPlatform('listAllPeople');
    expect(Object.keys(answer)).toEqual(['ok', 'people']);
    expect(await rig.platformGet('listAllPeople', {})).toEqual(answer);
    for (const one of await rig.people()) {
      expect(typesOf(one)).toEqual({
        ...{ person_id: 'string', firstName: 'string', LastName: 'string', screenName: 'string', email: 'string' },
        ...{ created: 'string', deleted: 'string', current_software_license_list: 'list' },
        ...{ current_strategy_subscription_list: 'list', current_strategies_owned_list: 'list' },
      });
      expect(one).toMatchObject({ created: like(TIME), email: like(/^\S+@example\.com$/) });
    }
  });

  it('lists 300 people, 21 of them deleted; the ready line of the service names the others', async () => {
    const people = await rig.people();
    expect(people).toHaveLength(300);
    const deleted = people.filter((one) => one['deleted'] !== '');
    expect(deleted).toHaveLength(21);
    for (const one of deleted) expect(one['deleted']).toMatch(TIME);
    const living = people.filter((one) => one['deleted'] === '');
    expect(service.ready.platform.personids).toEqual(ids(living));
    expect(ids(living)).toContain(rig.apiKeyOwnerId);
    expect(new Set(people.map((one) => one['screenName'])).size).toBe(300);
  });

  it('shows subscriptions with payments and own strategies with credits, as documented', async () => {
    const people = await rig.people();
    const subscriptions = people.flatMap((one) => asList(one['current_strategy_subscription_list']));
    for (const one of subscriptions) {
      const strings = {
        systemname: 'string',
        subscription_guid: 'string',
        started_when: 'string',
        system_id: 'string',
      };
      expect(typesOf(one)).toEqual({ ...strings, ended_when: 'string', listPaymentRecords: 'list' });
    }
    const payments = subscriptions.flatMap((one) => asList(one['listPaymentRecords']));
    expect(new Set(payments.map((one) => one['status']))).toEqual(new Set(['paid', 'failed']));
    for (const one of payments) expect(one).toMatchObject({ payment_when: like(TIME), amount: like(/^\d+\.\d\d$/) });
    const owned = people.flatMap((one) => asList(one['current_strategies_owned_list']));
    expect(owned.length).toBeGreaterThanOrEqual(6);
    for (const one of owned) {
      expect(one).toMatchObject({
        is_alive: like(/^[01]$/),
        is_trade_leader_strategy: like(/^[01]$/),
        created_when: like(TIME),
      });
      const status = asMembers(one['credits_status']);
      const types = {
        signal_credits_remaining: 'string',
        time_credit_remaining_until: 'string',
        requires_credits: 'string',
      };
      expect(typesOf(status)).toEqual(types);
    }
    const paying = asMembers(owned.find((one) => asMembers(one['credits_status'])['requires_credits'] === '1'));
    expect(paying['credits_status']).toMatchObject({
      signal_credits_remaining: '250',
      time_credit_remaining_until: like(TIME),
    });
    expect(asList(paying['transactions_list'])).toMatchObject([
      { credit_type: 'time', transaction_id: like(/^\d+$/), transaction_when: like(TIME) },
      { credit_type: 'signals', amount: '250' },
    ]);
  });

  it('[Contexts] is a command of private platforms only', async () => {
    expect(await rig.callWorld('listAllPeople')).toEqual({
      ok: '0',
      error: { title: 'Not a world command', message: 'listAllPeople belongs to the private platform context' },
    });
  });
});

describe('[Endpoints/changePersonAttribute] changePersonAttribute', () => {
  it('changes the person that the key belongs to; strategies show the new screen name', async () => {
    const fields = {
      firstname: 'Élena',
      lastname: "O'Marsh",
      screenname: 'HarborE',
      email: 'e@example.com',
      password: SECRET,
    };
    const { changes } = success(await rig.callWorld('changePersonAttribute', fields));
    expect(changes).toEqual(
      ['firstname', 'lastname', 'screenname', 'email', 'password'].map((one) => `${one} updated`),
    );
    expect(await rig.person(rig.apiKeyOwnerId)).toMatchObject({
      ...{ firstName: 'Élena', LastName: "O'Marsh", screenName: 'HarborE', email: 'e@example.com' },
    });
    expect((await rig.details(service.systemId))['owner_screenname']).toBe('HarborE');
    const entry = asMembers((await rig.roster()).find((one) => one['system_id'] === service.systemId));
    expect(entry['owner_screenname']).toBe('HarborE');
    expect((await service.list('listAllSystems'))[0]).toMatchObject({ creatorScreenName: 'HarborE' });
  });

  it('changes one field of a person of the platform by GET, and leaves the other fields', async () => {
    const personid = await rig.idlePersonId();
    const before = await rig.person(personid);
    const answer = await rig.platformGet('changePersonAttribute', { personid, lastname: 'Ng', firstname: '' });
    expect(success(answer)).toEqual({ changes: ['lastname updated'] });
    expect(await rig.person(personid)).toEqual({ ...before, LastName: 'Ng' });
  });

  it('inaccessible and deleted people are refused, and so is a change without a person', async () => {
    const personid = await rig.idlePersonId();
    expect(await rig.callWorld('changePersonAttribute', { personid, firstname: 'X' })).toEqual(NO_PERSON);
    const outsider = text(await rig.strategyOf('outsider'), 'ownerpersonid');
    const deletedId = text(asMembers((await rig.people()).find((one) => one['deleted'] !== '')), 'person_id');
    for (const other of [outsider, deletedId, '1'])
      expect(await rig.callPlatform('changePersonAttribute', { personid: other, firstname: 'X' })).toEqual(NO_PERSON);
    expect(title(await rig.callPlatform('changePersonAttribute', { firstname: 'X' }))).toBe('No personid');
  });

  it('with one bad field nothing is changed', async () => {
    const before = await rig.person(rig.apiKeyOwnerId);
    const refused = await rig.callWorld('changePersonAttribute', {
      firstname: 'New',
      lastname: ['x'],
      password: 'short',
    });
    expect(refused).toEqual({
      ok: '0',
      error: {
        title: 'Unable to changePersonAttribute',
        message: 'There were problems with your request.',
        errors: ['lastname must be a text or a number', 'password must have 6 to 30 characters'],
      },
    });
    expect(await rig.person(rig.apiKeyOwnerId)).toEqual(before);
    expect(reasons(await rig.callWorld('changePersonAttribute'))).toEqual(['firstname or another attribute required']);
  });

  it('duplicateScreenName refuses or accepts a used name; the name of a deleted person is free', async () => {
    const people = await rig.people();
    const personid = await rig.idlePersonId();
    const taken = text(await rig.person(rig.apiKeyOwnerId), 'screenName');
    const ask = (screenname: string) => rig.callPlatform('changePersonAttribute', { personid, screenname });
    expect(reasons(await ask(taken.toUpperCase()))).toEqual(['screenname is taken by somebody else']);
    const own = text(await rig.person(personid), 'screenName');
    expect(success(await ask(own))).toEqual({ changes: ['screenname updated'] });
    const deletedPerson = asMembers(people.find((one) => one['deleted'] !== ''));
    success(await ask(text(deletedPerson, 'screenName')));
    await service.set({ duplicateScreenName: 'accept' });
    success(await ask(taken));
    await service.set({ duplicateScreenName: 'refuse' });
  });

  it('a password is not in an answer, the files, the list of people or the record of requests', async () => {
    const changed = [
      await rig.worldGet('changePersonAttribute', { password: SECRET }),
      await rig.callWorld('changePersonAttribute', { password: SECRET, email: 'e@example.com' }),
    ];
    for (const answer of changed) success(answer);
    const refused = await rig.callWorld('changePersonAttribute', { password: SECRET, firstname: {} });
    expect(reasons(refused)).toEqual(['firstname must be a text or a number']);
    expect(JSON.stringify([...changed, refused])).not.toContain(SECRET);
    expect(JSON.stringify(await service.control('GET', '/practice/requests'))).not.toContain(SECRET);
    expect(JSON.stringify(await rig.people())).not.toContain(SECRET);
    for (const file of ['practice.db', 'practice.db-wal'])
      expect(readFileSync(join(service.dataDir, file)).includes(SECRET), file).toBe(false);
  });
});

describe('[Endpoints/deleteUser] deleteUser', () => {
  it('[Errors/Person already deleted] ends subscriptions and licenses; a second deletion is refused', async () => {
    const victim = (await rig.people()).find(
      (one) =>
        one['deleted'] === '' &&
        one['person_id'] !== rig.apiKeyOwnerId &&
        asList(one['current_strategy_subscription_list']).length > 0 &&
        asList(one['current_software_license_list']).length > 0,
    );
    const personid = text(asMembers(victim), 'person_id');
    expect(success(await rig.callPlatform('deleteUser', { personid: Number(personid) }))).toEqual({ personid });
    expect(await rig.person(personid)).toMatchObject({
      deleted: '2026-03-02 09:30:00',
      current_software_license_list: [],
      current_strategy_subscription_list: [],
    });
    expect(await rig.callPlatform('deleteUser', { personid })).toEqual({
      ok: '0',
      error: {
        title: 'Unable to delete user',
        message: 'There were problems with your request to delete the user.',
        errors: ['Person already deleted'],
      },
    });
    service = await service.restart();
    rig = new PeopleRig(service);
    expect(service.ready.platform.personids).not.toContain(personid);
    expect(await rig.person(personid)).toMatchObject({ deleted: '2026-03-02 09:30:00' });
  });

  it('is refused for people of other platforms, without a person, and in the world context', async () => {
    const outsider = text(await rig.strategyOf('outsider'), 'ownerpersonid');
    for (const personid of [outsider, '1', 'x']) {
      const answer = await rig.callPlatform('deleteUser', { personid });
      expect(title(answer)).toBe('Unable to delete user');
      expect(reasons(answer)).toHaveLength(1);
    }
    expect(reasons(await rig.callPlatform('deleteUser', { personid: 0 }))).toEqual(['personid required']);
    expect(title(await rig.callPlatform('deleteUser', { personid: ['1'] }))).toBe('Invalid personid');
    expect(title(await rig.callWorld('deleteUser', { personid: rig.apiKeyOwnerId }))).toBe('Not a world command');
  });

  it('deletedPersonSystems closes or keeps the strategies; the platform still has access', async () => {
    const owner = text(await rig.strategyOf('member'), 'ownerpersonid');
    const owned = asList((await rig.person(owner))['current_strategies_owned_list']);
    const alive = owned.filter((one) => one['is_alive'] === '1').map((one) => text(one, 'systemid'));
    expect(alive.length).toBeGreaterThan(0);
    await service.set({ deletedPersonSystems: 'close' });
    success(await rig.callPlatform('deleteUser', { personid: owner }));
    await service.set({ deletedPersonSystems: 'keep' });
    for (const systemid of alive) {
      const details = await rig.callPlatform('getSystemDetails', { systemid });
      expect(details['response']).toMatchObject({ isAlive: '0', ownerpersonid: owner });
    }
    const next = text(await rig.strategyOf('member'), 'ownerpersonid');
    success(await rig.callPlatform('deleteUser', { personid: next }));
    expect((await rig.roster()).map((one) => one['ownerpersonid'])).toContain(next);
  });

  it('the world API key is invalid after its owner is deleted', async () => {
    success(await rig.callPlatform('deleteUser', { personid: rig.apiKeyOwnerId }));
    expect(title(await rig.callWorld('listAllSystems'))).toBe('Invalid apikey');
    const systemid = service.systemId;
    expect(await rig.callPlatform('getSystemDetails', { systemid })).toMatchObject({ ok: '1' });
  });
});

describe('creation of people', () => {
  it('an older data folder without people gets people, subscriptions and strategies', async () => {
    const original = await TestService.start();
    const originalRig = new PeopleRig(original);
    const people = await originalRig.people();
    const roster = (await originalRig.roster()).map((one) => one['system_name']);
    const ownTrades = await original.list('requestTrades');
    const file = join(original.dataDir, 'practice.db');
    const reopened = await original.restartAfter(() => {
      const db = new DatabaseSync(file);
      const othersQuery = 'SELECT id FROM strategies WHERE record NOT LIKE ?';
      const ownPattern = `%"ownerPersonId":"${originalRig.apiKeyOwnerId}"%`;
      db.exec(
        'PRAGMA foreign_keys = OFF; DROP TABLE people; DROP TABLE subscriptions; DROP TABLE licenses; DROP TABLE credit_grants',
      );
      for (const table of ['signals', 'trades', 'equity'])
        db.prepare(`DELETE FROM ${table} WHERE strategy IN (${othersQuery})`).run(ownPattern);
      db.prepare(`DELETE FROM strategies WHERE id IN (${othersQuery})`).run(ownPattern);
      db.exec("DELETE FROM meta WHERE key = 'peopleFounded'");
      db.close();
    });
    const reopenedRig = new PeopleRig(reopened);
    expect(ids(await reopenedRig.people())).toEqual(ids(people));
    expect((await reopenedRig.roster()).map((one) => one['system_name'])).toEqual(roster);
    expect(await reopened.list('requestTrades')).toEqual(ownTrades);
    expect(texts(asMembers(reopened.ready.platform), 'personids')).toEqual(original.ready.platform.personids);
    const placed = await reopened.submit({ limit: 1 });
    const systemid = text(await reopenedRig.strategyOf('member'), 'system_id');
    const memberSignals = await reopenedRig.callPlatform('retrieveSignalsAll', { systemid });
    const last = Math.max(...asList(memberSignals['response']).map((one) => Number(one['signal_id'])));
    expect(Number(asMembers(placed['signal'])['signalid'])).toBeGreaterThan(last);
    await reopened.stop();
  });
});
