import { readdirSync, readFileSync } from 'node:fs';
import { ClientRequest } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AutoTradeLink, AutoTradePlan, AutoTradeRequest, AutoTradeSettings } from '#contract/model/autotrade.ts';
import { copySettings } from '#tests/fixtures/copy-settings.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { BROKER_CLASSES } from '#practice/autotrade/broker.ts';
import { OtherService } from './other-service.ts';

let program: CoreOnPractice;
let systemId: string;

beforeEach(async () => {
  program = await CoreOnPractice.start();
  systemId = program.practice.world.systemids[0] ?? '';
  await program.call('sync.watch', { systemId, datasets: ['brokers', 'tradesOpen'] });
  await program.call('sync.refresh', { systemId, datasets: ['brokers', 'tradesOpen'] });
});
afterEach(() => program.dispose());

const password = 'CANARY-broker-password';
const credentials = { accountNumber: 'U1234567', userId: 'trader-1', password };

/** The code of the first broker choice that asks for a password. */
async function brokerCode(): Promise<string> {
  const { brokers } = await program.call('brokers.list', { systemId, personId: null });
  return brokers?.choices.find(({ needs }) => needs.password === true)?.code ?? '';
}

const startRequest = async (changes: Partial<AutoTradeSettings> = {}): Promise<AutoTradeRequest> => ({
  kind: 'start',
  systemId,
  personId: null,
  brokerCode: await brokerCode(),
  settings: { ...copySettings, ...changes },
});

const input = (plan: AutoTradePlan, typed: string, overrides: object = {}) => ({
  intentId: crypto.randomUUID(),
  planId: plan.planId,
  confirmed: plan.checks.map(({ code }) => code),
  typed,
  credentials: plan.request.kind === 'start' ? credentials : null,
  ...overrides,
});

async function send(request: AutoTradeRequest, typed = '4567') {
  const plan = await program.call('autotrade.plan', { request });
  return program.outcome('autotrade.send', input(plan, plan.confirmBy === null ? '' : typed));
}

async function getLink(): Promise<AutoTradeLink | undefined> {
  return (await program.call('autotrade.links', {})).links[0];
}

/** What the person does on the platform's own pages. */
async function onWebScreen(command: string, fields: object): Promise<void> {
  const { baseUrl, world } = program.practice;
  const body = JSON.stringify({ apikey: world.apikey, systemid: systemId, ...fields });
  const answer = await fetch(`${baseUrl}/world/apiv3/${command}`, { method: 'POST', body });
  expect(await answer.json()).toMatchObject({ ok: '1' });
}

const expectState = (state: string) =>
  expect.poll(async () => (await getLink())?.state, { timeout: 15_000 }).toBe(state);

const changeRequest = async (changes: Partial<AutoTradeSettings>): Promise<AutoTradeRequest> => ({
  kind: 'change',
  systemId,
  personId: null,
  brokerCode: await brokerCode(),
  settings: { ...copySettings, ...changes },
});
const stopRequest = async (leavesPositions: boolean): Promise<AutoTradeRequest> => ({
  kind: 'stop',
  systemId,
  personId: null,
  brokerCode: await brokerCode(),
  leave: leavesPositions,
});

describe('copying a strategy at a broker', () => {
  test('starts, changes and stops, and the list of copies shows each step', async () => {
    expect(await getLink()).toBeUndefined();
    expect(await send(await startRequest())).toMatchObject({ ok: true, value: { state: 'DONE' } });
    await expectState('linked');
    expect(await getLink()).toMatchObject({
      accountEnd: '4567',
      settings: copySettings,
      isSettingsKnown: true,
      pending: null,
    });
    expect(await send(await changeRequest({ scalingPercentage: 20 }))).toMatchObject({
      ok: true,
      value: { state: 'DONE' },
    });
    expect((await getLink())?.settings?.scalingPercentage).toBe(20);
    expect(await send(await stopRequest(true))).toMatchObject({ ok: true, value: { state: 'DONE' } });
    await expectState('stopped-left');
  });

  test('a change sends only the fields that differ', async () => {
    await send(await startRequest());
    await send(await changeRequest({ scalingPercentage: 60, allowShortOptions: true }));
    const { acts } = await program.call('acts.list', {});
    expect(JSON.parse(acts[0]?.wanted ?? '')).toMatchObject({ fields: ['scalingPercentage', 'allow_short_options'] });
  });

  test('a start whose answer is lost is found in the broker list, and sent once', async () => {
    await program.control('POST', 'faults', { command: 'startAutoTrade', kind: 'dropAfter', count: 1 });
    expect(await send(await startRequest())).toMatchObject({ ok: true, value: { state: 'UNKNOWN' } });
    expect(await getLink()).toMatchObject({
      state: 'start-unknown',
      isOutcomeUnprovable: false,
      pending: copySettings,
    });
    const changesRunning = async () => (await program.until('status.changed', {}, () => true)).changesRunning;
    expect(await changesRunning()).toBe(true);
    await expectState('linked');
    expect(await changesRunning()).toBeUndefined();
    expect(await getLink()).toMatchObject({ settings: copySettings, isSettingsKnown: true, accountEnd: '4567' });
    expect((await program.call('acts.list', {})).acts).toHaveLength(1);
  });

  test('a throttled start that was carried out is found in the broker list, with an alarm', async () => {
    await program.control('POST', 'faults', { command: 'startAutoTrade', kind: 'throttle', processed: true, count: 1 });
    expect(await send(await startRequest())).toMatchObject({ ok: false, failure: { code: 'refused' } });
    await expectState('linked');
    const alarm = { level: 'danger', text: { code: 'autotrade.start-after-refusal' } };
    const { notices } = await program.until('status.changed', {}, () => true);
    expect(notices).toContainEqual(expect.objectContaining(alarm));
  });

  test('an unanswered change is shown as one that no read can prove, and the copy can still be stopped', async () => {
    await send(await startRequest());
    await program.control('POST', 'faults', { command: 'changeAutoTrade', kind: 'dropAfter', count: 1 });
    expect(await send(await changeRequest({ scalingPercentage: 90 }))).toMatchObject({ value: { state: 'UNKNOWN' } });
    expect(await getLink()).toMatchObject({
      state: 'change-unknown',
      isOutcomeUnprovable: true,
      isSettingsKnown: false,
    });
    expect(await send(await changeRequest({ scalingPercentage: 95 }))).toMatchObject({ failure: { code: 'busy' } });
    expect(await send(await stopRequest(false))).toMatchObject({ ok: true, value: { state: 'DONE' } });
    await expectState('stopped-closed');
  });

  test('an unanswered stop of a copy has an alarm at once, and the broker list proves the stop', async () => {
    await send(await startRequest());
    await program.control('POST', 'faults', { command: 'stopAutoTrade', kind: 'dropAfter', count: 1 });
    const alarm = program.until('status.changed', {}, ({ notices }) =>
      notices.some(({ level, title }) => level === 'danger' && JSON.stringify(title).includes('act.unknown')),
    );
    await expect.poll(async () => (await getLink())?.seenAt, { timeout: 15_000 }).not.toBeNull();
    expect(await send(await stopRequest(false))).toMatchObject({ value: { state: 'UNKNOWN' } });
    await alarm;
    expect(await getLink()).toMatchObject({ state: 'stop-unknown', isOutcomeUnprovable: false });
    await expectState('stopped-closed');
  });

  test('the alarm for an unanswered stop of a copy ends when a second stop is confirmed', async () => {
    await send(await startRequest());
    await expect.poll(async () => (await getLink())?.seenAt, { timeout: 15_000 }).not.toBeNull();
    await program.control('POST', 'faults', { command: 'stopAutoTrade', kind: 'dropBefore', count: 1 });
    expect(await send(await stopRequest(false))).toMatchObject({ value: { state: 'UNKNOWN' } });
    expect(await send(await stopRequest(false))).toMatchObject({ value: { state: 'DONE' } });
    await program.until('status.changed', {}, ({ notices }) =>
      notices.some(({ title }) => typeof title === 'object' && title.code === 'act.settled' && title.by === 'newer'),
    );
    const { notices } = await program.until('status.changed', {}, () => true);
    expect(notices.filter(({ level }) => level === 'danger')).toEqual([]);
  });

  test('an unknown act still has an alarm after a restart, until the user ends the act', async () => {
    await send(await startRequest());
    await program.control('POST', 'faults', { command: 'changeAutoTrade', kind: 'dropAfter', count: 1 });
    await send(await changeRequest({ scalingPercentage: 90 }));
    await program.stopCore();
    await program.startCore();
    const intentId = (await getLink())?.openIntentId ?? '';
    await program.until('status.changed', {}, ({ notices }) =>
      notices.some(({ level, changeId }) => level === 'danger' && changeId === intentId),
    );
    await program.call('acts.give-up', { intentId });
    await program.until('status.changed', {}, ({ notices }) =>
      notices.every(({ level, changeId }) => level !== 'danger' || changeId !== intentId),
    );
  });

  test('a link that was set elsewhere shows no settings, and a change sends all of them', async () => {
    const code = await brokerCode();
    await onWebScreen('startAutoTrade', {
      brokercode: code,
      scalingPercentage: 100,
      allow_short_options: 1,
      ignore_manual_trades_in_account: 1,
      join_trades_in_progress: 1,
      broker_accountnum: 'U7654321',
      broker_userid: 'trader-2',
      broker_password: 'another-password',
    });
    await program.stopCore();
    await program.startCore();
    await program.sessions.inUse().sync.readAgain(systemId, ['brokers', 'tradesOpen']);
    await expectState('set-elsewhere');
    expect(await getLink()).toMatchObject({ state: 'set-elsewhere', settings: null, accountEnd: null });
    const plan = await program.call('autotrade.plan', { request: await changeRequest({}) });
    expect(plan).toMatchObject({ confirmBy: 'broker-code', reduces: false });
    expect(plan.settings.filter(({ after }) => after !== null).every(({ change }) => change === 'sent')).toBe(true);
    expect(await program.outcome('autotrade.send', input(plan, code))).toMatchObject({ ok: true });
  });
});

test('the password is in no file, log, event or answer, even after a refused start (acts A8)', async () => {
  const observed: unknown[] = [];
  program.listenToAll(systemId, (_name, payload) => observed.push(payload));
  await program.control('POST', 'switches', { brokerCredentials: 'always', autoTradeRefusal: 'repeatsPassword' });
  const plan = await program.call('autotrade.plan', { request: await startRequest() });
  const refused = await program.outcome(
    'autotrade.send',
    input(plan, '4567', { credentials: { ...credentials, userId: null } }),
  );
  expect(refused).toMatchObject({ failure: { code: 'refused' } });
  expect(JSON.stringify(refused)).toContain('[key]');
  observed.push(
    refused,
    await send(await startRequest()),
    await program.call('acts.list', {}),
    await program.call('autotrade.links', {}),
  );
  observed.push(await program.call('activity.query', { offset: 0, limit: 100, text: '' }));
  await program.stopCore();
  const files = readdirSync(program.dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const texts = files.map((file) => ({
    name: file.name,
    // The practice service remembers the account number, as a broker does.
    isService: file.parentPath.includes('practice'),
    text: readFileSync(join(file.parentPath, file.name), 'latin1'),
  }));
  const all = [...texts, { name: 'events and log', isService: false, text: JSON.stringify([observed, program.log]) }];
  expect(all.some(({ text }) => text.includes('4567'))).toBe(true);
  const repeats = ({ text, isService }: (typeof all)[number]) =>
    text.includes(password) || (!isService && text.includes(credentials.accountNumber));
  expect(all.filter(repeats).map(({ name }) => name)).toEqual([]);
});

test('if a network error contains the request, no typed value gets into an answer, log or file', async () => {
  const observed: unknown[] = [];
  program.listenToAll(systemId, (_name, payload) => observed.push(payload));
  const plan = await program.call('autotrade.plan', { request: await startRequest() });
  const failedBodies: string[] = [];
  const { write } = ClientRequest.prototype;
  vi.spyOn(ClientRequest.prototype, 'write').mockImplementation(function fail(this: ClientRequest, ...given) {
    const body = Buffer.from(given[0] as Uint8Array).toString();
    if (!this.path.endsWith('/startAutoTrade')) return Reflect.apply(write, this, given);
    failedBodies.push(body);
    this.destroy(Object.assign(new Error(body), { code: body }));
    return false;
  });
  observed.push(await program.outcome('autotrade.send', input(plan, '4567')));
  expect(failedBodies.map((body) => body.includes(password))).toEqual([true]);
  for (const name of ['acts.list', 'autotrade.links'] as const) observed.push(await program.call(name, {}));
  observed.push(await program.call('activity.query', { offset: 0, limit: 100, text: '' }));
  expect(JSON.stringify(observed)).toContain('network.other');
  await program.stopCore();
  const files = readdirSync(program.dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const texts = files.map((file) => readFileSync(join(file.parentPath, file.name), 'latin1'));
  const all = [...texts, JSON.stringify(observed), JSON.stringify(program.log)];
  const typed = [password, credentials.accountNumber, credentials.userId];
  expect(typed.filter((value) => all.some((text) => text.includes(value)))).toEqual([]);
});

describe('a plan', () => {
  test('asks for what the broker needs; a wrong confirmation or credential length is refused', async () => {
    const plan = await program.call('autotrade.plan', { request: await startRequest() });
    expect(plan).toMatchObject({
      confirmBy: 'account-end',
      needs: { accountNumber: 'required', password: 'required' },
    });
    const expectRefused = (given: object, members: readonly string[]) =>
      program
        .outcome('autotrade.send', input(plan, '4567', { credentials: { ...credentials, ...given } }))
        .then((outcome) => expect(outcome).toMatchObject({ failure: { code: 'credentials', details: members } }));
    await expectRefused({ accountNumber: '123' }, ['accountNumber']);
    await expectRefused({ accountNumber: '1'.repeat(31) }, ['accountNumber']);
    await expectRefused({ accountNumber: '      ', password: '' }, ['accountNumber', 'password']);
    expect(await program.outcome('autotrade.send', input(plan, '1234'))).toMatchObject({
      failure: { code: 'not-typed' },
    });
    expect(await getLink()).toBeUndefined();
  });

  test('is outdated if the link was changed after the plan was made', async () => {
    await send(await startRequest());
    const request = await changeRequest({ scalingPercentage: 10 });
    const plan = await program.call('autotrade.plan', { request });
    await send(await changeRequest({ scalingPercentage: 40 }));
    expect(await program.outcome('autotrade.send', input(plan, '4567'))).toMatchObject({
      failure: { code: 'outdated' },
    });
  });

  test('is refused in the words of the platform if the copy was stopped elsewhere after the plan', async () => {
    await send(await startRequest());
    await expectState('linked');
    const plan = await program.call('autotrade.plan', { request: await changeRequest({ scalingPercentage: 10 }) });
    await onWebScreen('stopAutoTrade', { brokercode: await brokerCode(), leavePositionsAndOrdersUntouched: 1 });
    const outcome = await program.outcome('autotrade.send', input(plan, plan.confirmBy === null ? '' : '4567'));
    expect(outcome).toMatchObject({ failure: { code: 'refused' } });
    expect(JSON.stringify(outcome)).toContain('AutoTrade is not on');
    expect((await program.call('acts.list', {})).acts[0]).toMatchObject({
      command: 'changeAutoTrade',
      state: 'REFUSED',
    });
  });

  test('is sent once for one press, also when two windows send it', async () => {
    const plan = await program.call('autotrade.plan', { request: await startRequest() });
    const command = input(plan, '4567');
    const outcomes = await Promise.all([
      program.outcome('autotrade.send', command),
      program.outcome('autotrade.send', command),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await program.call('acts.list', {})).acts).toHaveLength(1);
  });

  test('is refused by the kill switch unless it reduces or stops a copy (acts A9)', async () => {
    await send(await startRequest());
    await program.call('risk.kill', { reason: 'drill' });
    expect(await send(await changeRequest({ scalingPercentage: 60 }))).toMatchObject({ failure: { code: 'killed' } });
    expect(await send(await changeRequest({ scalingPercentage: 40 }))).toMatchObject({ value: { state: 'DONE' } });
    expect(await send(await stopRequest(true))).toMatchObject({ value: { state: 'DONE' } });
    expect(await send(await startRequest())).toMatchObject({ failure: { code: 'killed' } });
  });
});

test('settings that were not rehearsed need a confirmation on a live connection', async () => {
  const other = await OtherService.start();
  try {
    const live = await other.save(program);
    await program.call('profiles.select', { profileId: live });
    await program.call('sync.watch', { systemId, datasets: ['brokers', 'tradesOpen'] });
    await program.call('sync.refresh', { systemId, datasets: ['brokers', 'tradesOpen'] });
    const request = await startRequest();
    const codesOf = ({ checks }: AutoTradePlan) => checks.map(({ code }) => code);
    const plan = await program.call('autotrade.plan', { request });
    expect(codesOf(plan)).toContain('not-rehearsed');
    expect(await program.outcome('autotrade.send', input(plan, '4567', { confirmed: [] }))).toMatchObject({
      failure: { code: 'unconfirmed' },
    });
    await program.call('autotrade.rehearse', { planId: plan.planId, days: 90 });
    expect(codesOf(await program.call('autotrade.plan', { request }))).not.toContain('not-rehearsed');
    const edited = await program.call('autotrade.plan', { request: await startRequest({ scalingPercentage: 51 }) });
    expect(codesOf(edited)).toContain('not-rehearsed');
  } finally {
    await other.dispose();
  }
});

test('every broker choice asks for what it needs, and the required values suffice for a start', async () => {
  await program.control('POST', 'switches', { brokerCredentials: 'asBroker', nonUsaBroker: 'accept' });
  const { brokers } = await program.call('brokers.list', { systemId, personId: null });
  const choices = BROKER_CLASSES.flatMap((brokerClass) => brokerClass.choices);
  expect(brokers?.choices.map(({ code }) => code)).toEqual(choices.map(({ code }) => code));
  const needOf = (flag: boolean | null) => (flag === null ? 'optional' : flag ? 'required' : 'not-needed');
  for (const choice of choices) {
    const request = { ...(await startRequest()), brokerCode: choice.code };
    const plan = await program.call('autotrade.plan', { request });
    expect([plan.needs, plan.userIdLabel], choice.code).toEqual([
      {
        accountNumber: needOf(choice.needsAccountNumber),
        userId: needOf(choice.needsUserId),
        password: needOf(choice.needsPassword),
      },
      choice.userIdLabel,
    ]);
    const given = {
      accountNumber: plan.needs.accountNumber === 'required' ? 'U1234567' : null,
      userId: plan.needs.userId === 'required' ? 'trader-1' : null,
      password: plan.needs.password === 'required' ? password : null,
    };
    const typed = plan.confirmBy === 'account-end' ? '4567' : choice.code;
    expect(
      await program.outcome('autotrade.send', input(plan, typed, { credentials: given })),
      choice.code,
    ).toMatchObject({
      ok: true,
      value: { state: 'DONE' },
    });
  }
});

test('a subscriber can start and stop a copy of a strategy that belongs to another person', async () => {
  const { baseUrl, world } = program.practice;
  const post = async (command: string, fields: object) => {
    const body = JSON.stringify({ apikey: world.apikey, ...fields });
    return (await (await fetch(`${baseUrl}/world/apiv3/${command}`, { method: 'POST', body })).json()) as object;
  };
  const roster = (await post('getSystemRoster', {})) as { response: { system_id: string; ownerpersonid: string }[] };
  const otherStrategy = roster.response.find(({ ownerpersonid }) => ownerpersonid !== world.personid);
  systemId = otherStrategy?.system_id ?? '';
  expect(await post('subscribeToStrategy', { systemid: systemId, personid: world.personid })).toMatchObject({
    ok: '1',
  });
  await program.call('sync.refresh', { systemId: null, datasets: [] });
  await program.call('sync.watch', { systemId, datasets: ['brokers', 'tradesOpen'] });
  // The first refused read shows that the strategy belongs to another person.
  const isRefreshed = async () =>
    (await program.outcome('sync.refresh', { systemId, datasets: ['brokers', 'tradesOpen'] })).ok;
  await expect.poll(isRefreshed, { timeout: 15_000 }).toBe(true);
  expect(await send(await startRequest())).toMatchObject({ ok: true, value: { state: 'DONE' } });
  await expectState('linked');
  expect(await send(await stopRequest(false))).toMatchObject({ ok: true, value: { state: 'DONE' } });
  await expectState('stopped-closed');
});

test('the platform says which brokers allow short options; an unreadable answer is a failure', async () => {
  const { brokers } = await program.call('brokers.list', { systemId, personId: null });
  const types = { stock: false, option: true, future: false, forex: false };
  const { codes } = await program.call('brokers.ask', { systemId, personId: null, types, shortOptions: true });
  const choicesWithShorts = BROKER_CLASSES.flatMap(({ choices }) => choices).filter(({ shortOptions }) => shortOptions);
  expect(codes.length).toBeGreaterThan(0);
  expect(codes.length).toBeLessThan(brokers?.choices.length ?? 0);
  expect(choicesWithShorts.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));

  await program.control('POST', 'faults', { command: 'getListAvailableBrokers', kind: 'garbage', count: 1 });
  expect(await program.outcome('brokers.ask', { systemId, personId: null, types, shortOptions: true })).toMatchObject({
    failure: { code: 'not-read', message: { code: 'autotrade.brokers-not-filtered' } },
  });
});
