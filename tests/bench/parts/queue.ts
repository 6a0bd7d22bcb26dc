import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Lane } from '#contract/model/activity.ts';
import { createPlatformClient } from '#core/platform/client.ts';
import type { PlatformConnection } from '#core/platform/connection.ts';
import { paceSlackMs } from '#core/platform/pacer.ts';
import { realClock } from '#tests/fixtures/platform/real-clock.ts';
import { figureText, quantile, type Part, type PartResult, type LimitedFigure } from '../measure.ts';

const READS = 200;
const PACE_MS = 500;
const KINDS = [
  { name: 'an order', command: 'submitSignal', lane: 'submit' },
  { name: 'a cancel', command: 'cancelSignal', lane: 'cancel' },
] as const satisfies readonly { name: string; command: string; lane: Lane }[];

/**
 * Requests an order or a cancel while 200 background reads wait. Measures its place among the
 * requests and its wait, at a pace of half a second.
 */
export const part: Part = {
  about: 'an order and a cancel behind 200 waiting background reads, on the real queue and sockets',
  run: async ({ quick }) => {
    const rounds = quick ? 2 : 10;
    const tried: Tried[] = [];
    for (const kind of KINDS) for (let round = 0; round < rounds; round += 1) tried.push(await oneRound(kind, round));
    return report(tried, rounds);
  },
};

type Tried = { readonly name: string; readonly place: number; readonly waitMs: number };

async function oneRound({ name, command, lane }: (typeof KINDS)[number], round: number): Promise<Tried> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(request.url?.split('/').at(-1) ?? '');
    request.resume().on('end', () => response.end('{"ok":"1"}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = clientOf(server);
  try {
    const reads = Array.from({ length: READS + 1 }, (_, at) =>
      client.send({ command: 'requestTrades', body: { systemid: String(at) }, lane: 'background', systemId: null }),
    );
    // The first read was answered and the others wait.
    await reads[0];
    const waiting = client.queue().waiting;
    if (waiting !== READS) throw new Error(`${String(waiting)} reads wait`);
    // Each round sends its request at another moment between two reads.
    await new Promise((resolve) => setTimeout(resolve, (PACE_MS * (round % 5)) / 5));
    const before = received.length;
    const requestedAt = performance.now();
    const result = await client.send({ command, body: { systemid: '1' }, lane, systemId: '1' });
    const waitMs = performance.now() - requestedAt;
    if (result.kind !== 'answer') throw new Error(`${name} was not answered: ${result.kind}`);
    return { name, place: received.indexOf(command) - before + 1, waitMs };
  } finally {
    await client.close();
    server.close();
  }
}

function clientOf(server: Server): PlatformConnection {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return createPlatformClient({
    profile: {
      name: 'Bench',
      kind: 'practice',
      baseUrl: `http://127.0.0.1:${String(address.port)}`,
      altBaseUrl: null,
      platformId: null,
      paceMs: PACE_MS,
    },
    apiKey: 'bench',
    clock: realClock,
    random: { fraction: () => Math.random(), uuid: () => crypto.randomUUID() },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
}

function report(tried: readonly Tried[], rounds: number): PartResult {
  const triesOf = (name: string) => tried.filter((one) => one.name === name);
  const slot = PACE_MS + paceSlackMs;
  const worst = (name: string): number => Math.max(...triesOf(name).map(({ place }) => place));
  const rows = KINDS.map(({ name }) => [
    name,
    String(worst(name)),
    ...[0.5, 0.95, 0.99].map((share) =>
      figureText(
        quantile(
          triesOf(name).map(({ waitMs }) => waitMs),
          share,
        ),
      ),
    ),
  ]);
  const ratios = KINDS.map(({ name }): LimitedFigure => ({
    name: `place of ${name} among the requests sent next`,
    value: worst(name),
    limit: 1,
    must: 'stay under',
  }));
  return {
    tables: [
      {
        title: `${String(rounds)} rounds each, ${String(READS)} reads waiting, a slot of ${String(slot)} ms (milliseconds from asking to the answer)`,
        head: ['', 'worst place', 'p50', 'p95', 'p99'],
        rows,
      },
    ],
    figures: ratios,
    notes: ['Place 1 is the next request that is sent. The wait is the rest of the slot of the read before it.'],
  };
}
