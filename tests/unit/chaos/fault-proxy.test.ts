import { Agent, request } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FaultProxy, type NetworkFault, type SeenRequest } from '#tests/chaos/fault-proxy.ts';
import { TestHttpServer } from '#tests/fixtures/loopback-server.ts';

let service: TestHttpServer;
let received: string[];
let seen: SeenRequest[];
let proxy: FaultProxy;
beforeEach(async () => {
  received = [];
  seen = [];
  service = await TestHttpServer.start(({ body }, answer) => {
    received.push(body);
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ ok: '1', number: received.length }));
  });
  proxy = new FaultProxy(
    { patienceMs: 200, lateMs: 300, slowMs: 20 },
    { arrived: (one) => void seen.push(one), answered: () => undefined, faultApplied: () => undefined },
  );
  await proxy.accept(service.port);
});
afterEach(async () => {
  await proxy.refuse();
  await service.close();
});

const submit = { signal: { signalid: '177000000000001', symbol: 'ABC' } };

/** The answer's text, or the code of the error. */
function post(command = 'submitSignal', agent = new Agent({ keepAlive: false })): Promise<string> {
  return new Promise((resolve) => {
    const sending = request(`${proxy.baseUrl}/world/apiv3/${command}`, { method: 'POST', agent }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
      answer.on('end', () => resolve(text));
    });
    sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? ''));
    sending.setHeader('content-type', 'application/json').end(JSON.stringify(submit));
  });
}

test('a request passes as it is, byte for byte, and so does its answer', async () => {
  expect(await post()).toBe('{"ok":"1","number":1}');
  expect(received).toEqual([JSON.stringify(submit)]);
  expect(seen).toEqual([{ command: 'submitSignal', ownId: '177000000000001', actKey: null, reusedSocket: false }]);
});

const faults: readonly (readonly [NetworkFault, number, RegExp])[] = [
  ['cut-before', 0, /ECONNRESET/],
  ['cut-after', 1, /ECONNRESET/],
  ['cut-body', 1, /ECONNRESET/],
  ['request-twice', 2, /"number":2/],
  ['slow', 1, /"number":1/],
  ['late', 1, /ECONNRESET/],
  ['lie-refused', 1, /Unknown symbol/],
];
test.each(faults)('%s: the service receives %i requests, the client gets %s', async (fault, times, answer) => {
  proxy.plan('submitSignal', fault);
  expect(await post()).toMatch(answer);
  await proxy.whenIdle();
  expect(received).toHaveLength(times);
  expect(await post()).toBe(`{"ok":"1","number":${times + 1}}`);
});

test('reply-twice: the service receives one request, the client gets an answer or an error', async () => {
  proxy.plan('submitSignal', 'reply-twice');
  expect(await post()).toMatch(/"number":1|HPE_CLOSED_CONNECTION/);
  expect(received).toHaveLength(1);
});

test('without a listener a request is refused; later the same port accepts requests again', async () => {
  const before = proxy.baseUrl;
  await proxy.refuse();
  expect(await post()).toBe('ECONNREFUSED');
  await proxy.accept();
  expect(proxy.baseUrl).toBe(before);
  expect(await post()).toContain('"ok"');
});

test('a mutating request on a reused socket is reported', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await post('retrieveSignalsWorking', agent);
  await post('submitSignal', agent);
  expect(seen.map(({ reusedSocket }) => reusedSocket)).toEqual([false, true]);
  agent.destroy();
});

test('a stopped proxy forwards nothing; when it continues, it forwards what was waiting', async () => {
  let answer = Promise.resolve('');
  await proxy.whileStopped(async () => {
    answer = post();
    await expect.poll(() => seen.length).toBe(1);
    expect(received).toEqual([]);
  });
  expect(await answer).toContain('"number":1');
});
