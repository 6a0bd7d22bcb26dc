import { words } from '#renderer/messages/words.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Ticket } from '#contract/model/ticket.ts';
import type { ExitProgress } from '#contract/model/exit.ts';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import { systemClock } from '#hosts/desktop/system-clock.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { markAsTest } from './mark-as-test.ts';
import { confirmedWarnings } from './confirmed-warnings.ts';

let program: CoreOnPractice;
let systemId: string;

async function waitUntilReady(): Promise<void> {
  systemId = program.practice.world.systemids[0] ?? '';
  const watch = () =>
    program.call('sync.watch', { systemId, datasets: ['signalsWorking', 'signalsAll', 'tradesOpen', 'details'] });
  await watch();
  await program.until(
    'status.changed',
    {},
    ({ orderEntry }) => orderEntry.open || words(orderEntry.reason).includes('kill switch'),
  );
  // Reading stops when the last subscription to the status ends. The test watches again, as an open
  // window does.
  await watch();
}
beforeEach(async () => {
  program = await CoreOnPractice.start();
  await waitUntilReady();
});
afterEach(() => program.dispose());

const ticket = (changes: Partial<Ticket> = {}): Ticket => ({
  systemId,
  action: 'BTO',
  quantity: '10',
  symbol: 'KO',
  instrument: 'stock',
  price: { kind: 'limit', limit: '1' },
  duration: 'GTC',
  ...plainTicket,
  ...changes,
});

const submitInput = (changes: Partial<Ticket> = {}) => ({
  intentId: crypto.randomUUID(),
  ticket: ticket(changes),
  confirmed: [...confirmedWarnings],
});

async function waitForState(rowId: string, state: string): Promise<void> {
  const stateOf = async () => {
    const { signals } = await program.call('signals.list', { systemId, text: '', scope: 'all' });
    return signals.find((signal) => signal.rowId === rowId)?.state;
  };
  await expect.poll(stateOf, { timeout: 15_000 }).toBe(state);
}

async function received(): Promise<string[]> {
  const { requests } = (await program.control('GET', 'requests')) as { requests: { url: string }[] };
  return requests.map(({ url }) => new URL(url, 'http://x').pathname.split('/').at(-1) ?? '');
}

/** Mutating commands that the service received. */
const mutations = async (): Promise<string[]> =>
  (await received()).filter((name) => /^(submit|cancel|set|start|stop|change|create)/.test(name));

/** The number of requests for the positions that the service received. */
const readingCount = async (): Promise<number> =>
  (await received()).filter((name) => name === 'requestTradesOpen').length;

test('the kill switch survives a restart; a cancel and the target `stop` pass (order-safety P22)', async () => {
  const { rowId } = await program.call('orders.submit', submitInput());
  await waitForState(rowId, 'working');
  const guard = await program.call('risk.kill', { reason: 'drill' });
  expect(guard.kill).toMatchObject({ on: true, reason: 'drill', durable: true });
  const killed = { ok: false, failure: { code: 'killed' } };
  expect(await program.outcome('orders.submit', submitInput({ quantity: '11' }))).toMatchObject(killed);
  const lines = [{ symbol: 'KO', instrument: 'stock' as const, quantity: '1' }];
  const listPlan = await program.call('desired.plan', { request: { kind: 'list', systemId, lines } });
  const sendList = {
    intentId: crypto.randomUUID(),
    planId: listPlan.planId,
    confirmed: listPlan.checks.map(({ code }) => code),
  };
  expect(await program.outcome('desired.send', sendList)).toMatchObject({ ok: false, failure: { code: 'blocked' } });
  expect(await program.outcome('desk.arm', { systemId })).toMatchObject(killed);

  await program.stopCore();
  await program.startCore();
  await waitUntilReady();
  expect(await program.outcome('orders.submit', submitInput({ quantity: '12' }))).toMatchObject(killed);
  await program.call('orders.cancel', { intentId: crypto.randomUUID(), systemId, rowIds: [rowId] });
  await waitForState(rowId, 'canceled');
  const stop = { intentId: crypto.randomUUID(), systemId, target: { kind: 'stop' as const } };
  expect(await program.outcome('desired.set', stop)).toMatchObject({ ok: true });
  expect(await mutations()).toEqual(['submitSignal', 'cancelSignal', 'setDesiredPositions']);
  await program.until('desired.changed', { systemId }, ({ lock }) => lock === null);

  expect((await program.call('risk.release', {})).kill).toEqual({ on: false });
  await waitForState((await program.call('orders.submit', submitInput({ quantity: '13' }))).rowId, 'working');
});

test('a change is in the history with its evidence, also after a restart (acts.md A12)', async () => {
  const flat = { intentId: crypto.randomUUID(), systemId, target: { kind: 'flat' as const } };
  await program.call('desired.set', flat);
  const expected = {
    intentId: flat.intentId,
    mode: 'PRACTICE',
    command: 'setDesiredPositions',
    target: { kind: 'system', id: systemId },
    wanted: '{"kind":"flat"}',
    state: 'DONE',
    steps: [{ evidence: 'sent' }, { evidence: 'answered' }],
  };
  expect((await program.call('acts.list', {})).acts).toMatchObject([expected]);
  await program.until('acts.changed', {}, ({ revision }) => revision > 0);
  expect(await program.outcome('acts.give-up', { intentId: flat.intentId })).toMatchObject({
    failure: { code: 'not-unknown' },
  });
  await program.stopCore();
  await program.startCore();
  expect((await program.call('acts.list', {})).acts).toMatchObject([expected]);
});

test('a staged order is on hold after a restart, then confirmed and sent once', async () => {
  const { intentId, ticket: prepared } = submitInput();
  await program.call('orders.prepare', { intentId, ticket: prepared });
  await program.stopCore();
  await program.startCore();
  await waitUntilReady();
  const { signals } = await program.call('orders.staged', { systemId });
  expect(signals).toMatchObject([{ rowId: intentId, state: 'held' }]);
  expect(await mutations()).toEqual([]);
  await program.call('orders.prewarm', {});
  await program.call('orders.confirm', { rowId: intentId, confirmed: [...confirmedWarnings] });
  await waitForState(intentId, 'working');
  expect(await mutations()).toEqual(['submitSignal']);
});

test('a staged close beyond the free quantity needs a confirmation and a new position reading', async () => {
  await program.control('POST', 'market', { symbol: 'KO', price: '60' });
  await program.call('orders.submit', submitInput({ price: { kind: 'market' } }));
  const heldQuantity = async () => {
    await program.control('POST', 'clock', { advanceSeconds: 2 });
    await program.call('sync.refresh', { systemId, datasets: ['tradesOpen', 'signalsWorking'] });
    return (await program.call('positions.list', { systemId })).find(({ symbol }) => symbol === 'KO')?.quantity;
  };
  await expect.poll(heldQuantity, { timeout: 15_000 }).toBe('10');
  // `may-turn` warns that an exit can close more than the position and reverse it.
  const stop = submitInput({ action: 'STC', price: { kind: 'stop', stop: '30' } });
  await program.call('orders.submit', { ...stop, confirmed: [...confirmedWarnings, 'may-turn'] });
  await waitForState(stop.intentId, 'working');
  const close = submitInput({ action: 'STC', price: { kind: 'market' } });
  await program.call('orders.prepare', { intentId: close.intentId, ticket: close.ticket });
  const confirm = (confirmed: string[]) => program.outcome('orders.confirm', { rowId: close.intentId, confirmed });
  const readingsBefore = await readingCount();
  expect(await confirm([...confirmedWarnings])).toMatchObject({ ok: false, failure: { code: 'unconfirmed' } });
  expect(await readingCount()).toBeGreaterThan(readingsBefore);
  expect(await confirm([...confirmedWarnings, 'may-turn'])).toMatchObject({ ok: true });
});

test('an order sent by one press without a review needs arming, and caps still apply', async () => {
  const direct = { ...submitInput(), direct: true };
  expect(await program.outcome('orders.submit', direct)).toMatchObject({ ok: false, failure: { code: 'disarmed' } });
  await program.call('desk.arm', { systemId });
  const caps = (await program.call('risk.get', {})).caps;
  await program.call('risk.set', { caps: { ...caps, perOrder: { quantity: '9', value: null } } });
  expect(await program.outcome('orders.submit', direct)).toMatchObject({ ok: false, failure: { code: 'blocked' } });
  await program.call('risk.set', { caps });
  expect(await program.outcome('orders.submit', direct)).toMatchObject({ ok: true });
  await program.call('sync.watch', { systemId: program.practice.world.systemids[1] ?? '', datasets: ['details'] });
  expect((await program.call('risk.get', {})).arming).toMatchObject({ armed: false, reason: 'strategy-switch' });
});

test('the desk is disarmed if the clock was set back since the orders were read', async () => {
  await program.call('desk.arm', { systemId });
  const { arming } = program.sessions.current();
  expect(arming.use(systemId)).toBe(true);
  const setBack = vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() - 3_600_000);
  try {
    expect(arming.use(systemId)).toBe(false);
    expect(arming.state()).toEqual({ armed: false, reason: 'stale-data' });
  } finally {
    setBack.mockRestore();
  }
});

test('a replacement with a lost answer is found by its own id, and sent once', async () => {
  const { rowId } = await program.call('orders.submit', submitInput());
  await waitForState(rowId, 'working');
  const { signals } = await program.call('signals.list', { systemId, text: '', scope: 'live' });
  const serviceId = signals.find((signal) => signal.rowId === rowId)?.serviceId ?? '';
  await program.control('POST', 'faults', { command: 'submitSignal', kind: 'dropAfter', count: 1 });
  const replaces = { serviceId, leaveOcaIntact: true };
  const next = await program.call('orders.submit', submitInput({ replaces, price: { kind: 'limit', limit: '2' } }));
  await waitForState(next.rowId, 'working');
  await waitForState(rowId, 'canceled');
  // The lists can show the replacement under its own id before a window is notified that the
  // outcome is unknown.
  const { entries } = await program.call('activity.query', { text: 'submitSignal', offset: 0, limit: 10 });
  expect(entries.map(({ verdict }) => verdict)).toEqual(['no-answer', 'ok']);
  expect(await mutations()).toEqual(['submitSignal', 'submitSignal']);
});

test('a cancel with a lost answer is repeated, and the order is reported as canceled', async () => {
  const { rowId } = await program.call('orders.submit', submitInput());
  await waitForState(rowId, 'working');
  await program.control('POST', 'faults', { command: 'cancelSignal', kind: 'dropAfter', count: 1 });
  await program.call('orders.cancel', { intentId: crypto.randomUUID(), systemId, rowIds: [rowId] });
  await waitForState(rowId, 'canceled');
  expect(await mutations()).toEqual(['submitSignal', 'cancelSignal', 'cancelSignal']);
});

test('panic sends a flat list, cancels each group once, verifies flat, and ends the target mode', async () => {
  await program.control('POST', 'market', { symbol: 'KO', price: '60' });
  const market = { price: { kind: 'market' }, profitTarget: '90', stopLoss: '30' } as const;
  const bought = await program.call('orders.submit', submitInput(market));
  await program.call('orders.submit', submitInput({ quantity: '3' }));
  const openPositions = async () => {
    await program.control('POST', 'clock', { advanceSeconds: 2 });
    await program.call('sync.refresh', { systemId, datasets: ['tradesOpen', 'signalsWorking'] });
    return (await program.call('positions.list', { systemId })).filter(({ symbol }) => symbol === 'KO').length;
  };
  await expect.poll(openPositions, { timeout: 15_000 }).toBe(1);
  // The plan is made after the order is filled. An earlier plan could cancel the order, and the run
  // would then read it as filled.
  await waitForState(bought.rowId, 'traded');
  const plan = await program.call('orders.plan-exit', { request: { kind: 'flatten', systemId } });
  // An entry is canceled with its bracket. The stop of a position is canceled, with its target,
  // once a reading shows the position as closed. The step `stop-list` ends the target mode.
  const { signals } = await program.call('signals.list', { systemId, text: '', scope: 'live' });
  const entries = signals.filter(({ role }) => role === 'order');
  const stops = signals.filter(({ role, state }) => role === 'stop' && state === 'working');
  expect(stops.length).toBeGreaterThan(0);
  const cancels = entries.map(() => 'cancel');
  expect(plan.steps.map(({ kind }) => kind)).toEqual(['flat-list', ...cancels, 'read', 'stop-list']);
  await program.call('orders.execute-exit', { intentId: crypto.randomUUID(), planId: plan.planId, confirmed: [] });
  let ended: ExitProgress | null = null;
  await program.until('exit.changed', { systemId }, async ({ progress }) => {
    if (progress?.state === 'running') await program.control('POST', 'clock', { advanceSeconds: 2 });
    ended = progress;
    return progress !== null && progress.state !== 'running';
  });
  expect(ended).toMatchObject({ state: 'done', residue: [] });
  expect((ended as unknown as ExitProgress).verifiedFlatAt).not.toBeNull();
  // A closing order of the flat list can be working when the run reads the orders, and filled when
  // it reads the positions. The run then cancels that order, and the platform refuses the cancel.
  const { entries: sent } = await program.call('activity.query', { text: 'cancelSignal', offset: 0, limit: 100 });
  const accepted = sent.filter(({ verdict }) => verdict === 'ok');
  expect(accepted).toHaveLength(entries.length + stops.length);
  for (const { text } of sent.filter((one) => !accepted.includes(one))) expect(text).toMatch(/^Signal was traded: /);
  expect((await mutations()).filter((name) => name === 'cancelSignal')).toHaveLength(sent.length);
  expect((await program.call('desired.get', { systemId, fresh: true })).mode).toBe('off');
  await expect
    .poll(async () => (await program.outcome('orders.submit', submitInput({ quantity: '4' }))).ok, { timeout: 10_000 })
    .toBe(true);
});

test('the probe runs on a test strategy only and finds that a used own id is refused', async () => {
  const input = { systemId, symbol: 'KO', instrument: 'stock' as const, limit: '1', consent: true as const };
  const probe = () => program.outcome('orders.probe', { ...input, intentId: crypto.randomUUID() });
  expect(await probe()).toMatchObject({ ok: false, failure: { code: 'not-a-test-strategy' } });
  await markAsTest(program, systemId);
  const learned = await probe();
  expect(learned).toMatchObject({
    ok: true,
    value: {
      reuseRefused: true,
      reuseTitle: 'Duplicate signalid',
      ownIdsInLists: true,
      cancelAgainTitle: 'Signal already canceled',
      clean: true,
    },
  });
  expect((await program.call('orders.probed', {})).facts).toEqual(learned.ok ? learned.value : null);
  expect((await mutations()).filter((name) => name === 'submitSignal')).toHaveLength(2);
});

test('a strategy on one page is read while another page is hidden or shows another strategy', async () => {
  const [viewer, other] = [crypto.randomUUID(), crypto.randomUUID()];
  await program.call('sync.watch', { systemId, datasets: ['signalsWorking', 'tradesOpen'], viewer });
  const untilReadAgain = async (): Promise<void> => {
    const since = Math.floor(Date.now() / 1_000) + 1;
    await program.until('strategy.changed', { systemId }, (state) => (state.signalsWorking.readAt ?? 0) > since);
  };
  await program.call('sync.watch', { systemId, datasets: [], viewer: other });
  await untilReadAgain();
  const otherId = program.practice.world.systemids[1] ?? '';
  await program.call('sync.watch', { systemId: otherId, datasets: ['details'], viewer: other });
  await untilReadAgain();
});

test('the service time is not known after a sleep until the next answer', async () => {
  const { connection } = program.sessions.current();
  expect(connection.clockOffsetMs()).not.toBeNull();
  program.wokeFromSleep();
  expect(connection.clockOffsetMs()).toBeNull();
  await expect.poll(() => connection.clockOffsetMs(), { timeout: 15_000 }).not.toBeNull();
});
