import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SubscriptionRequest } from '#contract/model/subscription.ts';
import { seal } from '#core/files/sealed.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

let program: CoreOnPractice;
let ownSystemId: string;
/** An active strategy of another person that charges a fee. */
let other: string;

beforeEach(async () => {
  program = await CoreOnPractice.start();
  ownSystemId = program.practice.world.systemids[0] ?? '';
  await program.call('sync.refresh', { systemId: null, datasets: [] });
  await program.call('sync.refresh', { systemId: ownSystemId, datasets: ['details', 'margin'] });
  const { entries } = await program.call('roster.list', { fresh: true });
  const { strategies } = await program.call('strategies.list', {});
  const listed = new Set(strategies.map(({ systemId }) => systemId));
  other =
    entries.find((one) => !listed.has(one.systemId) && one.alive === true && Number(one.monthlyFee) > 0)?.systemId ??
    '';
});
afterEach(() => program.dispose());

const begin = (systemId = other): SubscriptionRequest => ({ kind: 'begin', systemId });
const end = (systemId = other): SubscriptionRequest => ({
  kind: 'end',
  systemId,
  actionType: 'unsubscribe_immediate',
  autoTradePositionsAndOrders: null,
});

async function send(request: SubscriptionRequest) {
  const plan = await program.call('subscriptions.plan', { request });
  return program.outcome('subscriptions.send', {
    intentId: crypto.randomUUID(),
    planId: plan.planId,
    confirmed: plan.checks.map(({ code }) => code),
  });
}

const shownSubscription = async (systemId = other) =>
  (await program.call('subscriptions.list', {})).subscriptions.find((one) => one.systemId === systemId);
const untilState = (state: string) =>
  expect.poll(async () => (await shownSubscription())?.state, { timeout: 15_000 }).toBe(state);
/** Waits until the subscription is current and a later list of strategies shows the strategy. */
const untilJoined = async (): Promise<void> => {
  await untilState('current');
  const ids = async () => (await program.call('strategies.list', {})).strategies.map(({ systemId }) => systemId);
  await expect.poll(ids, { timeout: 15_000 }).toContain(other);
};
const receivedCount = async (command: string): Promise<number> => {
  const { requests } = (await program.control('GET', 'requests')) as { requests: readonly { url: string }[] };
  return requests.filter(({ url }) => url.endsWith(`/${command}`)).length;
};

test('joining and leaving a strategy succeed, and the ended subscription remains in the list', async () => {
  expect(await shownSubscription()).toBeUndefined();
  expect(await send(begin())).toMatchObject({ ok: true, value: { state: 'DONE' } });
  await untilJoined();
  expect(await shownSubscription()).toMatchObject({
    openIntentId: null,
    endedAt: null,
    begunAt: expect.any(Number) as number,
  });
  expect((await shownSubscription())?.guid).not.toBeNull();

  expect(await send(end())).toMatchObject({ ok: true, value: { state: 'DONE' } });
  await untilState('ended');
  expect(await shownSubscription()).toMatchObject({ nextPaymentAt: null });
});

test('a plan names the fee, and nothing is sent before its warnings are confirmed', async () => {
  const plan = await program.call('subscriptions.plan', { request: begin() });
  expect(plan.checks.map(({ code }) => code)).toContain('costs');
  expect(Number(plan.yearlyFee)).toBe(12 * Number(plan.monthlyFee));
  const { planId } = plan;
  expect(
    await program.outcome('subscriptions.send', { intentId: crypto.randomUUID(), planId, confirmed: [] }),
  ).toMatchObject({ failure: { code: 'unconfirmed' } });
  expect(await receivedCount('subscribeToStrategy')).toBe(0);
});

test('a subscription whose answer is lost is found in the list of strategies, and sent once', async () => {
  await program.control('POST', 'faults', { command: 'subscribeToStrategy', kind: 'dropAfter', count: 1 });
  expect(await send(begin())).toMatchObject({ ok: true, value: { state: 'UNKNOWN' } });
  expect(await shownSubscription()).toMatchObject({ state: 'begin-unknown' });
  expect(await send(begin())).toMatchObject({ ok: false });
  await untilState('current');
  expect(await receivedCount('subscribeToStrategy')).toBe(1);
});

test('leaving is unknown if its request is lost, and leaving again is refused as busy', async () => {
  await send(begin());
  await untilJoined();
  await program.control('POST', 'faults', { command: 'unsubscribeFromStrategy', kind: 'dropBefore', count: 1 });
  expect(await send(end())).toMatchObject({ value: { state: 'UNKNOWN' } });
  expect(await shownSubscription()).toMatchObject({ state: 'end-unknown' });
  expect(await send(end())).toMatchObject({ failure: { code: 'busy' } });
});

test('joining an own or subscribed strategy and leaving an unsubscribed one are blocked', async () => {
  expect(await send(begin(ownSystemId))).toMatchObject({ failure: { code: 'blocked' } });
  expect(await send(end())).toMatchObject({ failure: { code: 'blocked' } });
  await send(begin());
  await untilJoined();
  expect(await send(begin())).toMatchObject({ failure: { code: 'blocked' } });
  expect(await program.outcome('subscriptions.plan', { request: begin('1') })).toMatchObject({
    failure: { code: 'unknown-strategy' },
  });
});

test('a plan is outdated if the strategy was joined elsewhere after the plan was made', async () => {
  const plan = await program.call('subscriptions.plan', { request: begin() });
  const { baseUrl, world } = program.practice;
  const body = JSON.stringify({ apikey: world.apikey, systemid: other });
  await fetch(`${baseUrl}/world/apiv3/subscribeToStrategy`, { method: 'POST', body });
  await program.sessions.inUse().sync.readStrategies();
  const input = { intentId: crypto.randomUUID(), planId: plan.planId, confirmed: plan.checks.map(({ code }) => code) };
  expect(await program.outcome('subscriptions.send', input)).toMatchObject({ failure: { code: 'outdated' } });
});

test('the kill switch stops joining', async () => {
  const plan = await program.call('subscriptions.plan', { request: begin() });
  await program.call('risk.kill', { reason: 'test' });
  const input = { intentId: crypto.randomUUID(), planId: plan.planId, confirmed: plan.checks.map(({ code }) => code) };
  expect(await program.outcome('subscriptions.send', input)).toMatchObject({ failure: { code: 'killed' } });
});

test('after an unknown request is given up, joining again asks for a typed text (acts A5)', async () => {
  await program.control('POST', 'faults', { command: 'subscribeToStrategy', kind: 'dropBefore', count: 1 });
  await send(begin());
  const { openIntentId } = (await shownSubscription()) ?? {};
  await program.call('acts.give-up', { intentId: openIntentId ?? '' });
  expect(await send(begin())).toMatchObject({ failure: { code: 'not-typed' } });
  const plan = await program.call('subscriptions.plan', { request: begin() });
  const confirmed = plan.checks.map(({ code }) => code);
  const input = { intentId: crypto.randomUUID(), planId: plan.planId, confirmed, typed: 'second subscription' };
  expect(await program.outcome('subscriptions.send', input)).toMatchObject({ ok: true, value: { state: 'DONE' } });
});

const namedValues = async () => (await program.call('subscriptions.plan', { request: end() })).named;
const endRequests = async (): Promise<Record<string, unknown>[]> => {
  const { requests } = (await program.control('GET', 'requests')) as {
    requests: readonly { url: string; body: string }[];
  };
  return requests
    .filter(({ url }) => url.endsWith('/unsubscribeFromStrategy'))
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
};

/** Removes from the acts in the journal the member that earlier versions did not write. */
function removeMemberFromActs(): void {
  const database = new DatabaseSync(join(program.dataDir, 'orders-practice', 'journal.db'));
  for (const { intent_id: intentId, body } of database.prepare('SELECT intent_id, body FROM acts').all()) {
    const row = JSON.parse(String(body)) as { wanted: { autoTradePositionsAndOrders?: unknown } };
    delete row.wanted.autoTradePositionsAndOrders;
    const sealed = seal(row);
    const statement = database.prepare('UPDATE acts SET body = ?, digest = ? WHERE intent_id = ?');
    statement.run(sealed.body, sealed.digest, intentId ?? '');
  }
  database.close();
}

test('values that a refusal names can be chosen, also after a restart, and others cannot', async () => {
  await send(begin());
  await untilJoined();
  await program.control('POST', 'switches', { unsubscribeImmediate: 'refuse', missingPositions: 'refuse' });
  expect(await namedValues()).toEqual({ actionType: null, autoTradePositionsAndOrders: null });
  const chosen = { actionType: 'unsubscribe_at_period_end', autoTradePositionsAndOrders: 'close_all' };
  // The service would accept these values, but no refusal has named them.
  expect(await send({ ...end(), ...chosen })).toMatchObject({
    failure: { code: 'blocked', message: { reason: { code: 'subscription.unnamed-value', parameter: 'actionType' } } },
  });
  expect(await endRequests()).toEqual([]);

  expect(await send(end())).toMatchObject({ failure: { code: 'refused' } });
  const named = {
    actionType: { values: ['unsubscribe_at_period_end'], at: expect.any(Number) as number },
    autoTradePositionsAndOrders: { values: ['leave_untouched', 'close_all'], at: expect.any(Number) as number },
  };
  expect(await namedValues()).toEqual(named);
  expect((await program.call('subscriptions.plan', { request: begin() })).named.actionType).toBeNull();

  await program.stopCore();
  removeMemberFromActs();
  await program.startCore();
  expect(await namedValues()).toEqual(named);
  const [earlierAct] = (await program.call('acts.list', {})).acts;
  expect(earlierAct).toMatchObject({ command: 'unsubscribeFromStrategy', state: 'REFUSED' });
  expect(earlierAct?.wanted).not.toContain('autoTradePositionsAndOrders');

  expect(await send({ ...end(), ...chosen })).toMatchObject({
    ok: true,
    value: { state: 'DONE' },
  });
  const [first, second, ...more] = await endRequests();
  expect([first?.['actionType'], second?.['actionType'], more]).toEqual([
    'unsubscribe_immediate',
    'unsubscribe_at_period_end',
    [],
  ]);
  expect(first).not.toHaveProperty('autoTradePositionsAndOrders');
  expect(second).toMatchObject(chosen);
  // The period is not over, so the platform's list of strategies and the program still show the
  // subscription.
  await program.sessions.inUse().sync.readStrategies();
  expect(await shownSubscription()).toMatchObject({ state: 'current', openIntentId: null });
});
