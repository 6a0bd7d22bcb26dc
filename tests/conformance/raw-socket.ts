import { connect, type Socket } from 'node:net';
import type { TestService } from './service.ts';

/** A raw connection to the service. An error ends the connection and does not fail the test. */
export function openSocket(service: TestService): Socket {
  const socket = connect(Number(new URL(service.ready.baseUrl).port), '127.0.0.1');
  return socket.on('error', () => socket.destroy());
}

/**
 * Sends bytes and returns the answer. Reading ends when `enough` returns true or the service closes
 * the connection. With `end`, our side of the connection is ended after the bytes.
 */
export async function sayRaw(
  service: TestService,
  bytes: string | Buffer,
  enough: (text: string) => boolean,
  end = false,
): Promise<string> {
  const socket = openSocket(service);
  const { promise, resolve } = Promise.withResolvers<undefined>();
  let seen = '';
  socket.on('data', (part: Buffer) => {
    seen += part.toString('latin1');
    if (enough(seen)) resolve(undefined);
  });
  socket.on('close', () => resolve(undefined));
  if (end) socket.end(bytes);
  else socket.write(bytes);
  await promise;
  socket.destroy();
  return seen;
}
