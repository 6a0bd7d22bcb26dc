import { join } from 'node:path';
import { commitTimes } from '../commit-times.ts';
import { figure, median, quantile, type Part, type PartResult, type Table } from '../measure.ts';
import { onOneProcessor } from '../one-processor.ts';
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

/** `body` gives the next one, before the clock runs. */
type Server = { readonly child: Child; readonly body: () => string; readonly call: (body: string) => Promise<void> };
type Servers = Readonly<Record<string, Server>>;

async function measure(folder: string, rounds: number): Promise<PartResult> {
  const onDisk = ['src-main/practice.ts', '--json', '--clock=manual', `--data-dir=${join(folder, 'practice')}`];
  const servers: Servers = {
    [EMPTY]: await startEmpty(),
    [NO_COMMIT]: await startPractice(['tests/bench/practice-in-memory.ts', '--no-commits']),
    [IN_MEMORY]: await startPractice(['tests/bench/practice-in-memory.ts']),
    [ON_DISK]: await startPractice(onDisk),
  };
  const pids = Object.values(servers).map(({ child }) => child.pid);
  try {
    for (const server of Object.values(servers)) await times(server, WARM_UP);
    const free = await interleaved(servers, rounds, join(folder, 'free'));
    const bound = await onOneProcessor(pids, () => interleaved(servers, rounds, join(folder, 'bound')));
    return report(free, bound);
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
async function interleaved(servers: Servers, rounds: number, file: string): Promise<Found> {
  const random = seededRandom(2);
  const found = new Map<string, number[]>();
  const add = (name: string, values: readonly number[]): void =>
    void found.set(name, [...(found.get(name) ?? []), ...values]);
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, server] of shuffled(Object.entries(servers), random)) add(name, await times(server, BLOCK));
    add(COMMIT_IN_MEMORY, commitTimes(':memory:', BLOCK));
    add(COMMIT_ON_DISK, commitTimes(`${file}-${String(round)}.db`, BLOCK));
  }
  return found;
}

/** Microseconds of each call. */
async function times({ body, call }: Server, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let turn = 0; turn < count; turn += 1) {
    const text = body();
    const started = performance.now();
    await call(text);
    found.push((performance.now() - started) * 1000);
  }
  return found;
}

function report(free: Found, bound: Found | undefined): PartResult {
  const judged = bound ?? free;
  const p50 = (name: string): number => median(judged.get(name) ?? []);
  const where = bound ? 'on one processor' : 'on any processor';
  const ratio = (found: Found): number => median(found.get(NO_COMMIT) ?? []) / median(found.get(EMPTY) ?? []);
  return {
    tables: [...(bound ? [tableOf('all on one processor', bound)] : []), tableOf('on any processor', free)],
    ratios: [
      {
        name: `submitSignal p50 without its commit, to the empty route, ${where}`,
        value: ratio(judged),
        limit: LIMIT,
        must: 'stay under',
      },
    ],
    notes: [
      'Without its commit: the same service that decides, keeps and prints all the same, but leaves out the transaction of the accepted signal.',
      bound
        ? `Caller and service take turns. On one processor the time is the work of both; on any processor it is ${figure(ratio(free))} x here, with what it costs to wake a processor that fell asleep between two turns. A processor of this kind of machine stays awake for tens of microseconds and takes as many to wake up, so that wait is there for the longer work and not for the shorter.`
        : 'This system can not bind processes to a processor: what it costs to wake one between two turns is in the figures.',
      `With the transaction in memory: ${figure(p50(IN_MEMORY) / p50(EMPTY))} x the empty route; with the durable commit on this disk: ${figure(p50(ON_DISK) / p50(EMPTY))} x, of which ${figure((p50(ON_DISK) - p50(NO_COMMIT)) / p50(EMPTY))} x is the commit.`,
      'The rows of the commit alone are the transaction many times in a row, where it finds everything of its own in the caches of the processor; between requests it takes longer.',
    ],
  };
}

function tableOf(where: string, found: Found): Table {
  return {
    title: `One call after another, one kept connection, ${where} (microseconds)`,
    head: ['call', 'p50', 'p95', 'p99'],
    rows: [...found].map(([name, values]) => [
      name,
      ...[0.5, 0.95, 0.99].map((share) => figure(quantile(values, share))),
    ]),
  };
}

async function startEmpty(): Promise<Server> {
  const child = await Child.start(['tests/bench/empty-route.ts']);
  return serverOf(child, `http://127.0.0.1:${child.line}`, { apikey: 'k'.repeat(32), systemid: '1' });
}

async function startPractice(args: readonly string[]): Promise<Server> {
  const child = await Child.start(args);
  const { baseUrl, world } = JSON.parse(child.line) as Ready;
  return serverOf(child, baseUrl, { apikey: world.apikey, systemid: world.systemids[0] });
}

/** Both are sent the same requests. */
function serverOf(child: Child, baseUrl: string, members: object): Server {
  let last = 0;
  const body = (): string => JSON.stringify({ ...members, signal: signalWith(String((last += 1))) });
  return { child, body, call: caller(`${baseUrl}/world/apiv3/submitSignal`) };
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
