// AutoTrade in the account of another person of a private platform (acts.md 1).
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AutoTradeRequest } from '#contract/model/autotrade.ts';
import { copySettings } from '#tests/fixtures/copy-settings.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

const credentials = { accountNumber: 'U7654321', userId: 'member-1', password: 'CANARY-of-another-person' };

let program: CoreOnPractice;
let systemId: string;
beforeEach(async () => {
  program = await CoreOnPractice.start();
  systemId = program.practice.world.systemids[0] ?? '';
});
afterEach(() => program.dispose());

/** A person other than the owner, with or without a current subscription to the strategy. */
async function otherPerson(isSubscribed: boolean): Promise<string> {
  const { people } = await program.call('people.list', { fresh: true });
  for (const { personId, deleted } of people) {
    if (deleted.text !== '' || personId === program.practice.world.personid) continue;
    const { person } = await program.call('people.get', { personId });
    const now = Date.now() / 1000;
    const isCurrent = (person.subscriptions ?? []).some(
      (one) => one.systemId === systemId && (one.ended.at === null || one.ended.at > now),
    );
    if (isCurrent === isSubscribed) return personId;
  }
  throw new Error('the platform has no such person');
}

async function connectAsOperator(): Promise<void> {
  await program.call('profiles.select', { profileId: 'practice-operator' });
  await program.call('sync.refresh', { systemId: null, datasets: [] });
  await program.call('sync.refresh', { systemId, datasets: ['details', 'tradesOpen'] });
}

/** Connects as the operator, and returns another person and a broker that asks for a password. */
async function otherPersonAndBroker(
  isSubscribed: boolean,
): Promise<{ readonly personId: string; readonly brokerCode: string }> {
  await connectAsOperator();
  const personId = await otherPerson(isSubscribed);
  await program.call('brokers.read', { systemId, personId });
  const { brokers, readAt } = await program.call('brokers.list', { systemId, personId });
  expect(brokers?.personId).toBe(personId);
  expect(readAt).not.toBeNull();
  const brokerCode = brokers?.choices.find(({ needs }) => needs.password === true)?.code ?? '';
  return { personId, brokerCode };
}

async function send(request: AutoTradeRequest) {
  const plan = await program.call('autotrade.plan', { request });
  expect(plan.personId).toBe(request.personId);
  return program.call('autotrade.send', {
    intentId: crypto.randomUUID(),
    planId: plan.planId,
    confirmed: plan.checks.map(({ code }) => code),
    typed: plan.confirmBy === null ? '' : credentials.accountNumber.slice(-4),
    credentials: request.kind === 'start' ? credentials : null,
  });
}

/** The account id in the cached list of this person; null if there is no copy. */
async function listedAccount(personId: string, brokerCode: string): Promise<string | null> {
  const { brokers } = await program.call('brokers.list', { systemId, personId });
  return brokers?.choices.find(({ code }) => code === brokerCode)?.accountGuid ?? null;
}

/** The states of the copies of this person, and of everybody else. */
async function states(personId: string) {
  const { links } = await program.call('autotrade.links', {});
  const groups = Map.groupBy(links, (link) => (link.personId === personId ? 'person' : 'others'));
  return {
    person: (groups.get('person') ?? []).map(({ state }) => state),
    others: (groups.get('others') ?? []).map(({ state }) => state),
  };
}

/** The accounts at the brokers of the practice service. */
async function accounts(): Promise<readonly { readonly personid: string; readonly state: string }[]> {
  return ((await program.control('GET', 'brokers')) as { accounts: { personid: string; state: string }[] }).accounts;
}

/** The value of an account moves with the market. */
const withoutValue = (account: object): object => ({ ...account, value: null });

describe('the operator of a private platform', () => {
  test('starts, changes and stops a copy for a subscriber, and the owner gets none', async () => {
    const { personId, brokerCode } = await otherPersonAndBroker(true);
    const copy = { systemId, personId, brokerCode };
    expect(await send({ kind: 'start', ...copy, settings: copySettings })).toEqual({ state: 'DONE' });
    expect(await states(personId)).toEqual({ person: ['linked'], others: [] });
    // After the start, even a recent list is read again.
    await expect.poll(() => listedAccount(personId, brokerCode), { timeout: 10_000 }).not.toBeNull();
    expect(await accounts()).toMatchObject([{ personid: personId, state: 'live' }]);
    const settings = { ...copySettings, scalingPercentage: 40 };
    expect(await send({ kind: 'change', ...copy, settings })).toEqual({ state: 'DONE' });
    expect(await send({ kind: 'stop', ...copy, leave: true })).toEqual({ state: 'DONE' });
    expect(await states(personId)).toEqual({ person: ['stopped-left'], others: [] });
    const { acts } = await program.call('acts.list', {});
    expect(acts.map(({ target }) => target.id)).toEqual(Array(3).fill(`${systemId}/${personId} ${brokerCode}`));
    expect(JSON.stringify(acts)).not.toContain(credentials.password);
  });

  test('starts, changes and stops a copy for a subscriber; the copy of the owner is unchanged', async () => {
    const { personId, brokerCode } = await otherPersonAndBroker(true);
    const owner = program.practice.world.personid;
    await program.call('sync.watch', { systemId, datasets: ['brokers'] });
    await expect
      .poll(async () => (await program.call('brokers.list', { systemId, personId: owner })).readAt, { timeout: 10_000 })
      .not.toBeNull();
    const settings = { ...copySettings, scalingPercentage: 80 };
    expect(await send({ kind: 'start', systemId, personId: owner, brokerCode, settings })).toEqual({ state: 'DONE' });
    await expect.poll(() => listedAccount(owner, brokerCode), { timeout: 10_000 }).not.toBeNull();
    const ownerState = async () => ({
      links: (await program.call('autotrade.links', {})).links.filter((link) => link.personId !== personId),
      accounts: (await accounts()).filter((account) => account.personid !== personId).map(withoutValue),
      guid: await listedAccount(owner, brokerCode),
    });
    const before = await ownerState();
    expect(before).toMatchObject({
      links: [{ personId: owner, state: 'linked', settings: { scalingPercentage: 80 } }],
      accounts: [{ personid: owner, state: 'live' }],
    });
    const copy = { systemId, personId, brokerCode };
    for (const request of [
      { kind: 'start', ...copy, settings: copySettings },
      { kind: 'change', ...copy, settings: { ...copySettings, scalingPercentage: 40 } },
      { kind: 'stop', ...copy, leave: false },
    ] as const) {
      expect(await send(request)).toEqual({ state: 'DONE' });
      expect(await ownerState()).toEqual(before);
      // The list read after the start shows the account. A plan made before it would be outdated.
      if (request.kind === 'start')
        await expect.poll(() => listedAccount(personId, brokerCode), { timeout: 10_000 }).not.toBeNull();
    }
    expect(await states(personId)).toMatchObject({ person: ['stopped-closed'] });
  });

  test('finds the outcome of an unanswered start and stop in the broker list of the person', async () => {
    const { personId, brokerCode } = await otherPersonAndBroker(true);
    const copy = { systemId, personId, brokerCode };
    await program.control('POST', 'faults', { command: 'startAutoTrade', kind: 'dropAfter', count: 1 });
    expect(await send({ kind: 'start', ...copy, settings: copySettings })).toEqual({ state: 'UNKNOWN' });
    await expect.poll(() => states(personId), { timeout: 15_000 }).toEqual({ person: ['linked'], others: [] });
    // A list without the account proves the stop only if an earlier list had it.
    await expect.poll(() => listedAccount(personId, brokerCode), { timeout: 15_000 }).not.toBeNull();
    await program.control('POST', 'faults', { command: 'stopAutoTrade', kind: 'dropAfter', count: 1 });
    expect(await send({ kind: 'stop', ...copy, leave: false })).toEqual({ state: 'UNKNOWN' });
    await expect.poll(() => states(personId), { timeout: 15_000 }).toEqual({ person: ['stopped-closed'], others: [] });
    const sent = (await program.control('GET', 'requests')) as { requests: readonly { url: string }[] };
    const count = (command: string) => sent.requests.filter(({ url }) => url.endsWith(`/${command}`)).length;
    expect([count('startAutoTrade'), count('stopAutoTrade')]).toEqual([1, 1]);
  });

  test('is warned that the person has no subscription, and cannot stop a copy that does not exist', async () => {
    const { personId, brokerCode } = await otherPersonAndBroker(false);
    const copy = { systemId, personId, brokerCode };
    const plan = await program.call('autotrade.plan', { request: { kind: 'start', ...copy, settings: copySettings } });
    expect(plan.checks.map(({ code }) => code)).toContain('not-subscribed');
    const stop = { kind: 'stop', ...copy, leave: true } as const;
    expect(await program.outcome('autotrade.plan', { request: stop })).toMatchObject({
      ok: false,
      failure: { code: 'not-possible', message: { code: 'autotrade.not-linked' } },
    });
  });

  test('can ask, for another person, which brokers allow short options', async () => {
    const { personId } = await otherPersonAndBroker(true);
    const types = { stock: false, option: true, future: false, forex: false };
    const { codes } = await program.call('brokers.ask', { systemId, personId, types, shortOptions: true });
    expect(codes.length).toBeGreaterThan(0);
  });

  test('says why the brokers of another person could not be read', async () => {
    await connectAsOperator();
    const personId = await otherPerson(false);
    await program.control('POST', 'faults', { command: 'getListAvailableBrokers', kind: 'garbage', count: 1 });
    expect(await program.outcome('brokers.read', { systemId, personId })).toMatchObject({
      failure: { code: 'not-read', message: { code: 'read.bad-answer' } },
    });
  });
});

test('with a world key, commands for another person are refused with the reason', async () => {
  const personId = '812';
  const refused = { ok: false, failure: { code: 'not-possible', message: { code: 'people.platform-only' } } };
  const request = { kind: 'start', systemId, personId, brokerCode: 'HARBOR', settings: copySettings } as const;
  const types = { stock: true, option: false, future: false, forex: false };
  await program.call('sync.refresh', { systemId, datasets: ['brokers'] });
  expect(await program.outcome('autotrade.plan', { request })).toMatchObject(refused);
  expect(await program.outcome('brokers.read', { systemId, personId })).toMatchObject(refused);
  expect(await program.outcome('brokers.ask', { systemId, personId, types, shortOptions: false })).toMatchObject(
    refused,
  );
  expect(await accounts()).toEqual([]);
});
