import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { Transport } from '#core/platform/transport.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';

const megabyte = 1_048_576;
const answerMegabytes = 128;
const timeouts = { lookupMs: 1_000, connectMs: 1_000, tlsMs: 1_000, answerMs: 10_000, totalMs: 20_000 };

/**
 * The code of a thread that serves the answer. The memory of this thread is not counted. The test
 * transfers the received bytes to the same thread.
 */
const server = `
const { createServer } = require('node:http');
const { parentPort } = require('node:worker_threads');
const server = createServer((request, response) => {
  request.resume();
  response.end(Buffer.alloc(${answerMegabytes * megabyte}, 0x20));
}).listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
parentPort.on('message', () => undefined);
`;

it('the transport keeps no copy of a large answer that was transferred to a thread', async () => {
  const thread = new Worker(server, { eval: true });
  const [port] = (await once(thread, 'message')) as [number];
  const transport = new Transport(timeouts, 256 * megabyte, new FakeClock(0));
  const before = process.memoryUsage().arrayBuffers;

  const answer = await transport.post({
    url: new URL(`http://127.0.0.1:${port}/`),
    body: '{}',
    freshSocket: false,
    onDeparted: () => undefined,
    stop: new AbortController().signal,
  });
  const bytes = answer.kind === 'answer' ? answer.bytes : new Uint8Array();
  expect(bytes.byteLength).toBe(answerMegabytes * megabyte);
  thread.postMessage(bytes, [bytes.buffer as ArrayBuffer]);

  // Until garbage collection the runtime still counts the transferred bytes and some of the chunks
  // in which they arrived. A kept copy would be counted in addition.
  const counted = () => (process.memoryUsage().arrayBuffers - before) / megabyte;
  await vi.waitFor(() => expect(counted()).toBeLessThan(answerMegabytes * 1.5), { timeout: 5_000, interval: 100 });
  transport.close();
  await thread.terminate();
});
