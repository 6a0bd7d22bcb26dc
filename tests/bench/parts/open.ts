import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillWorld } from '../big-world.ts';
import { figureText, median, type Part, type PartResult } from '../measure.ts';
import { makeCaller, Child, type ReadyLine } from '../practice-child.ts';

const LIMIT_SECONDS = 3;
const CALLS = 15;

/**
 * The time until the stand-alone practice service is ready with a million signals in its folder,
 * and the times of some requests to the ready service.
 */
export const part: Part = {
  about: 'opening a data folder of 1,000,000 signals',
  run: async ({ quick }) => {
    const folder = mkdtempSync(join(tmpdir(), 'stratdesk-bench-'));
    try {
      return await measure(folder, quick ? 100_000 : 1_000_000);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function measure(folder: string, signalCount: number): Promise<PartResult> {
  const creation = await measureOpening(folder, async () => ({}));
  const small = await measureOpening(folder, callTimes);
  fillWorld(join(folder, 'practice.db'), signalCount);
  await measureOpening(folder, async () => ({}));
  const large = await measureOpening(folder, callTimes);
  const megabytes = statSync(join(folder, 'practice.db')).size / 1024 / 1024;
  const rows = [
    ['spawn to ready, milliseconds', figureText(small.milliseconds), figureText(large.milliseconds)],
    ...Object.keys(small.found).map((name) => [
      `${name}, p50 milliseconds`,
      figureText(small.found[name] ?? NaN),
      figureText(large.found[name] ?? NaN),
    ]),
  ];
  return {
    tables: [
      {
        title: `A new folder, and one with ${signalCount.toLocaleString('en-US')} signals more (${figureText(megabytes)} MB)`,
        head: ['', 'new', 'large'],
        rows,
      },
    ],
    figures: [
      {
        name: 'seconds from spawn to ready',
        value: large.milliseconds / 1000,
        limit: LIMIT_SECONDS,
        must: 'stay under',
      },
    ],
    notes: [
      `Creating a new folder: ${figureText(creation.milliseconds)} ms from spawn to ready. The file was opened once before, so that it is in the system's cache.`,
    ],
  };
}

type CallTimes = Readonly<Record<string, number>>;

async function measureOpening(
  folder: string,
  work: (ready: ReadyLine) => Promise<CallTimes>,
): Promise<{ milliseconds: number; found: CallTimes }> {
  const started = performance.now();
  const child = await Child.start(['src-main/practice.ts', '--json', '--clock=manual', `--data-dir=${folder}`]);
  const milliseconds = performance.now() - started;
  try {
    return { milliseconds, found: await work(JSON.parse(child.line) as ReadyLine) };
  } finally {
    await child.stop();
  }
}

let lastOwnId = 0;

async function callTimes({ baseUrl, control, world }: ReadyLine): Promise<CallTimes> {
  const base = { apikey: world.apikey, systemid: world.systemids[0] };
  const signal = { action: 'BTO', quant: 1, symbol: 'KO', typeofsymbol: 'stock', duration: 'GTC', limit: 1 };
  const api = (command: string, more: () => object = () => ({})): (() => Promise<void>) => {
    const call = makeCaller(`${baseUrl}/world/apiv3/${command}`);
    return () => call(JSON.stringify({ ...base, ...more() }));
  };
  const dayFilter = { filter_date_time_start: '2026-03-02 00:00:00' };
  const state = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${control?.token ?? ''}` };
    const answer = await fetch(`${baseUrl}/practice/state`, { headers });
    if (answer.status !== 200) throw new Error(await answer.text());
    await answer.text();
  };
  return {
    submitSignal: await p50(
      api('submitSignal', () => ({ signal: { ...signal, signalid: `n${String((lastOwnId += 1))}` } })),
    ),
    retrieveSignalsWorking: await p50(api('retrieveSignalsWorking')),
    'retrieveSignalsAll, one day': await p50(api('retrieveSignalsAll', () => dayFilter)),
    requestTradesOpen: await p50(api('requestTradesOpen')),
    requestMarginEquity: await p50(api('requestMarginEquity')),
    'GET /practice/state': await p50(state),
  };
}

async function p50(call: () => Promise<void>): Promise<number> {
  const found: number[] = [];
  for (let turn = 0; turn < CALLS; turn += 1) {
    const started = performance.now();
    await call();
    found.push(performance.now() - started);
  }
  return median(found);
}
