// Checks what the program sends as a person and as the operator of a private platform, through the
// two built-in connections to the practice service. Each connection has its own request path.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AutoTradeRequest } from '#contract/model/autotrade.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { Dataset } from '#contract/model/status.ts';
import { copySettings } from '#tests/fixtures/copy-settings.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { confirmedWarnings } from './confirmed-warnings.ts';
import { limitOrder } from './session-orders.ts';

const datasets: Dataset[] = [
  'signalsWorking',
  'signalsAll',
  'tradesOpen',
  'trades',
  'margin',
  'equity',
  'details',
  'desired',
  'subscribers',
];

const credentials = { accountNumber: 'U1234567', userId: 'trader-1', password: 'pass-word' };

let program: CoreOnPractice;
/** A strategy of the person to whom the world key belongs, who is also on the platform. */
let systemId: string;
beforeEach(async () => {
  program = await CoreOnPractice.start();
  systemId = program.practice.world.systemids[0] ?? '';
});
afterEach(() => program.dispose());

async function use(profileId: string): Promise<void> {
  await program.call('profiles.select', { profileId });
  const watched: Dataset[] = ['signalsWorking', 'signalsAll', 'tradesOpen', 'margin'];
  await program.call('sync.watch', { systemId, datasets: watched });
  await program.until('status.changed', {}, ({ orderEntry }) => orderEntry.open);
  await program.call('sync.watch', { systemId, datasets: watched });
}

/** The paths of all requests so far, without the command. */
async function requestPaths(): Promise<Set<string>> {
  const { requests } = (await program.control('GET', 'requests')) as { requests: readonly { url: string }[] };
  return new Set(requests.map(({ url }) => url.slice(0, url.lastIndexOf('/'))));
}

async function waitForState(rowId: string, state: Signal['state']): Promise<Signal | undefined> {
  const find = async () =>
    (await program.call('signals.list', { systemId, text: '', scope: 'all' })).signals.find(
      (one) => one.rowId === rowId,
    );
  await expect.poll(async () => (await find())?.state, { timeout: 15_000 }).toBe(state);
  return find();
}

describe.each(['practice', 'practice-operator'] as const)('the connection %s', (profileId) => {
  const path = (): string =>
    profileId === 'practice' ? '/world/apiv3' : `/platform/apiv3/${program.practice.platform.platformid}`;

  test('reads every dataset of a strategy, with requests to its own path only', async () => {
    await use(profileId);
    await program.call('sync.refresh', { systemId: null, datasets: [] });
    await program.call('sync.refresh', { systemId, datasets });
    const { strategies } = await program.call('strategies.list', {});
    expect(strategies.map((one) => one.systemId)).toContain(systemId);
    const states = program.sessions.inUse().cache.datasets(systemId);
    for (const dataset of datasets) expect(states[dataset].readAt, dataset).not.toBeNull();
    expect(await requestPaths()).toEqual(new Set([path()]));
  });

  test('enters an order, lists it as working, and cancels it', async () => {
    await use(profileId);
    const { rowId } = await program.call('orders.submit', {
      intentId: crypto.randomUUID(),
      ticket: limitOrder(systemId),
      confirmed: [...confirmedWarnings],
    });
    expect((await waitForState(rowId, 'working'))?.journal?.state).toBe('ACKED');
    await program.call('orders.cancel', { intentId: crypto.randomUUID(), systemId, rowIds: [rowId] });
    await waitForState(rowId, 'canceled');
    expect(await requestPaths()).toEqual(new Set([path()]));
  });

  test('finds an order with a lost answer, with requests to its own path only', async () => {
    await use(profileId);
    await program.control('POST', 'faults', { command: 'submitSignal', kind: 'dropAfter', count: 1 });
    const { rowId } = await program.call('orders.submit', {
      intentId: crypto.randomUUID(),
      ticket: limitOrder(systemId),
      confirmed: [...confirmedWarnings],
    });
    expect((await waitForState(rowId, 'working'))?.journal?.state).toBe('LANDED');
    expect(await requestPaths()).toEqual(new Set([path()]));
  });

  test('starts, changes and ends a copy at a broker (on a platform, for the owner of the strategy)', async () => {
    await use(profileId);
    await program.call('sync.refresh', { systemId, datasets: ['details', 'tradesOpen'] });
    await program.call('sync.refresh', { systemId, datasets: ['brokers'] });
    const { brokers } = await program.call('brokers.list', { systemId, personId: null });
    const brokerCode = brokers?.choices.find(({ needs }) => needs.password === true)?.code ?? '';
    const person = profileId === 'practice' ? null : program.practice.world.personid;
    const send = async (request: AutoTradeRequest) => {
      const plan = await program.call('autotrade.plan', { request });
      expect(plan.personId).toBe(person);
      return program.call('autotrade.send', {
        intentId: crypto.randomUUID(),
        planId: plan.planId,
        confirmed: plan.checks.map(({ code }) => code),
        typed: plan.confirmBy === null ? '' : '4567',
        credentials: request.kind === 'start' ? credentials : null,
      });
    };
    const state = async () => (await program.call('autotrade.links', {})).links[0]?.state;
    const link = { systemId, personId: null, brokerCode };
    expect(await send({ kind: 'start', ...link, settings: copySettings })).toEqual({ state: 'DONE' });
    expect(await state()).toBe('linked');
    expect(await send({ kind: 'change', ...link, settings: { ...copySettings, scalingPercentage: 40 } })).toEqual({
      state: 'DONE',
    });
    // The end of a copy is proven by two lists of brokers of the same person: one from before the
    // end and one from after it. A refresh soon after another one reads nothing, so the first list
    // is requested until it is read.
    const listedAccount = async () => {
      await program.call('sync.refresh', { systemId, datasets: ['brokers'] });
      const list = await program.call('brokers.list', { systemId, personId: null });
      return list.brokers?.choices.find(({ code }) => code === brokerCode)?.accountGuid ?? null;
    };
    await expect.poll(listedAccount, { timeout: 15_000, interval: 500 }).not.toBeNull();
    await program.control('POST', 'faults', { command: 'stopAutoTrade', kind: 'dropAfter', count: 1 });
    // `leave`: positions and orders remain in the account.
    expect(await send({ kind: 'stop', ...link, leave: true })).toEqual({ state: 'UNKNOWN' });
    await expect.poll(state, { timeout: 10_000 }).toBe('stopped-left');
    // Asks the platform which broker choices can trade these types.
    const { codes } = await program.call('brokers.ask', {
      systemId,
      personId: null,
      types: { stock: true, option: false, future: false, forex: false },
      shortOptions: false,
    });
    expect(codes.length).toBeGreaterThan(0);
    expect(await requestPaths()).toEqual(new Set([path()]));
  });

  test('sets a target list, and ends its mode with `stop`', async () => {
    await use(profileId);
    const lines = [{ symbol: 'KO', instrument: 'stock' as const, quantity: '10' }];
    const send = async () => {
      const { planId, checks } = await program.call('desired.plan', { request: { kind: 'list', systemId, lines } });
      const confirmed = checks.map(({ code }) => code);
      return program.outcome('desired.send', { intentId: crypto.randomUUID(), planId, confirmed });
    };
    // A first reading may change the data that the plan was made from.
    await expect.poll(send, { timeout: 20_000 }).toMatchObject({ ok: true, value: { state: 'DONE' } });
    expect((await program.call('desired.get', { systemId, fresh: false })).mode).toBe('maintaining');
    const stop = { intentId: crypto.randomUUID(), systemId, target: { kind: 'stop' as const } };
    expect(await program.call('desired.set', stop)).toMatchObject({ mode: 'off' });
    expect(await requestPaths()).toEqual(new Set([path()]));
  });
});

test('the connection of the operator belongs to practice, shows its platform, and is built in', async () => {
  await program.call('profiles.select', { profileId: 'practice-operator' });
  const { platformid } = program.practice.platform;
  const status = await program.until('status.changed', {}, () => true);
  expect(status).toMatchObject({
    mode: 'PRACTICE',
    profile: { id: 'practice-operator', kind: 'practice', platformId: platformid, keyPlace: 'built-in' },
  });
  // The list has the strategies of all people of the platform. The person to whom the world
  // key belongs owns three of them and subscribes to one.
  await program.call('sync.refresh', { systemId: null, datasets: [] });
  expect((await program.call('strategies.list', {})).strategies.length).toBeGreaterThan(4);
  expect(await program.outcome('profiles.remove', { profileId: 'practice-operator' })).toMatchObject({ ok: false });
  // No platform serves the roster.
  expect(await program.call('roster.list', { fresh: true })).toMatchObject({ entries: [] });
  expect(await requestPaths()).toEqual(new Set([`/platform/apiv3/${platformid}`]));
});

test('an order belongs to one connection, and is shown again after a switch away and back', async () => {
  await use('practice');
  const { rowId } = await program.call('orders.submit', {
    intentId: crypto.randomUUID(),
    ticket: limitOrder(systemId),
    confirmed: [...confirmedWarnings],
  });
  await waitForState(rowId, 'working');
  await use('practice-operator');
  await program.call('sync.refresh', { systemId, datasets: ['signalsWorking'] });
  const listed = (await program.call('signals.list', { systemId, text: 'KO', scope: 'live' })).signals;
  expect(listed.filter(({ journal }) => journal !== null)).toEqual([]);
  expect(listed.some(({ limit }) => limit === '1')).toBe(true);
  await use('practice');
  expect(await waitForState(rowId, 'working')).toMatchObject({ journal: { state: 'ACKED' } });
});

test('the program starts with the connection of the operator after it was chosen', async () => {
  await program.call('profiles.select', { profileId: 'practice-operator' });
  await program.stopCore();
  await program.startCore();
  expect(await program.until('status.changed', {}, () => true)).toMatchObject({ profile: { id: 'practice-operator' } });
});
