// npm run chaos: the real core trades on a practice service over a faulty network and is killed
// again and again. Afterwards an independent checker compares the orders and acts of the core with
// those of the service.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failPointNames } from '#core/orders/journal/fail-points.ts';
import { allPairs, type Combination, type Factor } from './all-pairs.ts';
import { checkWorld } from './checker/check-world.ts';
import { readWorld } from './checker/read-world.ts';
import { addVerdicts, emptyVerdict } from './checker/verdict.ts';
import { Draw } from './draw.ts';
import { forgetRows } from './forget-rows.ts';
import { Pair, type PairOptions } from './pair.ts';
import { PracticeLink } from './practice-link.ts';
import { readFlags } from '#tests/fixtures/read-flags.ts';
import { figures, reportLines, summaryLines, type RunInfo } from './report.ts';
import { machineNow } from './sim-time.ts';
import { Tally } from './tally.ts';

const flags = readFlags({
  orders: 2000,
  kills: 300,
  seed: 1,
  /** Pairs of a practice process and a sequence of core processes, all at the same time. */
  pairs: 2,
  minutes: 0,
  speed: 30,
  lives: 25,
  /**
   * Tries each fail point at most this often, instead of the goals for orders and kills. 0: off.
   */
  directed: 0,
  commit: 'unknown',
  bundle: '',
  keep: '',
  /** A file with all details, written after every world. */
  report: '',
  /** A file for the figures as JSON. */
  json: '',
  /** A deliberate fault: `resend` or `forget`. The run must then fail. */
  broken: '',
  /** The same switches for every world, as name=value,name=value, instead of `allPairs`. */
  switches: '',
});

const seed = flags.seed;
const startedAt = machineNow();
const folder = flags.keep === '' ? mkdtempSync(join(tmpdir(), 'stratdesk-chaos-')) : flags.keep;
const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
const tally = new Tally(failPointNames);
let verdict = emptyVerdict;
/** Keys of the acts that `--broken=forget` deleted from the journals. */
const forgottenActs: string[] = [];
let combinationsUsed = 0;

const practices = Array.from(
  { length: flags.pairs },
  () => new PracticeLink(join(flags.bundle, 'practice-process.js'), env),
);

/** The practice folder is created once; every world starts with a copy. */
async function createTemplate(): Promise<PairOptions['template'] & { readonly factors: readonly Factor[] }> {
  const [first] = practices;
  if (!first) throw new Error('--pairs must be 1 or more');
  const epoch = Date.UTC(2026, 2, 2, 14, 30);
  const path = join(folder, 'template');
  await first.open(path, seed, { epoch, since: machineNow(), speed: 1 });
  const factors = (await first.switches()).map(({ name, values }) => ({ name, values }));
  await first.close();
  return { folder: path, epoch, seed, factors };
}

/** The combinations of switches, which the worlds use in turn. */
function combinationsOf(factors: readonly Factor[]): readonly Combination[] {
  if (flags.switches === '') return allPairs(factors, new Draw(`${seed}/switches`));
  return [Object.fromEntries(flags.switches.split(',').map((text) => text.split('=') as [string, string]))];
}

function judge(world: string): void {
  if (flags.broken === 'forget')
    forgottenActs.push(...forgetRows(join(world, 'core', 'orders-practice', 'journal.db'), readWorld(world)));
  const found = checkWorld(readWorld(world));
  verdict = addVerdicts(verdict, found);
  const seconds = ((machineNow() - startedAt) / 1_000).toFixed(0);
  const kinds = found.findings.map(({ kind }) => kind);
  process.stderr.write(
    `${seconds} s: ${tally.orders} orders, ${tally.kills} kills${kinds.length > 0 ? `, ${kinds.join(' ')} in ${world}` : ''}\n`,
  );
  if (found.findings.length === 0 && flags.keep === '') rmSync(world, { recursive: true, force: true });
  // Written after every world, so that a run that is ended early leaves its results so far.
  if (flags.report !== '') writeFileSync(flags.report, `${reportLines(verdict, tally, runInfo()).join('\n')}\n`);
}

function runInfo(): RunInfo {
  return {
    seed,
    commit: flags.commit,
    seconds: (machineNow() - startedAt) / 1_000,
    speed: flags.speed,
    pairs: practices.length,
    combinations: { used: Math.min(combinationsUsed, combinations.length), total: combinations.length },
  };
}

mkdirSync(folder, { recursive: true });
const { factors, ...templateWorld } = await createTemplate();
const combinations = combinationsOf(factors);
const limit = flags.minutes * 60_000;
const goal = {
  orders: flags.orders,
  kills: flags.kills,
  isOver: () => limit > 0 && machineNow() - startedAt > limit,
};
await Promise.all(
  practices.map((practice, index) =>
    new Pair({
      name: `world-${index + 1}`,
      seed,
      folder,
      bundle: flags.bundle,
      env,
      practice,
      template: templateWorld,
      speed: flags.speed,
      goal,
      tally,
      nextCombination: () => combinations[combinationsUsed++ % combinations.length] ?? {},
      livesPerWorld: flags.lives,
      hasResendDefect: flags.broken === 'resend',
      triesPerPoint: flags.directed === 0 ? null : flags.directed,
      done: async (world) => judge(world),
    }).run(),
  ),
);
for (const practice of practices) practice.end();

for (const line of summaryLines(verdict, tally, runInfo())) console.log(line);
if (flags.report !== '') console.log(`  details: ${flags.report}`);
if (flags.json !== '') writeFileSync(flags.json, JSON.stringify(figures(verdict, tally, forgottenActs)));
if (verdict.findings.length === 0 && flags.keep === '') rmSync(folder, { recursive: true, force: true });
else console.log(`  files of the worlds: ${folder}`);
process.exitCode = verdict.findings.length === 0 ? 0 : 1;
