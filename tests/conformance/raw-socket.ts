import { connect, type Socket } from 'node:net';
import type { TestService } from './service.ts';

/** A bare connection to the service; what goes wrong on it ends it and is no error of the test. */
export function openSocket(service: TestService): Socket {
  const socket = connect(Number(new URL(service.ready.baseUrl).port), '127.0.0.1');
  return socket.on('error', () => socket.destroy());
}

/**
 * Sends bytes and answers what comes back until `enough` says so, the service closes the connection, or nothing more can come because
 * the request was never whole and we end our side.
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
