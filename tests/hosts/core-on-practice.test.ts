import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Signal } from '#contract/model/signal.ts';
import { everyTrade } from '#contract/model/trade-filter.ts';
import type { Ticket } from '#contract/model/ticket.ts';
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

const bracket = (): Ticket => ({
  systemId,
  action: 'BTO',
  quantity: '100',
  symbol: 'AAPL',
  instrument: 'stock',
  price: { kind: 'limit', limit: '200' },
  duration: 'DAY',
  profitTarget: '220',
  stopLoss: '190',
  conditionalUpon: null,
  replaces: null,
  ocaGroupId: null,
  keepBothAlive: false,
});

async function submit(ticket: Ticket): Promise<string> {
  const { rowId } = await program.call('orders.submit', {
    intentId: crypto.randomUUID(),
    ticket,
    confirmed: [...confirmedWarnings],
  });
  return rowId;
}

/** Resolves once the row is in one of these states. */
async function waitForState(rowId: string, ...states: readonly Signal['state'][]): Promise<Signal> {
  let found: Signal | undefined;
  await program.until('strategy.changed', { systemId }, async () => {
    const { signals } = await program.call('signals.list', { systemId, text: '', scope: 'all' });
    found = signals.find((signal) => signal.rowId === rowId && states.includes(signal.state));
    return found !== undefined;
  });
  if (!found) throw new Error('no such row');
  return found;
}

/** The requests of these commands that the service received, in order. */
async function received(...commands: readonly string[]): Promise<string[]> {
  const { requests } = (await program.control('GET', 'requests')) as { requests: { url: string }[] };
  return requests.map(({ url }) => url.split('/').at(-1) ?? '').filter((command) => commands.includes(command));
}
const submitsReceived = async () => (await received('submitSignal')).length;

test('an order with a lost answer is found by its own id, and sent once', async () => {
  await program.control('POST', 'faults', { command: 'submitSignal', kind: 'dropAfter', count: 1 });
  const rowId = await submit(bracket());
  await waitForState(rowId, 'unknown');
  const row = await waitForState(rowId, 'working');
  expect(row.journal?.state).toBe('LANDED');
  expect(await submitsReceived()).toBe(1);
});

test('a filled order with a lost answer is found by its fingerprint if lists have no own ids', async () => {
  await program.control('POST', 'switches', { ownIdsInLists: 'no' });
  await program.control('POST', 'faults', { command: 'submitSignal', kind: 'dropAfter', count: 1 });
  const ticket = { ...bracket(), price: { kind: 'market' as const }, profitTarget: null, stopLoss: null };
  const rowId = await submit(ticket);
  await waitForState(rowId, 'unknown');
  await program.control('POST', 'clock', { advanceSeconds: 2 });
  const row = await waitForState(rowId, 'traded');
  expect(row.journal?.state).toBe('LANDED_PROBABLE');
  expect(await submitsReceived()).toBe(1);
});

test('a rejected row shows the platform’s words after one read of the working list', async () => {
  const ticket = {
    ...bracket(),
    symbol: 'NOSUCH',
    price: { kind: 'market' as const },
    profitTarget: null,
    stopLoss: null,
  };
  const row = await waitForState(await submit(ticket), 'rejected');
  const receivedSince = async (): Promise<string[]> => {
    const commands = await received('submitSignal', 'retrieveSignalsWorking');
    return commands.slice(commands.indexOf('submitSignal'));
  };
  await expect.poll(receivedSince, { timeout: 15_000 }).toEqual(['submitSignal', 'retrieveSignalsWorking']);
  expect(row.journal?.answer).toContain('Unknown symbol');
});

test('without a service nothing is sent, and order entry is locked with the reason', async () => {
  await program.stopPractice();
  const rowId = await submit(bracket());
  const row = await waitForState(rowId, 'not-sent', 'held');
  expect(row.journal?.sentAt === null || row.journal?.state === 'NOT_SENT').toBe(true);
  const status = await program.until('status.changed', {}, ({ orderEntry }) => !orderEntry.open);
  expect(status.orderEntry).toMatchObject({ open: false, reason: { code: 'network.failed' } });
});

test('a bracket from entry to target updates the trade, the account and the equity curve', async () => {
  await program.control('POST', 'market', { symbol: 'AAPL', price: '210' });
  await program.call('sync.refresh', { systemId, datasets: ['margin', 'equity', 'trades'] });
  const cashBefore = await cash();
  const pointsBefore = (await program.call('equity.get', { systemId })).times.length;
  const rowId = await submit(bracket());
  await waitForState(rowId, 'working');
  await program.control('POST', 'market', { symbol: 'AAPL', price: '199.50' });
  await waitForState(rowId, 'traded');
  const { signals } = await program.call('signals.list', { systemId, text: '', scope: 'all' });
  const children = signals.filter(({ parentRowId }) => parentRowId === rowId);
  expect(children.map(({ role }) => role).sort()).toEqual(['stop', 'target']);
  const [target, stop] = ['target', 'stop'].map((role) => children.find((child) => child.role === role));
  await waitForState(target?.rowId ?? '', 'working');

  await program.control('POST', 'clock', { advanceSeconds: 60 });
  await program.control('POST', 'market', { symbol: 'AAPL', price: '221' });
  await waitForState(target?.rowId ?? '', 'traded');
  const canceled = await waitForState(stop?.rowId ?? '', 'canceled');
  expect(canceled.cause).toMatchObject({ code: 'sibling-filled', byServiceId: target?.serviceId });

  // A refresh joins a running reading, which may have been requested before the fill.
  const refresh = () => program.call('sync.refresh', { systemId, datasets: ['margin', 'equity', 'trades'] });
  const cashGained = async () => {
    await refresh();
    return (await cash()) - cashBefore;
  };
  // 100 shares, 199.50 to 221. The platform deducts a small commission.
  await expect.poll(cashGained, { timeout: 20_000 }).toBeGreaterThan(2_050);
  expect(await cashGained()).toBeLessThanOrEqual(2_150);
  const points = async () => {
    await refresh();
    return (await program.call('equity.get', { systemId })).times.length;
  };
  await expect.poll(points, { timeout: 20_000 }).toBeGreaterThan(pointsBefore);
  const filter = { ...everyTrade, text: 'AAPL', status: 'closed' as const };
  const sort = { column: 'closedAt', descending: true };
  const newest = async () => {
    await refresh();
    return (await program.call('trades.query', { systemId, filter, sort, offset: 0, limit: 1 })).trades[0];
  };
  await expect
    .poll(newest, { timeout: 20_000 })
    .toMatchObject({ quantityClosed: '100', side: 'long', closePrice: '221.00000' });

  const closedAt = (await newest())?.closedAt ?? 0;
  const from = new Date(closedAt * 1000).toISOString().slice(0, 10);
  const selection = { from, to: null, symbols: ['AAPL'], instruments: [], sides: [] };
  const { report, basis } = await program.call('review.report', { systemId, selection, riskFree: 0 });
  // The journal has the first stop of one trade.
  expect(basis.tradesWithFirstStop).toBe(1);
  // 21.50 profit for a risk of 9.50, less commissions.
  expect(report.trades.risk.multiples[0]).toBeGreaterThan(2.15);
  expect(report.trades.risk.multiples[0]).toBeLessThan(2.27);
});

test('a report for invalid days or a reversed period is refused with the reason', async () => {
  const selection = { from: '2026-02-30', to: null, symbols: [], instruments: [], sides: [] };
  const report = (more: object) =>
    program.outcome('review.report', { systemId, selection: { ...selection, ...more }, riskFree: 0 });
  expect(await report({})).toMatchObject({ ok: false, failure: { code: 'bad-period', field: 'selection' } });
  expect(await report({ from: '2026-03-02', to: '2026-03-01' })).toMatchObject({ failure: { code: 'bad-period' } });
});

async function cash(): Promise<number> {
  const { margin } = await program.call('strategies.details', { systemId });
  return Number(margin?.cash);
}

test.each([
  ['a wrong key', { key: 'WRONG-key-1' }, 'refused'],
  ['an address where nothing listens', { baseUrl: 'http://127.0.0.1:9' }, 'unreachable'],
  ['http to another computer', { baseUrl: 'http://api.example.com' }, 'insecure-address'],
])('the test of a connection reports %s', async (_what, change, code) => {
  const { baseUrl, world } = program.practice;
  const connection = { id: null, name: 'Tried', kind: 'world' as const, baseUrl, altBaseUrl: null, platformId: null };
  const outcome = await program.outcome('profiles.test', { ...connection, paceMs: 1000, key: world.apikey, ...change });
  expect(outcome.ok ? 'ok' : outcome.failure.code).toBe(code);
});

test('a connection test accepts a valid key after one read of the list of strategies', async () => {
  const { baseUrl, world } = program.practice;
  const connection = { id: null, name: 'Tried', kind: 'world' as const, baseUrl, altBaseUrl: null, platformId: null };
  const readsBefore = await received('listAllSystems');
  const result = await program.call('profiles.test', { ...connection, paceMs: 1000, key: world.apikey });
  expect(await received('listAllSystems')).toHaveLength(readsBefore.length + 1);
  // Three own strategies of the person, and one that the person subscribes to.
  expect(result.strategies).toBe(4);
});
