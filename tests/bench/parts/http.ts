import { join } from 'node:path';
import { commitTimes } from '../commit-times.ts';
import { figure, median, quantile, type Part, type PartResult } from '../measure.ts';
import { seededRandom } from '../order-stream.ts';
import { caller, Child, type Ready } from '../practice-child.ts';
import { shuffled } from '../rounds.ts';
import { withFolder } from '../with-folder.ts';

const LIMIT = 1.5;
const BLOCK = 300;
const WARM_UP = 2000;

/** submitSignal through HTTP against a route of the same server library that does nothing, one call after another on one connection. */
export const part: Part = {
  about: 'submitSignal through HTTP against an empty Fastify route; each in a process of its own',
  run: async ({ quick }) => withFolder((folder) => measure(folder, quick ? 3 : 11)),
};

type Server = { readonly child: Child; readonly call: () => Promise<void> };

async function measure(folder: string, rounds: number): Promise<PartResult> {
  const onDisk = ['src-main/practice.ts', '--json', '--clock=manual', `--data-dir=${join(folder, 'practice')}`];
  const servers = {
    [EMPTY]: await startEmpty(),
    [NO_COMMIT]: await startPractice(['tests/bench/practice-in-memory.ts', '--no-commits']),
    [IN_MEMORY]: await startPractice(['tests/bench/practice-in-memory.ts']),
    [ON_DISK]: await startPractice(onDisk),
  };
  try {
    for (const { call } of Object.values(servers)) await times(call, WARM_UP);
    return report(await interleaved(servers, rounds, folder));
  } finally {
    for (const { child } of Object.values(servers)) await child.stop();
  }
}

const EMPTY = 'empty Fastify route';
const NO_COMMIT = 'submitSignal, its transaction left out';
const IN_MEMORY = 'submitSignal, database in memory';
const ON_DISK = 'submitSignal, answered after its commit';
const COMMIT_IN_MEMORY = 'the commit alone, database in memory';
const COMMIT_ON_DISK = 'the durable commit alone';

type Found = ReadonlyMap<string, number[]>;

/** Blocks of calls in an order drawn anew for each round; the commit alone is timed in the same rounds. */
async function interleaved(servers: Readonly<Record<string, Server>>, rounds: number, folder: string): Promise<Found> {
  const random = seededRandom(2);
  const found = new Map<string, number[]>();
  const add = (name: string, values: readonly number[]): void =>
    void found.set(name, [...(found.get(name) ?? []), ...values]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, { call }] of shuffled(Object.entries(servers), random)) add(name, await times(call, BLOCK));
    add(COMMIT_IN_MEMORY, commitTimes(':memory:', BLOCK));
    add(COMMIT_ON_DISK, commitTimes(join(folder, `commit-${String(round)}.db`), BLOCK));
  }
  return found;
}

/** Microseconds of each call. */
async function times(call: () => Promise<void>, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const started = performance.now();
    await call();
    found.push((performance.now() - started) * 1000);
  }
  return found;
}

function report(found: Found): PartResult {
  const p50 = (name: string): number => median(found.get(name) ?? []);
  const rows = [...found].map(([name, values]) => [
    name,
    ...[0.5, 0.95, 0.99].map((share) => figure(quantile(values, share))),
  ]);
  const value = p50(NO_COMMIT) / p50(EMPTY);
  const name = 'submitSignal p50 without its commit, to the empty route';
  return {
    tables: [
      {
        title: 'One call after another, one kept connection (microseconds)',
        head: ['call', 'p50', 'p95', 'p99'],
        rows,
      },
    ],
    ratios: [{ name, value, limit: LIMIT, must: 'stay under' }],
    notes: [
      'Without its commit: the same service that decides, keeps and prints all the same, but leaves out the transaction of the accepted signal.',
      `With the transaction in memory: ${figure(p50(IN_MEMORY) / p50(EMPTY))} x the empty route; with the durable commit on this disk: ${figure(p50(ON_DISK) / p50(EMPTY))} x, of which ${figure((p50(ON_DISK) - p50(NO_COMMIT)) / p50(EMPTY))} x is the commit.`,
      'The two last rows are the transaction alone, many times in a row, where it finds everything of its own in the caches of the processor; between requests it takes longer.',
    ],
  };
}

async function startEmpty(): Promise<Server> {
  const child = await Child.start(['tests/bench/empty-route.ts']);
  const body = JSON.stringify({ apikey: 'k'.repeat(32), systemid: '1', signal: signalWith('1') });
  return { child, call: caller(`http://127.0.0.1:${child.line}/world/apiv3/submitSignal`, () => body) };
}

async function startPractice(args: readonly string[]): Promise<Server> {
  const child = await Child.start(args);
  const { baseUrl, world } = JSON.parse(child.line) as Ready;
  let last = 0;
  const body = (): string =>
    JSON.stringify({ apikey: world.apikey, systemid: world.systemids[0], signal: signalWith(String((last += 1))) });
  return { child, call: caller(`${baseUrl}/world/apiv3/submitSignal`, body) };
}

const signalWith = (id: string): object => ({
  action: 'BTO',
  quant: 100,
  symbol: 'AAPL',
  typeofsymbol: 'stock',
  duration: 'GTC',
  limit: 1.25,
  signalid: `b${id}`,
});
