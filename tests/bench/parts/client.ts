import { words } from '#renderer/messages/words.ts';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import got from 'got';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { classifySubmit } from '#core/orders/send/classify.ts';
import { submitBody } from '#core/orders/send/submit-request.ts';
import { ActivityLog } from '#core/platform/activity-log.ts';
import { createPlatformClient } from '#core/platform/client.ts';
import { readEnvelope } from '#core/platform/envelope.ts';
import { parseSignals } from '#core/platform/parse/signal.ts';
import type { PlatformConnection } from '#core/platform/connection.ts';
import { realClock } from '#tests/fixtures/platform/real-clock.ts';
import { figureText, median, quantile, type Part, type PartResult } from '../measure.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { Child, type ReadyLine } from '../practice-child.ts';
import { shuffled } from '../rounds.ts';
import { withFolder } from '../with-folder.ts';

const LIMIT = 1.4;
const BLOCK = 100;
const READ = 'retrieveSignalsWorking';
const SUBMIT = 'submitSignal';

/**
 * Compares our whole client (queue, gate, log, parse, check) with the library `got` alone. A bare
 * server sends recorded answers of the practice service.
 */
export const part: Part = {
  about: 'a call through the whole client, without pace and journal, compared with the library got alone',
  run: ({ quick }) => withFolder((folder) => measure(folder, quick ? 3 : 15)),
};

type Ways = Readonly<Record<string, () => Promise<void>>>;

async function measure(folder: string, rounds: number): Promise<PartResult> {
  const { answers, systemId, apiKey } = await recordAnswers();
  const file = join(folder, 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  const server = await Child.start(['tests/bench/desk/bare-server.ts', file]);
  const baseUrl = `http://127.0.0.1:${server.line}`;
  const client = clientOf(baseUrl, apiKey);
  const keptAliveAgent = new Agent({ keepAlive: true });
  try {
    const url = (command: string): string => `${baseUrl}/world/apiv3/${command}`;
    const ways: Ways = {
      [READ_BY_GOT]: () => requestByGot(url(READ), { systemid: systemId, apikey: apiKey }, keptAliveAgent),
      [READ_BY_CLIENT]: () => ourRead(client, systemId),
      [ORDER_BY_GOT]: () => requestByGot(url(SUBMIT), { ...submitBody(order(systemId)), apikey: apiKey }, null),
      [ORDER_BY_CLIENT]: () => ourOrder(client, order(systemId)),
    };
    return report(await interleaved(ways, rounds));
  } finally {
    keptAliveAgent.destroy();
    await client.close();
    await server.stop();
  }
}

const READ_BY_GOT = 'a list of working signals, by the library got alone';
const READ_BY_CLIENT = 'the same, through the client, parsed';
const ORDER_BY_GOT = 'an order on a fresh connection, by the library got alone';
const ORDER_BY_CLIENT = 'the same, through the client, its answer classified';

/**
 * Times blocks of calls, in a new random order for each round, after a warm-up round. Returns
 * microseconds by the name of the way.
 */
async function interleaved(ways: Ways, rounds: number): Promise<Map<string, number[]>> {
  const random = seededNumbers(7);
  const found = new Map<string, number[]>();
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, way] of shuffled(Object.entries(ways), random)) {
      for (let turn = 0; turn < BLOCK; turn += 1) {
        const started = performance.now();
        await way();
        const took = (performance.now() - started) * 1000;
        if (round >= 0) found.set(name, [...(found.get(name) ?? []), took]);
      }
    }
  }
  return found;
}

/**
 * A request by the library `got` alone, with the options that a client of this service needs. If
 * `agent` is null, the request uses a fresh connection.
 */
async function requestByGot(url: string, body: object, agent: Agent | null): Promise<void> {
  const usedAgent = agent ?? new Agent({ keepAlive: false });
  const answer = await got.post(url, {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    agent: { http: usedAgent },
    retry: { limit: 0 },
  });
  const decoded = JSON.parse(answer.body) as { ok: unknown };
  if (decoded.ok === undefined) throw new Error(answer.body);
  if (agent === null) usedAgent.destroy();
}

async function ourRead(client: PlatformConnection, systemId: string): Promise<void> {
  const result = await client.send({ command: READ, body: { systemid: systemId }, lane: 'view', systemId });
  if (result.kind !== 'answer') throw new Error(words(result.text));
  const parsed = parseSignals(readEnvelope(result.bytes).body?.['response'], systemId);
  if (parsed === null || parsed.items.length === 0) throw new Error('the list was not understood');
}

async function ourOrder(client: PlatformConnection, row: OrderToSend): Promise<void> {
  const { systemId } = row.ticket;
  const result = await client.send({ command: SUBMIT, body: submitBody(row), lane: 'submit', systemId });
  const verdict = classifySubmit(result, row);
  if (verdict.kind !== 'accepted') throw new Error(JSON.stringify(verdict));
}

type OrderToSend = Pick<OrderRow, 'ownId' | 'ticket' | 'mode'>;

const order = (systemId: string): OrderToSend => ({
  ownId: '123456789012345',
  mode: 'PRACTICE',
  ticket: {
    systemId,
    action: 'BTO',
    quantity: '100',
    symbol: 'AAPL',
    instrument: 'stock',
    price: { kind: 'limit', limit: '10.50' },
    duration: 'GTC',
    profitTarget: '12',
    stopLoss: '9',
    conditionalUpon: null,
    ocaGroupId: null,
    keepBothAlive: false,
    replaces: null,
  },
});

/** Records answers of the practice service, so that the work of the service is not measured. */
async function recordAnswers(): Promise<{ answers: Record<string, string>; systemId: string; apiKey: string }> {
  const child = await Child.start(['tests/bench/practice-in-memory.ts']);
  try {
    const { baseUrl, world } = JSON.parse(child.line) as ReadyLine;
    const systemId = world.systemids[0] ?? '';
    const ask = async (command: string, body: object): Promise<string> => {
      const answer = await fetch(`${baseUrl}/world/apiv3/${command}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ apikey: world.apikey, ...body }),
      });
      return answer.text();
    };
    const answers = {
      [SUBMIT]: await ask(SUBMIT, submitBody(order(systemId))),
      [READ]: await ask(READ, { systemid: systemId }),
    };
    return { answers, systemId, apiKey: world.apikey };
  } finally {
    await child.stop();
  }
}

function clientOf(baseUrl: string, apiKey: string): PlatformConnection {
  const activity = new ActivityLog();
  return createPlatformClient({
    profile: { name: 'Bench', kind: 'practice', baseUrl, altBaseUrl: null, platformId: null, paceMs: 0 },
    apiKey,
    clock: realClock,
    random: { fraction: () => Math.random(), uuid: () => crypto.randomUUID() },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    gate: () => null,
    onActivity: (entry) => activity.add(entry),
  });
}

function report(found: Map<string, number[]>): PartResult {
  const p50 = (name: string): number => median(found.get(name) ?? []);
  const shares = [0.5, 0.95, 0.99];
  const rows = [READ_BY_GOT, READ_BY_CLIENT, ORDER_BY_GOT, ORDER_BY_CLIENT].map((name) => [
    name,
    ...shares.map((share) => figureText(quantile(found.get(name) ?? [], share))),
  ]);
  const ratio = (name: string, ours: string, theirs: string) =>
    ({ name, value: p50(ours) / p50(theirs), limit: LIMIT, must: 'stay under' }) as const;
  return {
    tables: [{ title: 'One call after another (microseconds)', head: ['call', 'p50', 'p95', 'p99'], rows }],
    figures: [
      ratio('a read through the client, p50, to the library got alone', READ_BY_CLIENT, READ_BY_GOT),
      ratio('an order through the client, p50, to the library got alone', ORDER_BY_CLIENT, ORDER_BY_GOT),
    ],
    notes: ['At the end the library got has decoded the JSON; the client has also parsed and checked every member.'],
  };
}
