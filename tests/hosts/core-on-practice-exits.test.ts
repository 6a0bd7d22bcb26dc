import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ExitProgress, ExitRequest } from '#contract/model/exit.ts';
import type { Position } from '#contract/model/trade.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { confirmedWarnings } from './confirmed-warnings.ts';

let program: CoreOnPractice;
let systemId: string;
beforeEach(async () => {
  program = await CoreOnPractice.start();
  systemId = program.practice.world.systemids[0] ?? '';
  const watch = () =>
    program.call('sync.watch', { systemId, datasets: ['signalsWorking', 'signalsAll', 'tradesOpen', 'margin'] });
  await watch();
  await program.until('status.changed', {}, ({ orderEntry }) => orderEntry.open);
  // Reading stops when the last subscription to the status ends. The test watches again, as an open
  // window does.
  await watch();
});
afterEach(() => program.dispose());

const symbol = 'KO';

/** Waits until the position of the symbol fits, and returns it. */
async function untilPosition(fits: (found: Position | undefined) => boolean): Promise<Position | undefined> {
  let found: Position | undefined;
  await expect
    .poll(
      async () => {
        // A market order fills with the next tick of the practice market.
        await program.control('POST', 'clock', { advanceSeconds: 2 });
        await program.call('sync.refresh', { systemId, datasets: ['tradesOpen', 'signalsWorking'] });
        found = (await program.call('positions.list', { systemId })).find((one) => one.symbol === symbol);
        return fits(found);
      },
      { timeout: 20_000 },
    )
    .toBe(true);
  return found;
}

/** Opens a long position of 100, by default with a target and a stop around the market price. */
async function enterPosition(bracket = true): Promise<Position> {
  await program.control('POST', 'market', { symbol, price: '60' });
  const prices = bracket ? { profitTarget: '90', stopLoss: '30' } : { profitTarget: null, stopLoss: null };
  await program.call('orders.submit', {
    intentId: crypto.randomUUID(),
    ticket: {
      systemId,
      action: 'BTO',
      quantity: '100',
      symbol,
      instrument: 'stock',
      price: { kind: 'market' },
      duration: 'GTC',
      ...prices,
      conditionalUpon: null,
      replaces: null,
      ocaGroupId: null,
      keepBothAlive: false,
    },
    confirmed: [...confirmedWarnings],
  });
  const covered = bracket ? '100' : '0';
  const opened = await untilPosition((one) => one?.quantity === '100' && one.protectedQuantity === covered);
  if (!opened) throw new Error('no position');
  return opened;
}

/** Plans an exit, executes it while the practice market moves, and returns its last progress. */
async function exit(request: ExitRequest): Promise<ExitProgress> {
  const plan = await program.call('orders.plan-exit', { request });
  const confirmed = plan.checks.filter(({ level }) => level === 'warn').map(({ code }) => code);
  await program.call('orders.execute-exit', { intentId: crypto.randomUUID(), planId: plan.planId, confirmed });
  let ended: ExitProgress | null = null;
  await program.until('exit.changed', { systemId }, async ({ progress }) => {
    if (progress?.state === 'running') await program.control('POST', 'clock', { advanceSeconds: 2 });
    ended = progress;
    return progress !== null && progress.state !== 'running';
  });
  if (ended === null) throw new Error('no run');
  return ended;
}

const workingSignals = async () =>
  (await program.call('signals.list', { systemId, text: symbol, scope: 'live' })).signals.filter(
    ({ state }) => state === 'working',
  );
const market = { kind: 'market' as const };

/** The received commands in sequence, each with the action of its order, if it has one. */
async function received(): Promise<string[]> {
  const { requests } = (await program.control('GET', 'requests')) as { requests: { url: string; body: string }[] };
  return requests.map(({ url, body }) => {
    const action = /"action":"([A-Z]+)"/.exec(body)?.[1];
    const command = url.split('/').at(-1) ?? '';
    return action === undefined ? command : `${command} ${action}`;
  });
}

test('close: one request replaces the bracket, and neither stop nor target remains', async () => {
  const { id: positionId } = await enterPosition();
  const run = await exit({ kind: 'close', systemId, positionId, price: market, duration: 'DAY' });
  expect(run.steps.map(({ state, note }) => [state, note])).toEqual([['done', '']]);
  expect(await untilPosition((one) => one === undefined)).toBeUndefined();
  await expect.poll(workingSignals, { timeout: 10_000 }).toEqual([]);
});

test('the status says that an exit plan runs, so that the browser host does not end while no page is open', async () => {
  const { id: positionId } = await enterPosition(false);
  const request = { kind: 'close' as const, systemId, positionId, price: market, duration: 'DAY' as const };
  const exitsRunning = async () => (await program.until('status.changed', {}, () => true)).exitsRunning;
  expect(await exitsRunning()).toBeUndefined();
  // Without this the run could be over before its status is asked for.
  await program.control('POST', 'faults', { command: 'submitSignal', kind: 'delay', ms: 2_000, count: 1 });
  const run = exit(request);
  await expect.poll(exitsRunning, { timeout: 20_000 }).toBe(true);
  await run;
  await expect.poll(exitsRunning, { timeout: 20_000 }).toBeUndefined();
});

test('scale out: sells half and replaces stop and target with smaller ones', async () => {
  const { id: positionId } = await enterPosition();
  const amount = { percent: 50 };
  const run = await exit({ kind: 'scale-out', systemId, positionId, price: market, duration: 'DAY', amount });
  expect(run.steps.map(({ state, note }) => [state, note])).toEqual([
    ['done', ''],
    ['done', ''],
    ['done', ''],
  ]);
  await untilPosition((one) => one?.quantity === '50' && one.protectedQuantity === '50');
  await expect
    .poll(async () => (await workingSignals()).map(({ quantity }) => quantity), { timeout: 10_000 })
    .toEqual(['50', '50']);
});

test('reverse: closes the position, reads the positions, and only then enters the other side', async () => {
  const { id: positionId } = await enterPosition();
  const run = await exit({ kind: 'reverse', systemId, positionId, duration: 'DAY' });
  expect(run.steps.map(({ state, note }) => [state, note])).toEqual([
    ['done', ''],
    ['done', ''],
    ['done', ''],
  ]);
  const sent = await received();
  const [closeIndex, openIndex] = [sent.indexOf('submitSignal STC'), sent.indexOf('submitSignal STO')];
  expect(closeIndex).toBeGreaterThan(0);
  expect(sent.slice(closeIndex, openIndex)).toContain('requestTradesOpen');
  await untilPosition((one) => one?.side === 'short' && one.quantity === '100');
  await expect.poll(workingSignals, { timeout: 10_000 }).toEqual([]);
});

test('protect: enters stop and target in one OCA group; a fill of either cancels the other', async () => {
  const { id: positionId, unprotected } = await enterPosition(false);
  expect(unprotected).toBe(true);
  const run = await exit({ kind: 'protect', systemId, positionId, stop: '55', target: '65', duration: 'GTC' });
  expect(run.steps.map(({ state, note }) => [state, note])).toEqual([
    ['done', ''],
    ['done', ''],
  ]);
  const afterRun = await untilPosition((one) => one?.protectedQuantity === '100');
  expect(afterRun?.unprotected).toBe(false);
  await expect.poll(async () => (await workingSignals()).length, { timeout: 10_000 }).toBe(2);
  await program.control('POST', 'market', { symbol, price: '91' });
  await untilPosition((one) => one === undefined);
  await expect.poll(workingSignals, { timeout: 10_000 }).toEqual([]);
  const plan = await program.outcome('orders.plan-exit', {
    request: { kind: 'protect', systemId, positionId, stop: '30', target: null, duration: 'GTC' },
  });
  expect(plan).toMatchObject({ ok: false, failure: { code: 'unknown-position' } });
});

test('an exit plan is refused as outdated when its inputs have changed', async () => {
  const { id: positionId } = await enterPosition();
  const request = { kind: 'close' as const, systemId, positionId, price: market, duration: 'DAY' as const };
  const plan = await program.call('orders.plan-exit', { request });
  await program.control('POST', 'market', { symbol, price: '91' });
  await untilPosition((one) => one === undefined);
  const execute = { intentId: crypto.randomUUID(), planId: plan.planId, confirmed: [] };
  expect(await program.outcome('orders.execute-exit', execute)).toMatchObject({
    ok: false,
    failure: { code: 'outdated' },
  });
});
