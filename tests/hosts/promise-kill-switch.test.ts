// Order-safety P22: from 100 ms after a press of the kill switch, no request that can add risk is
// sent. This holds for every way to send new risk. Cancels, exits within the position, protective
// stops, and the targets `flat` and `stop` are still sent.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommandInput, CommandName } from '#contract/commands.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import { endpoint } from '#core/platform/endpoints.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { printSafetyFigure } from '#tests/fixtures/safety-figure.ts';
import { seededRandom } from '#tests/unit/core/orders/order-fixtures.ts';
import { markAsTest } from './mark-as-test.ts';
import { confirmedWarnings } from './confirmed-warnings.ts';

const pressCount = 10;
const ordersPerPress = 12;

let program: CoreOnPractice;
let systemId: string;
beforeEach(async () => {
  program = await CoreOnPractice.start();
  systemId = program.practice.world.systemids[0] ?? '';
  const watch = () => program.call('sync.watch', { systemId, datasets: ['signalsWorking', 'tradesOpen'] });
  await watch();
  await program.until('status.changed', {}, ({ orderEntry }) => orderEntry.open);
  await watch();
  const { caps } = await program.call('risk.get', {});
  const noCap = { count: null, quantity: null, value: null };
  await program.call('risk.set', { caps: { ...caps, perMinute: noCap, perDay: noCap } });
  // The probe, one way to send new risk, runs only on a test strategy.
  await markAsTest(program, systemId);
});
afterEach(() => program.dispose());

let ticketCount = 0;
const ticket = (): Ticket => ({
  systemId,
  action: 'BTO',
  quantity: String(++ticketCount),
  symbol: 'KO',
  instrument: 'stock',
  price: { kind: 'limit', limit: '1' },
  duration: 'GTC',
  ...plainTicket,
});
const submission = () => ({ intentId: crypto.randomUUID(), ticket: ticket(), confirmed: [...confirmedWarnings] });

type Seen = { readonly at: number; readonly name: string; readonly body: string };

/**
 * The requests that the service received, except those of commands that only read. `at` is when the
 * headers arrived, on the clock of `performance.now()`.
 */
async function mutatingRequests(): Promise<Seen[]> {
  const { requests } = (await program.control('GET', 'requests')) as {
    requests: (Omit<Seen, 'name'> & { url: string })[];
  };
  return requests
    .map(({ url, at, body }) => ({ at, body, name: new URL(url, 'http://x').pathname.split('/').at(-1) ?? '' }))
    .filter(({ name }) => endpoint(name)?.effect !== 'read');
}

/** The mutating requests that can add risk, judged from the request as received. */
async function riskAddingRequests(): Promise<Seen[]> {
  return (await mutatingRequests()).filter(({ name, body }) => {
    if (name === 'cancelSignal' || name === 'stopAutoTrade') return false;
    if (name === 'setDesiredPositions') return !/"typeofsymbol":"(flat|stop)"/.test(body);
    return name !== 'submitSignal' || !/"action":"[SB]TC"/.test(body);
  });
}

/** When the sending of each order in the journal began, in milliseconds of the wall clock. */
function sendStarts(): number[] {
  const database = new DatabaseSync(join(program.dataDir, 'orders-practice', 'journal.db'), { readOnly: true });
  const rows = database.prepare(`SELECT json_extract(body, '$.sentAt') AS at FROM orders`).all();
  database.close();
  return rows.map((row) => row['at']).filter((at) => typeof at === 'number');
}

/** Plans a list and sends it with everything confirmed; returns why it was refused. */
async function sendList(intentId: string): Promise<string> {
  const lines = [{ symbol: 'KO', instrument: 'stock' as const, quantity: '1' }];
  const { planId, checks } = await program.call('desired.plan', { request: { kind: 'list', systemId, lines } });
  const confirmed = checks.map(({ code }) => code);
  const outcome = await program.outcome('desired.send', { intentId, planId, confirmed });
  if (outcome.ok) return 'not refused';
  // The plan says what blocks it.
  const blocks = checks.filter(({ level }) => level === 'block').map(({ code }) => code);
  return outcome.failure.code === 'blocked' ? blocks.join() : outcome.failure.code;
}

/** Why a command was refused. */
async function refusal<Name extends CommandName>(name: Name, input: CommandInput<Name>): Promise<string> {
  const outcome = await program.outcome(name, input);
  return outcome.ok ? 'not refused' : outcome.failure.code;
}

/** Tries every way to send new risk; returns for each why it was refused. */
async function tryNewRisk(rowIdOnHold: string): Promise<string[]> {
  const intentId = () => crypto.randomUUID();
  const prepared = intentId();
  await program.call('orders.prepare', { intentId: prepared, ticket: ticket() });
  return Promise.all([
    refusal('orders.submit', submission()),
    refusal('orders.confirm', { rowId: prepared, confirmed: [...confirmedWarnings] }),
    refusal('orders.decide', { rowId: rowIdOnHold, choice: 'send-again' }),
    sendList(intentId()),
    refusal('orders.probe', {
      intentId: intentId(),
      systemId,
      symbol: 'KO',
      instrument: 'stock',
      limit: '1',
      consent: true,
    }),
    refusal('desk.arm', { systemId }),
  ]);
}

test('the kill switch stops new risk within 100 ms and allows a cancel (P22)', async () => {
  const random = seededRandom(22);
  let latestSendMs = 0;
  let latestArrivalMs = 0;
  let maxOnHold = 0;
  let lateCount = 0;
  let arrivalCount = 0;
  let refusalCount = 0;
  let attemptCount = 0;
  for (let press = 0; press < pressCount; press++) {
    const orders = Array.from({ length: ordersPerPress }, () => program.outcome('orders.submit', submission()));
    const before = (await riskAddingRequests()).length;
    while ((await riskAddingRequests()).length === before) await new Promise((resolve) => setTimeout(resolve, 2));
    await new Promise((resolve) => setTimeout(resolve, random.fraction() * 20));
    const [pressedAt, pressedAtWallMs] = [performance.now(), Date.now()];
    const kill = program.call('risk.kill', { reason: 'drill' });
    await Promise.all([kill, ...orders]);
    const { signals } = await program.call('signals.list', { systemId, text: '', scope: 'all' });
    const onHold = signals
      .filter(({ state, journal }) => state === 'held' && journal?.staged !== true)
      .map(({ rowId }) => rowId);
    maxOnHold = Math.max(maxOnHold, onHold.length);
    expect(onHold).not.toEqual([]);
    const refusals = await tryNewRisk(onHold[0] ?? '');
    attemptCount += refusals.length;
    refusalCount += refusals.filter((code) => code === 'killed').length;
    const working = signals.find(({ state }) => state === 'working');
    expect(working).toBeDefined();
    const rowIds = [working?.rowId ?? ''];
    await program.call('orders.cancel', { intentId: crypto.randomUUID(), systemId, rowIds });
    const requestsAfterPress = (await riskAddingRequests()).filter(({ at }) => at > pressedAt);
    latestArrivalMs = Math.max(latestArrivalMs, ...requestsAfterPress.map(({ at }) => at - pressedAt));
    arrivalCount += requestsAfterPress.length;
    const sendDelays = sendStarts().map((at) => at - pressedAtWallMs);
    latestSendMs = Math.max(latestSendMs, ...sendDelays);
    lateCount += sendDelays.filter((ms) => ms > 100).length;
    await program.call('risk.release', {});
  }
  printSafetyFigure(
    'P22',
    `orders whose sending began more than 100 ms after the press (${pressCount} presses, ${ordersPerPress} orders at each)`,
    lateCount,
  );
  printSafetyFigure('P22', 'longest time from a press to the start of a send, ms', latestSendMs);
  printSafetyFigure(
    'P22',
    'arrivals after a press, all begun before it',
    `${arrivalCount}, the latest ${latestArrivalMs.toFixed(0)} ms after`,
  );
  printSafetyFigure('P22', 'orders under way that the presses put on hold', maxOnHold);
  printSafetyFigure(
    'P22',
    `attempts to send new risk that were refused while the switch was on, of ${attemptCount}`,
    refusalCount,
  );
  expect(lateCount).toBe(0);
  // A strategy has one request in flight at a time. Only the request in flight at the press may
  // still arrive.
  expect(arrivalCount).toBeLessThanOrEqual(pressCount);
  expect(maxOnHold).toBeGreaterThan(0);
  expect(refusalCount).toBe(attemptCount);
  expect((await riskAddingRequests()).length).toBeGreaterThan(0);
});

test('with the kill switch on, exits and stops are sent, but nothing adds risk (P22)', async () => {
  await program.control('POST', 'market', { symbol: 'KO', price: '60' });
  const order = { ...ticket(), quantity: '10', price: { kind: 'market' as const } };
  await program.call('orders.submit', {
    intentId: crypto.randomUUID(),
    ticket: order,
    confirmed: [...confirmedWarnings],
  });
  const position = async () => {
    await program.control('POST', 'clock', { advanceSeconds: 2 });
    await program.call('sync.refresh', { systemId, datasets: ['tradesOpen', 'signalsWorking'] });
    return (await program.call('positions.list', { systemId })).find(({ symbol }) => symbol === 'KO');
  };
  await expect.poll(async () => (await position())?.quantity, { timeout: 15_000 }).toBe('10');
  await program.call('risk.kill', { reason: 'drill' });
  const [sentCountBefore, riskCountBefore] = [(await mutatingRequests()).length, (await riskAddingRequests()).length];

  const exit = { ...order, action: 'STC' as const, quantity: '4' };
  const confirmed = [...confirmedWarnings, 'may-turn'];
  expect(
    await program.outcome('orders.submit', { intentId: crypto.randomUUID(), ticket: exit, confirmed }),
  ).toMatchObject({
    ok: true,
  });
  await expect.poll(async () => (await position())?.quantity, { timeout: 15_000 }).toBe('6');
  const exitBeyondPosition = { ...exit, quantity: '7' };
  expect(
    await program.outcome('orders.submit', { intentId: crypto.randomUUID(), ticket: exitBeyondPosition, confirmed }),
  ).toMatchObject({ ok: false, failure: { code: 'killed' } });
  const positionId = (await position())?.id ?? '';
  for (const request of [
    { kind: 'protect' as const, systemId, positionId, stop: '30', target: null, duration: 'GTC' as const },
    { kind: 'flatten' as const, systemId },
  ]) {
    const plan = await program.call('orders.plan-exit', { request });
    const codes = plan.checks.filter(({ level }) => level === 'warn').map(({ code }) => code);
    await program.call('orders.execute-exit', { intentId: crypto.randomUUID(), planId: plan.planId, confirmed: codes });
    await program.until('exit.changed', { systemId }, async ({ progress }) => {
      if (progress?.state === 'running') await program.control('POST', 'clock', { advanceSeconds: 2 });
      return progress?.kind === request.kind && progress.state === 'done';
    });
  }
  const sentCommands = (await mutatingRequests()).slice(sentCountBefore).map(({ name }) => name);
  const riskRequests = (await riskAddingRequests()).slice(riskCountBefore);
  printSafetyFigure('P22', 'requests that reduced risk while the switch was on', sentCommands.length);
  expect(sentCommands).toEqual(expect.arrayContaining(['submitSignal', 'setDesiredPositions', 'cancelSignal']));
  // The two orders are the exit and the protective stop.
  expect(sentCommands.filter((name) => name === 'submitSignal')).toHaveLength(2);
  expect(riskRequests).toEqual([]);
});
