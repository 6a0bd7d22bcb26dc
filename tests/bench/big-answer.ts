// node tests/bench/big-answer.ts [megabytes]: the memory of a process before and after one large
// answer, which goes through the real transport and the real ingest thread into a cache. The
// service runs in another process.
import { words } from '#renderer/messages/words.ts';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { limits } from '#contract/limits.ts';
import { openCache } from '#core/cache/queries/open-cache.ts';
import { Ingest } from '#core/ingest/ingest.ts';
import { Transport } from '#core/platform/transport.ts';
import { systemClock } from '#hosts/desktop/system-clock.ts';
import { signal } from '#tests/fixtures/platform/answers.ts';

const megabyte = 2 ** 20;
const timeouts = { lookupMs: 1_000, connectMs: 1_000, tlsMs: 1_000, answerMs: 60_000, totalMs: 120_000 };
const log = { info: () => undefined, warn: () => undefined, error: console.error };

/** Answers `/<megabytes>` with a list of signals of about that size, block by block. */
async function serve(): Promise<void> {
  const server = createServer((request, response) => {
    request.resume();
    const wanted = Number(request.url?.slice(1)) * megabyte;
    let size = 0;
    let id = 1_000_000;
    const block = (): string => {
      const records = Array.from({ length: 500 }, () => JSON.stringify(signal(String((id += 1)))));
      return `${size === 0 ? '' : ','}${records.join(',')}`;
    };
    const writeBlocks = (): void => {
      while (size < wanted) {
        const text = block();
        size += text.length;
        if (!response.write(text)) return void response.once('drain', writeBlocks);
      }
      response.end(']}');
    };
    response.write('{"ok":1,"response":[');
    writeBlocks();
  });
  // Exits when the measuring process has ended, perhaps after a failure.
  process.once('disconnect', () => process.exit());
  // Longer than the pauses of `measure`, so that a kept-alive connection is still open for the
  // next request.
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.((server.address() as AddressInfo).port);
}

async function measure(wantedMegabytes: number): Promise<void> {
  const service: ChildProcess = fork(fileURLToPath(import.meta.url), ['serve']);
  const [port] = (await once(service, 'message')) as [number];
  const dataDir = mkdtempSync(join(tmpdir(), 'big-answer-'));
  const cache = openCache({ ports: { dataDir, clock: systemClock, log }, profileId: 'bench', notify: console.error });
  const ingest = new Ingest(new URL('../../src-main/core/ingest/worker.ts', import.meta.url), cache, log);
  const transport = new Transport(timeouts, limits.answerBytes, systemClock);

  const read = async (megabytes: number): Promise<string> => {
    const answer = await transport.post({
      url: new URL(`http://127.0.0.1:${port}/${megabytes}`),
      body: '{}',
      freshSocket: false,
      onDeparted: () => undefined,
      stop: new AbortController().signal,
    });
    if (answer.kind !== 'answer') throw new Error(words(answer.text));
    const size = answer.bytes.byteLength / megabyte;
    const slice = { from: 0, to: 2_000_000_000 };
    const job = { systemId: '7', dataset: 'signalsAll', slice, wantRecords: false, renewsAge: true } as const;
    const { verdict, records, bad } = await ingest.run({ ...job, readAt: 10 }, answer.bytes);
    return `${size.toFixed(0)} MB, ${verdict}, ${records} records, ${bad} bad`;
  };
  const resident = (): number => process.memoryUsage().rss / megabyte;
  const report = (what: string): void => {
    const { rss, heapUsed, heapTotal, arrayBuffers } = process.memoryUsage();
    const rounded = [rss, heapUsed, heapTotal, arrayBuffers].map((bytes) => (bytes / megabyte).toFixed(0));
    process.stdout.write(`${what}: rss, heap, heap total, buffers ${rounded.join(', ')} MB\n`);
  };

  // Warm-up: the thread runs and the code is compiled, as in a program that has read its lists.
  for (let round = 0; round < 5; round++) await read(1);
  await sleep(5_000);
  report('before');
  const before = resident();
  process.stdout.write(`${await read(wantedMegabytes)}\n`);
  report('at once');
  for (const seconds of [1, 4, 5, 10]) {
    await sleep(seconds * 1_000);
    report(`after ${seconds} s more`);
  }
  const change = resident() / before - 1;
  process.stdout.write(
    `memory now, compared with before: ${change < 0 ? '−' : '+'}${Math.abs(change * 100).toFixed(0)} %\n`,
  );
  transport.close();
  await ingest.close();
  cache.close();
  service.kill();
  rmSync(dataDir, { recursive: true });
}

const [, , argument = '205'] = process.argv;
await (argument === 'serve' ? serve() : measure(Number(argument)));
