import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPlatformClient } from '#core/platform/client.ts';
import type { PlatformConnection } from '#core/platform/connection.ts';
import type { PlatformRequest } from '#core/platform/platform-client.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';

const read: PlatformRequest = { command: 'listAllSystems', body: {}, lane: 'view', systemId: null };
const submit: PlatformRequest = { command: 'submitSignal', body: {}, lane: 'submit', systemId: '7' };

let server: Server;
let sockets: Socket[];
let usedPorts: (number | undefined)[];
let connection: PlatformConnection;
let address: string;
const clock = new FakeClock(1_772_461_800_000);

beforeEach(async () => {
  sockets = [];
  usedPorts = [];
  server = createServer((request, response) => {
    usedPorts.push(request.socket.remotePort);
    request.resume().on('end', () => response.end('{"ok":"1"}'));
  });
  server.on('connection', (socket) => sockets.push(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  address = baseUrl;
  connection = createPlatformClient({
    apiKey: 'key-4711',
    clock,
    random: { fraction: () => 0.5, uuid: () => 'id' },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    profile: { name: 'Test', kind: 'practice', baseUrl, altBaseUrl: null, platformId: null, paceMs: 0 },
  });
});
afterEach(async () => {
  await connection.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const expectSocketCount = (count: number) => expect.poll(() => sockets.length, { timeout: 5_000 }).toBe(count);

it('a prewarm opens one socket and sends nothing; only one order uses the socket', async () => {
  connection.prewarm();
  connection.prewarm();
  await expectSocketCount(1);
  const [prepared] = sockets;
  expect(prepared?.bytesRead).toBe(0);
  expect((await connection.send(submit)).kind).toBe('answer');
  expect(usedPorts).toEqual([prepared?.remotePort]);
  expect((await connection.send(submit)).kind).toBe('answer');
  expect(new Set(usedPorts).size).toBe(2);
  expect(sockets).toHaveLength(2);
});

it('a socket that was open before a sleep carries no request after it', async () => {
  connection.prewarm();
  await expectSocketCount(1);
  connection.wokeFromSleep();
  expect((await connection.send(submit)).kind).toBe('answer');
  expect(usedPorts).not.toContain(sockets[0]?.remotePort);
  expect((await connection.send(read)).kind).toBe('answer');
  connection.wokeFromSleep();
  expect((await connection.send(read)).kind).toBe('answer');
  expect(new Set(usedPorts).size).toBe(3);
});

it('the prepared socket is closed after eight seconds without a request', async () => {
  connection.prewarm();
  await expectSocketCount(1);
  const closed = new Promise((resolve) => sockets[0]?.on('close', resolve));
  sockets[0]?.resume();
  await clock.advance(8_000);
  await closed;
  expect((await connection.send(submit)).kind).toBe('answer');
  expect(sockets).toHaveLength(2);
});

it('an order opens another socket when the service closed the prepared one', async () => {
  connection.prewarm();
  await expectSocketCount(1);
  const closed = new Promise((resolve) => sockets[0]?.on('close', resolve));
  sockets[0]?.resume();
  sockets[0]?.end();
  await closed;
  expect((await connection.send(submit)).kind).toBe('answer');
  expect(usedPorts[0]).toBe(sockets[1]?.remotePort);
});

it.each([
  ['world', 'http://api.example.com', 0],
  ['practice', 'https://api.example.com', 0],
  ['world', 'https://api.example.com', 1],
] as const)('a prewarm connects only to an address that the profile may use: %s, %s', async (kind, baseUrl, count) => {
  const prepared: URL[] = [];
  const unsent = Promise.resolve({ kind: 'no-answer', text: 'not sent' } as const);
  const client = createPlatformClient({
    apiKey: 'key-4711',
    clock,
    random: { fraction: () => 0.5, uuid: () => 'id' },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    transport: {
      post: () => unsent,
      prepare: (url) => void prepared.push(url),
      closeUnused: () => undefined,
      close: () => undefined,
    },
    profile: { name: 'T', kind, baseUrl, altBaseUrl: null, platformId: null, paceMs: 0 },
  });
  client.prewarm();
  await client.close();
  expect(prepared).toHaveLength(count);
});

it('the client calls the gate immediately before sending, for mutating requests only', async () => {
  const checked: string[] = [];
  let closedReason: string | null = null;
  const gated = createPlatformClient({
    apiKey: 'key-4711',
    clock,
    random: { fraction: () => 0.5, uuid: () => 'id' },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    profile: { name: 'T', kind: 'practice', baseUrl: address, altBaseUrl: null, platformId: null, paceMs: 0 },
    gate: ({ command }) => {
      checked.push(command);
      return closedReason;
    },
  });
  const first = gated.send(submit);
  // The first was sent at once; the second waits in the queue when the gate closes.
  let beforeSendCalls = 0;
  const second = gated.send({ ...submit, beforeSend: () => ++beforeSendCalls > 0 });
  closedReason = 'killed';
  expect((await first).kind).toBe('answer');
  expect((await second).kind).toBe('withdrawn');
  expect(beforeSendCalls).toBe(0);
  expect((await gated.send(read)).kind).toBe('answer');
  expect(checked).toEqual(['submitSignal', 'submitSignal']);
  expect(usedPorts).toHaveLength(2);
  await gated.close();
});
