// npm run chaos: the real core killed again and again while it trades on a practice service whose network is as bad as it
// gets, and afterwards an independent look at who has which order.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failPointNames } from '#core/orders/fail-points.ts';
import { allPairs, type Combination, type Factor } from './all-pairs.ts';
import { checkWorld } from './checker/check-world.ts';
import { readWorld } from './checker/read-world.ts';
import { addVerdicts, noVerdict } from './checker/verdict.ts';
import { Draw } from './draw.ts';
import { forgetAnOrder } from './forget-order.ts';
import { Pair, type PairOptions } from './pair.ts';
import { PracticeLink } from './practice-link.ts';
import { readFlags } from '#tests/fixtures/read-flags.ts';
import { figures, reportLines } from './report.ts';
import { machineNow } from './sim-time.ts';
import { Tally } from './tally.ts';

const flags = readFlags({
  orders: 2000,
  kills: 300,
  seed: 1,
  pairs: 2,
  minutes: 0,
  speed: 30,
  lives: 25,
  /** Goes to every fail point, with at most so many tries for each; orders and kills are then no goal. 0: does not. */
  directed: 0,
  commit: 'unknown',
  bundle: '',
  keep: '',
  /** A file for what is printed at the end, written anew after every world. */
  report: '',
  /** A file for the figures, beside what is printed. */
  json: '',
  /** Breaks the program on purpose: `resend` or `forget`. The run must then fail. */
  broken: '',
  /** Switches that every world has, name=value,…; instead of the table of all pairs. */
  switches: '',
});

const seed = flags.seed;
const started = machineNow();
const folder = flags.keep === '' ? mkdtempSync(join(tmpdir(), 'stratdesk-chaos-')) : flags.keep;
const env = { ...process.env, NODE_COMPILE_CACHE: join(folder, 'compiled') };
const tally = new Tally(failPointNames);
let verdict = noVerdict;
let used = 0;

const practices = Array.from(
  { length: flags.pairs },
  () => new PracticeLink(join(flags.bundle, 'practice-process.js'), env),
);

/** A practice folder is founded once; every world begins with a copy. */
async function template(): Promise<PairOptions['template'] & { readonly factors: readonly Factor[] }> {
  const [first] = practices;
  if (!first) throw new Error('--pairs must be 1 or more');
  const epoch = Date.UTC(2026, 2, 2, 14, 30);
  const path = join(folder, 'template');
  await first.open(path, seed, { epoch, since: machineNow(), speed: 1 });
  const factors = (await first.switches()).map(({ name, values }) => ({ name, values }));
  await first.close();
  return { folder: path, epoch, seed, factors };
}

/** What the worlds are given, one after the other, round and round. */
function table(factors: readonly Factor[]): readonly Combination[] {
  if (flags.switches === '') return allPairs(factors, new Draw(`${seed}/switches`));
  return [Object.fromEntries(flags.switches.split(',').map((text) => text.split('=') as [string, string]))];
}

function judge(world: string): void {
  if (flags.broken === 'forget') forgetAnOrder(join(world, 'core', 'orders-practice', 'journal.db'));
  const found = checkWorld(readWorld(world));
  verdict = addVerdicts(verdict, found);
  const seconds = ((machineNow() - started) / 1_000).toFixed(0);
  const told = found.findings.map(({ kind }) => kind);
  process.stderr.write(
    `${seconds} s: ${tally.orders} orders, ${tally.kills} kills${told.length > 0 ? `, ${told.join(' ')} in ${world}` : ''}\n`,
  );
  if (found.findings.length === 0 && flags.keep === '') rmSync(world, { recursive: true, force: true });
  // A long run that is ended before its time leaves what it has found so far.
  if (flags.report !== '') writeFileSync(flags.report, report().join('\n'));
}

function report(): string[] {
  return reportLines(verdict, tally, {
    seed,
    commit: flags.commit,
    seconds: (machineNow() - started) / 1_000,
    speed: flags.speed,
    pairs: practices.length,
    combinations: { used: Math.min(used, combinations.length), table: combinations.length },
  });
}

mkdirSync(folder, { recursive: true });
const { factors, ...founded } = await template();
const combinations = table(factors);
const limit = flags.minutes * 60_000;
const goal = {
  orders: flags.orders,
  kills: flags.kills,
  isOver: () => limit > 0 && machineNow() - started > limit,
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
      template: founded,
      speed: flags.speed,
      goal,
      tally,
      combinations: () => combinations[used++ % combinations.length] ?? {},
      lives: flags.lives,
      resendsLost: flags.broken === 'resend',
      directed: flags.directed === 0 ? null : flags.directed,
      done: async (world) => judge(world),
    }).run(),
  ),
);
for (const practice of practices) practice.end();

for (const line of report()) console.log(line);
if (flags.json !== '') writeFileSync(flags.json, JSON.stringify(figures(verdict, tally)));
if (verdict.findings.length === 0 && flags.keep === '') rmSync(folder, { recursive: true, force: true });
else console.log(`\nkept: ${folder}`);
process.exitCode = verdict.findings.length === 0 ? 0 : 1;
