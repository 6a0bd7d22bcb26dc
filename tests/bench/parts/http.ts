import { join } from 'node:path';
import { commitTimes } from '../commit-times.ts';
import { figureText, median, quantile, type Part, type PartResult } from '../measure.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { makeCaller, Child, type ReadyLine } from '../practice-child.ts';
import { shuffled } from '../rounds.ts';
import { withFolder } from '../with-folder.ts';

const LIMIT_A_SECOND = 1000;
const BLOCK = 300;
const WARM_UP = 2000;

/**
 * Calls submitSignal through HTTP, one call after another on one connection. Each call is answered
 * after its durable commit.
 */
export const part: Part = {
  about: 'submitSignal through HTTP with its commit, beside an empty route and the commit alone',
  run: async ({ quick }) => withFolder((folder) => measure(folder, quick ? 3 : 11)),
};

/** `body` creates the next request before the measurement. */
type Server = { readonly child: Child; readonly body: () => string; readonly call: (body: string) => Promise<void> };

const EMPTY = 'empty Fastify route';
const SUBMIT = 'submitSignal, answered after its commit';
const COMMIT = 'the durable commit alone';

async function measure(folder: string, rounds: number): Promise<PartResult> {
  const servers = { [EMPTY]: await startEmptyRoute(), [SUBMIT]: await startPractice(join(folder, 'practice')) };
  try {
    for (const server of Object.values(servers)) await times(server, WARM_UP);
    return report(await interleaved(servers, rounds, folder));
  } finally {
    for (const { child } of Object.values(servers)) await child.stop();
  }
}

/** Microseconds of each call, by contestant. Each round adds one block of calls per contestant. */
type Blocks = ReadonlyMap<string, number[][]>;

async function interleaved(servers: Record<string, Server>, rounds: number, folder: string): Promise<Blocks> {
  const random = seededNumbers(2);
  const blocks = new Map<string, number[][]>([EMPTY, SUBMIT, COMMIT].map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const name of shuffled([...blocks.keys()], random)) {
      const server = servers[name];
      const block = server
        ? await times(server, BLOCK)
        : commitTimes(join(folder, `commits-${String(round)}.db`), BLOCK);
      blocks.get(name)?.push(block);
    }
  }
  return blocks;
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

function report(blocks: Blocks): PartResult {
  const rates = (blocks.get(SUBMIT) ?? []).map((block) => (1_000_000 * block.length) / sum(block));
  return {
    tables: [
      {
        title: 'One call after another, one kept connection (microseconds)',
        head: ['call', 'p50', 'p95', 'p99'],
        rows: [...blocks].map(([name, found]) => [
          name,
          ...[0.5, 0.95, 0.99].map((share) => figureText(quantile(found.flat(), share))),
        ]),
      },
    ],
    figures: [
      { name: 'submits a second, each with its commit', value: median(rates), limit: LIMIT_A_SECOND, must: 'reach' },
    ],
    notes: ['A commit waits for the disk, so this figure is mostly the disk of the machine.'],
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

async function startEmptyRoute(): Promise<Server> {
  const child = await Child.start(['tests/bench/empty-route.ts']);
  return serverOf(child, `http://127.0.0.1:${child.line}`, { apikey: 'k'.repeat(32), systemid: '1' });
}

async function startPractice(dataDir: string): Promise<Server> {
  const child = await Child.start(['src-main/practice.ts', '--json', '--clock=manual', `--data-dir=${dataDir}`]);
  const { baseUrl, world } = JSON.parse(child.line) as ReadyLine;
  return serverOf(child, baseUrl, { apikey: world.apikey, systemid: world.systemids[0] });
}

/** Both servers get the same signals. Each server has its own key and strategy (`members`). */
function serverOf(child: Child, baseUrl: string, members: object): Server {
  let last = 0;
  const body = (): string => JSON.stringify({ ...members, signal: signalWith(String((last += 1))) });
  return { child, body, call: makeCaller(`${baseUrl}/world/apiv3/submitSignal`) };
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
