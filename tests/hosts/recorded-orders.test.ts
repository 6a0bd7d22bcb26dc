// Continues recorded-answers.test.ts for the answers to orders and cancels.
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Signal } from '#contract/model/signal.ts';
import type { Ticket } from '#contract/model/ticket.ts';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import { CoreOnRecorded } from '#tests/fixtures/core-on-recorded.ts';

let recorded: CoreOnRecorded;
beforeEach(async () => {
  recorded = await CoreOnRecorded.start();
});
afterEach(() => recorded.dispose());

const ticket = (systemId: string): Ticket => ({
  systemId,
  action: 'STC',
  quantity: '20',
  symbol: 'XOM',
  instrument: 'stock',
  price: { kind: 'limit', limit: '80' },
  duration: 'GTC',
  ...plainTicket,
});

/** The row of an order once it is in one of these states. */
const rowIn = async (systemId: string, rowId: string, ...states: readonly Signal['state'][]): Promise<Signal> => {
  let found: Signal | undefined;
  await recorded.core.until('strategy.changed', { systemId }, async () => {
    const { signals } = await recorded.core.call('signals.list', { systemId, text: '', scope: 'all' });
    found = signals.find((signal) => signal.rowId === rowId && states.includes(signal.state));
    return found !== undefined;
  });
  if (!found) throw new Error('no such row');
  return found;
};

const submit = async (order: Ticket): Promise<string> => {
  const watch = () => recorded.core.call('sync.watch', { systemId: order.systemId, datasets: ['signalsWorking'] });
  await watch();
  await recorded.core.until('status.changed', {}, ({ orderEntry }) => orderEntry.open);
  await watch();
  const { checks } = await recorded.core.call('orders.preview', { ticket: order });
  const confirmed = checks.filter(({ level }) => level === 'warn').map(({ code }) => code);
  const input = { intentId: crypto.randomUUID(), ticket: order, confirmed };
  return (await recorded.core.call('orders.submit', input)).rowId;
};

it('accepts an echo with missing members, a nested parent and a distant expiry (33, 34)', async () => {
  const systemId = recorded.systemId('order-taken');
  const parent = { ...ticket(systemId), action: 'BTO', price: { kind: 'market' }, duration: 'DAY' } as const;
  const { action, quantity, symbol, instrument, price, duration } = parent;
  const rowId = await submit({
    ...ticket(systemId),
    parent: { action, quantity, symbol, instrument, price, duration },
  });
  const row = await rowIn(systemId, rowId, 'waiting', 'working');
  expect(row).toMatchObject({ serviceId: '810013002', limit: '80', duration: 'GTC', ocaGroupId: null });
  expect(row.journal).toMatchObject({ alarm: null, previewDifferences: [] });
  const { signals } = await recorded.core.call('signals.list', { systemId, text: '', scope: 'all' });
  expect(signals.find((signal) => signal.rowId === row.parentRowId)).toMatchObject({
    serviceId: '810013001',
    kind: 'market',
  });

  // The answer to the cancel has a price in `islimit`, and only its top-level title says that the
  // order was traded. The outcome is taken from the list of signals.
  await recorded.core.call('orders.cancel', { intentId: crypto.randomUUID(), systemId, rowIds: [rowId] });
  const traded = await rowIn(systemId, rowId, 'traded');
  expect(traded).toMatchObject({ tradedPrice: '80.090000000', endedAt: 1_780_320_601, tradeId: '810013101' });
  expect(recorded.service.received.filter(({ command }) => command === 'cancelSignal')).toHaveLength(1);
});

it('shows the platform’s words for an order named only in rejectedSignal (20, 21)', async () => {
  const systemId = recorded.systemId('order-refused');
  const row = await rowIn(systemId, await submit(ticket(systemId)), 'rejected');
  expect(row.journal?.answer).toEqual([
    'Unknown typeofsymbol',
    'typeofsymbol required and must be one of these: stock option future forex',
  ]);
});

it('rejects an order whose answer has only ok and error (21)', async () => {
  const systemId = recorded.systemId('order-no-access');
  const row = await rowIn(systemId, await submit(ticket(systemId)), 'rejected');
  expect(row.journal?.answer[0]).toBe('Unable to access this systemid');
  expect(recorded.service.received.filter(({ command }) => command === 'submitSignal')).toHaveLength(1);
});

it('warns of a condition on a waiting or parked order, and of a two-step replace (6, 7, 40)', async () => {
  const systemId = await recorded.read('signals', 'signalsWorking', 'signalsAll');
  const warnings = async (more: Partial<Ticket>): Promise<string[]> => {
    const { checks } = await recorded.core.call('orders.preview', { ticket: { ...ticket(systemId), ...more } });
    return checks.filter(({ level }) => level === 'warn').map(({ code }) => code);
  };
  expect(await warnings({ conditionalUpon: '810006007' })).toContain('condition-on-waiting');
  expect(await warnings({ conditionalUpon: '810006004' })).toContain('condition-on-waiting');
  expect(await warnings({ conditionalUpon: '810006001' })).not.toContain('condition-on-waiting');
  const replaces = { serviceId: '810006001', leaveOcaIntact: true };
  expect(await warnings({ conditionalUpon: '810006002', replaces })).toContain('replace-two-steps');
});
