// Neither the answer to the window nor the handshake of a new connection to the platform may delay
// the request of an order.
import { channel } from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { confirmedWarnings } from './confirmed-warnings.ts';

let program: CoreOnPractice;
let systemId: string;
/** For each order that was sent: whether its connection was already open. */
let connected: boolean[];

const requestCreated = channel('http.client.request.created');
const recordConnection = (message: unknown): void => {
  // Node publishes exactly this on the channel.
  const { request } = message as { readonly request: ClientRequest };
  if (!request.path.endsWith('submitSignal')) return;
  const at = connected.push(false) - 1;
  request.once('socket', (socket: Socket) => (connected[at] = !socket.connecting));
};

beforeEach(async () => {
  connected = [];
  program = await CoreOnPractice.start();
  systemId = program.practice.world.systemids[0] ?? '';
  const datasets = ['signalsWorking', 'signalsAll', 'tradesOpen', 'details'] as const;
  await program.call('sync.watch', { systemId, datasets: [...datasets] });
  await program.until('status.changed', {}, ({ orderEntry }) => orderEntry.open);
  await program.call('sync.watch', { systemId, datasets: [...datasets] });
  requestCreated.subscribe(recordConnection);
});
afterEach(async () => {
  requestCreated.unsubscribe(recordConnection);
  await program.dispose();
});

const submitInput = (quantity: string) => ({
  intentId: crypto.randomUUID(),
  ticket: {
    systemId,
    action: 'BTO' as const,
    quantity,
    symbol: 'KO',
    instrument: 'stock' as const,
    price: { kind: 'limit' as const, limit: '1' },
    duration: 'GTC' as const,
    ...plainTicket,
  },
  confirmed: [...confirmedWarnings],
});

test('core sends the request of an order before it answers the window', async () => {
  await program.call('orders.submit', submitInput('10'));
  expect(connected).toHaveLength(1);
});

test('every order of an armed desk uses an open connection', async () => {
  await program.call('desk.arm', { systemId });
  for (const quantity of ['10', '11', '12']) {
    await setTimeout(300);
    await program.call('orders.submit', submitInput(quantity));
  }
  await expect.poll(() => connected).toEqual([true, true, true]);
});
