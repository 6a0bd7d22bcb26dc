// npm run soak: runs one core for a long time, in real time and at the pace of the platform, with
// occasional faults, restarts, clock jumps of an hour and suspends. The core uses a connection of
// the kind world, so that the pace applies. The connection has the address of the proxy.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { practiceAccess } from '#hosts/desktop/practice-access.ts';
import { checkWorld } from './checker/check-world.ts';
import { readWorld } from './checker/read-world.ts';
import { CoreLink } from './core-link.ts';
import type { Memory } from './core-messages.ts';
import { Draw } from './draw.ts';
import { PracticeLink } from './practice-link.ts';
import { readFlags } from '#tests/fixtures/read-flags.ts';
import { pause } from './pause.ts';
import { takeAction, type Stage } from './scenes.ts';
import { machineNow } from './sim-time.ts';
import { Tally } from './tally.ts';
import { Trader } from './trader.ts';
import { slope } from './trend.ts';
import { World } from './world.ts';

const flags = readFlags({
  minutes: 10,
  seed: 1,
  /** How often the core is closed and started again. */
  restarts: 2,
  commit: 'unknown',
  bundle: '',
  /** A file for all details. */
  report: '',
});

const paceMs = 1_000;
const startedAt = machineNow();
const totalMs = flags.minutes * 60_000;
const folder = mkdtempSync(join(tmpdir(), 'stratdesk-soak-'));
const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
const tally = new Tally([]);
const draw = new Draw(`${flags.seed}/soak`);
const practice = new PracticeLink(join(flags.bundle, 'practice-process.js'), env);
/** The times at which requests began, over all lives. */
const requestTimes: number[] = [];
/** Memory and handles, with the machine minutes since the start of the life. */
type Sample = { readonly minute: number; readonly memory: Memory; readonly handles: number };
const samples: Sample[][] = [];

async function createTemplate(): Promise<string> {
  const path = join(folder, 'template');
  await practice.open(path, flags.seed, { epoch: Date.now(), since: machineNow(), speed: 1 });
  await practice.close();
  return path;
}

/** One run of the program, from start to close. */
async function runLife(world: World, untilMs: number): Promise<void> {
  const core = new CoreLink(join(flags.bundle, 'core-process.js'), env);
  const lifeSamples: Sample[] = [];
  samples.push(lifeSamples);
  const lifeStart = machineNow();
  const { ready } = practice;
  const access = { ...practiceAccess(ready), baseUrl: world.proxy.baseUrl };
  const trader = new Trader(world, core, tally, { orders: [], acts: [] });
  world.beginStretch(0, false);
  await core.start(
    {
      dataDir: world.dataDir,
      practice: access,
      ingestWorker: `file://${join(flags.bundle, 'ingest-worker.js')}`,
      time: world.time,
      wallOffsetMs: 0,
      failPoint: null,
      hasResendDefect: false,
      reportsRequests: true,
    },
    (message) => {
      if (message.is === 'logged') world.note(message);
      if (message.is === 'began') requestTimes.push(message.at);
      if (message.is !== 'measured') return;
      lifeSamples.push({ ...message, minute: (machineNow() - lifeStart) / 60_000 });
    },
  );
  await connect(world, trader, ready.world.apikey);
  // These datasets need so many requests that the pace limits them.
  for (const systemId of world.systemIds)
    await trader.call('sync.watch', { systemId, datasets: ['signalsWorking', 'signalsAll', 'tradesOpen', 'margin'] });
  const stage: Stage = { world, trader, systemId: draw.pick(world.systemIds), nextDay: () => Promise.resolve() };
  for (let offset = 0; machineNow() - startedAt < untilMs;) {
    if (core.isOrderEntryOpen) await takeAction(stage);
    if (draw.chance(0.02)) offset = jump(world, core, offset);
    if (draw.chance(0.02)) await suspend(core);
    core.tell({ do: 'measure' });
    await pause(draw.wholeNumber(2_000, 12_000));
    await world.drain();
  }
  core.tell({ do: 'close' });
  const { code, signal, stderr } = await core.exited;
  world.note({ is: 'ended', code, signal, stderr });
  world.endStretch();
}

/** Moves the wall clock by an hour, forward or back; returns how far it is off now. */
function jump(world: World, core: CoreLink, from: number): number {
  const offset = from + draw.pick([-3_600_000, 3_600_000]);
  tally.count('clock jumps');
  world.beginStretch(offset, false);
  core.tell({ do: 'wall', offsetMs: offset });
  return offset;
}

async function suspend(core: CoreLink): Promise<void> {
  tally.count('suspends');
  await core.sleep(draw.wholeNumber(1_000, 40_000));
}

async function connect(world: World, trader: Trader, key: string): Promise<void> {
  const known = (await trader.call('profiles.list', {}))?.find(({ kind }) => kind === 'world');
  const profile = {
    id: known?.id ?? null,
    name: 'Soak',
    kind: 'world' as const,
    baseUrl: world.proxy.baseUrl,
    altBaseUrl: null,
    platformId: null,
  };
  const saved = await trader.call('profiles.save', { ...profile, paceMs, key });
  if (!saved) throw new Error(`the connection could not be saved: ${[...tally.counts.keys()].join(', ')}`);
  await trader.call('profiles.select', { profileId: saved.id });
}

const epoch = Date.now();
const template = { folder: await createTemplate(), epoch, seed: flags.seed };
const world = await World.open({ folder: join(folder, 'world'), practice, template, switches: {}, speed: 1, draw });
world.hooks = {
  arrived: ({ ownId }) => {
    if (ownId !== null) tally.countOrder(ownId);
  },
};
const lifeCount = flags.restarts + 1;
for (let life = 1; life <= lifeCount; life++) await runLife(world, (totalMs * life) / lifeCount);
await world.close();
practice.end();

const gaps = requestTimes.slice(1).map((at, index) => at - (requestTimes[index] ?? at));
const shortestGapMs = Math.min(...gaps);
const verdict = checkWorld(readWorld(world.folder, 'live'));
const longest = samples.reduce((a, b) => (b.length > a.length ? b : a));
// The first fifth is warm-up.
const afterWarmUp = longest.slice(Math.floor(longest.length / 5));
const megabytes = (bytes: number | undefined): string => ((bytes ?? 0) / 2 ** 20).toFixed(1);
const growth = slope(afterWarmUp.map(({ minute, memory }) => [minute, memory.rss / 2 ** 20]));
/** About ten samples of the longest life, which show what grew. */
const shownSamples = longest.filter((_, at) => at % Math.ceil(longest.length / 10) === 0 || at === longest.length - 1);
/** True if the run shows nothing, because it had no orders or fewer than two requests. */
const isIdle = requestTimes.length < 2 || tally.orders === 0;
const failed = verdict.findings.length > 0 || isIdle || shortestGapMs < paceMs;
const summary = [
  `Soak of commit ${flags.commit}, seed ${flags.seed}: ${failed ? 'FAILED' : 'no violation'}`,
  `  ${flags.minutes} min, ${lifeCount} lives, ${tally.counts.get('clock jumps') ?? 0} clock jumps, ${tally.counts.get('suspends') ?? 0} suspends`,
  `  ${requestTimes.length} requests, ${tally.orders} orders sent${isIdle ? ': too few to check anything' : ''}`,
  `  shortest time between requests ${shortestGapMs.toFixed(1)} ms (P7: at least ${paceMs} ms)`,
  `  resident memory ${megabytes(afterWarmUp.at(0)?.memory.rss)} → ${megabytes(afterWarmUp.at(-1)?.memory.rss)} MiB, ${(growth * 60).toFixed(2)} MiB an hour`,
  `  handles ${afterWarmUp.at(0)?.handles ?? '-'} → ${afterWarmUp.at(-1)?.handles ?? '-'}`,
  `  violations ${verdict.findings.length}`,
];
const details = [
  '',
  'Minute of the longest life: MiB resident, heap, used heap, outside the heap',
  ...shownSamples.map(
    ({ minute, memory: { rss, heapTotal, heapUsed, external } }) =>
      `  ${minute.toFixed(0).padStart(4)}: ${[rss, heapTotal, heapUsed, external].map(megabytes).join(', ')}`,
  ),
  ...verdict.findings.map(({ kind, text }) => `  ${kind}: ${text}`),
];
for (const line of summary) console.log(line);
if (flags.report !== '') {
  writeFileSync(flags.report, `${[...summary, ...details].join('\n')}\n`);
  console.log(`  details: ${flags.report}`);
}
if (failed) console.log(`  files: ${folder}`);
else rmSync(folder, { recursive: true, force: true });
process.exitCode = failed ? 1 : 0;
