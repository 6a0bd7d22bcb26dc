import { createServer, connect } from 'node:net';
import { expect, test } from 'vitest';
import { done } from '#contract/outcome.ts';
import type { CommandTable } from '#core/commands/command-table.ts';
import { createDispatch } from '#core/commands/dispatch.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const random = { fraction: () => 0, uuid: () => '12345678-0000-4000-8000-000000000000' };

test('an order command received while many lists wait is processed before the last list', async () => {
  const processed: string[] = [];
  const table: Partial<CommandTable> = {
    'positions.list': () => {
      processed.push('list');
      const endAt = performance.now() + 5;
      while (performance.now() < endAt);
      return done({ positions: [], revision: 0 } as never);
    },
    'orders.make-group': () => {
      processed.push('order');
      return done({ id: 'g' } as never);
    },
  };
  const dispatch = createDispatch(table as CommandTable, log, random);
  // The command arrives like a call of a window: as bytes on a socket, after the list requests.
  const answered = new Promise<unknown>((resolve) => {
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.destroy();
        server.close();
        resolve(dispatch('orders.make-group', { systemId: '7' }));
      });
    });
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('the server has no port');
      const socket = connect(address.port, '127.0.0.1', () => socket.write('order'));
    });
  });
  const lists = Array.from({ length: 40 }, () => dispatch('positions.list', { systemId: '7' }));
  expect(await answered).toMatchObject({ ok: true });
  expect(processed.indexOf('order')).toBeLessThan(39);
  expect(await Promise.all(lists)).toHaveLength(40);
  expect(processed.filter((one) => one === 'list')).toHaveLength(40);
});
