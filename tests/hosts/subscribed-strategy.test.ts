// A strategy to which the owner of the key is only subscribed. The practice world has one.
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { Text } from '#contract/message.ts';
import type { Dataset } from '#contract/model/status.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { confirmedWarnings } from './confirmed-warnings.ts';
import { limitOrder } from './session-orders.ts';

const minute = 60_000;
const step = 500;
const watched: Dataset[] = ['signalsWorking', 'signalsAll', 'tradesOpen', 'margin'];

let program: CoreOnPractice;
const ownSystemId = (): string => program.practice.world.systemids[0] ?? '';
afterEach(() => program.dispose());

/** Advances the clock of the core in steps. After each step, waits for all answers. */
async function advanceClock(clock: FakeClock, milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    await clock.advance(step);
    const isBusy = (): boolean => {
      const { cache, connection, sync } = program.sessions.inUse();
      const { inFlight, waiting } = connection.queue();
      const states = cache.strategies().flatMap(({ systemId }) => Object.values(sync.states(systemId)));
      return (
        inFlight !== null || waiting > 0 || sync.strategiesState().reading || states.some(({ reading }) => reading)
      );
    };
    do await setTimeout(2);
    while (isBusy());
  }
}

/** The id of the listed strategy that belongs to another person. */
async function subscribedStrategy(): Promise<string> {
  await program.call('sync.refresh', { systemId: null, datasets: [] });
  const { strategies } = await program.call('strategies.list', {});
  const other = strategies.find(({ systemId }) => !program.practice.world.systemids.includes(systemId));
  return other?.systemId ?? '';
}

/** Watches the datasets of a page for a strategy, like a window that shows it. */
async function show(systemId: string, datasets: readonly Dataset[] = watched): Promise<void> {
  await program.call('sync.watch', { systemId, datasets: [...datasets] });
}

const entries = async () => (await program.call('activity.query', { text: '', offset: 0, limit: 1_000 })).entries;
/** A read that gives way to an act does not count as refused. It is sent again. */
const gaveWay = (text: Text): boolean => typeof text === 'object' && text.code === 'request.stopped';
const refusals = async (): Promise<string[]> =>
  (await entries())
    .filter(({ text, verdict }) => verdict !== 'ok' && !gaveWay(text))
    .map(({ command, systemId }) => `${command} ${systemId}`);
const commandsOf = async (systemId: string): Promise<Set<string>> =>
  new Set((await entries()).filter((one) => one.systemId === systemId).map(({ command }) => command));

const subscriberCommands = [
  'requestAllTrades_overview',
  'retrieveSignalsAll',
  'retrieveSignalsWorking',
  'retrieveSystemEquity',
];

test.each(['own', 'subscribed'] as const)(
  'no read is refused in the first ten minutes if the %s strategy is shown first',
  { timeout: 300_000 },
  async (first) => {
    const clock = new FakeClock(Date.now());
    program = await CoreOnPractice.start(clock);
    program.listenToAll(ownSystemId(), () => undefined);
    const subscribedId = await subscribedStrategy();
    expect(subscribedId).not.toBe('');
    await show(first === 'own' ? ownSystemId() : subscribedId);
    await advanceClock(clock, 5 * minute);
    // The datasets of further pages. A subscriber may read only some of them.
    await show(subscribedId, ['details', 'margin', 'desired', 'subscribers', 'equity', 'trades']);
    await advanceClock(clock, 5 * minute);
    expect(await refusals()).toEqual([]);
    expect([...(await commandsOf(subscribedId))].sort()).toEqual(subscriberCommands);
    expect((await commandsOf(ownSystemId())).has('requestMarginEquity')).toBe(true);
    const states = program.sessions.inUse().sync.states(subscribedId);
    expect(states.margin).toMatchObject({ ownersOnly: true, failure: null });
    expect(states.tradesOpen.readAt).not.toBeNull();
    expect(program.sessions.inUse().sync.access.of(subscribedId)).toBe('subscriber');
  },
);

test('after a subscription made here, the first read already uses the commands of a subscriber', async () => {
  const clock = new FakeClock(Date.now());
  program = await CoreOnPractice.start(clock);
  program.listenToAll(ownSystemId(), () => undefined);
  await subscribedStrategy();
  await show(ownSystemId());
  await advanceClock(clock, minute);
  const { entries: roster } = await program.call('roster.list', { fresh: true });
  const listed = new Set((await program.call('strategies.list', {})).strategies.map(({ systemId }) => systemId));
  const subscribedId = roster.find(({ systemId, alive }) => !listed.has(systemId) && alive === true)?.systemId ?? '';
  const plan = await program.call('subscriptions.plan', { request: { kind: 'begin', systemId: subscribedId } });
  const sent = program.call('subscriptions.send', {
    intentId: crypto.randomUUID(),
    planId: plan.planId,
    confirmed: plan.checks.map(({ code }) => code),
  });
  await advanceClock(clock, 5_000);
  expect(await sent).toMatchObject({ state: 'DONE' });
  await show(subscribedId);
  await advanceClock(clock, 2 * minute);
  expect(await refusals()).toEqual([]);
  // The act, and the read of all strategies that proves it, are also requests for this strategy.
  const reads = [...(await commandsOf(subscribedId))].filter(
    (command) => !['subscribeToStrategy', 'listAllSystems'].includes(command),
  );
  expect(reads.sort()).toEqual(subscriberCommands);
});

test('no order is entered for a subscribed strategy, and the desk says why', async () => {
  program = await CoreOnPractice.start();
  const subscribedId = await subscribedStrategy();
  await program.call('roster.list', { fresh: true });
  await program.call('sync.refresh', { systemId: ownSystemId(), datasets: ['margin', 'details'] });
  const outcome = await program.outcome('orders.submit', {
    intentId: crypto.randomUUID(),
    ticket: limitOrder(subscribedId),
    confirmed: [...confirmedWarnings],
  });
  expect(outcome).toMatchObject({
    ok: false,
    failure: { message: { code: 'nothing-sent', reason: { code: 'access.subscriber' } } },
  });
});
