import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

let both: CoreOnPractice;
let systemId: string;
beforeEach(async () => {
  both = await CoreOnPractice.start();
  systemId = both.practice.world.systemids[0] ?? '';
  both.outcome('sync.watch', { systemId, datasets: ['signalsWorking', 'signalsAll', 'tradesOpen', 'margin'] });
  await both.until('status.changed', {}, ({ orderEntry }) => orderEntry.open);
});
afterEach(() => both.dispose());

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
  const { rowId } = await both.call('orders.submit', { intentId: crypto.randomUUID(), ticket, confirmed: [] });
  return rowId;
}

/** Resolves once the row is in one of these states. */
async function rowIn(rowId: string, ...states: readonly Signal['state'][]): Promise<Signal> {
  let found: Signal | undefined;
  await both.until('strategy.changed', { systemId }, async () => {
    const { signals } = await both.call('signals.list', { systemId, text: '', scope: 'all' });
    found = signals.find((signal) => signal.rowId === rowId && states.includes(signal.state));
    return found !== undefined;
  });
  if (!found) throw new Error('no such row');
  return found;
}

async function submitsReceived(): Promise<number> {
  const { requests } = (await both.control('GET', 'requests')) as { requests: { url: string }[] };
  return requests.filter(({ url }) => url.includes('/submitSignal')).length;
}

test('an answer cut off after the order was taken: unknown, then found by its own id; sent once', async () => {
  await both.control('POST', 'faults', { command: 'submitSignal', kind: 'dropAfter', count: 1 });
  const rowId = await submit(bracket());
  await rowIn(rowId, 'unknown');
  const row = await rowIn(rowId, 'working');
  expect(row.journal?.state).toBe('LANDED');
  expect(await submitsReceived()).toBe(1);
});
