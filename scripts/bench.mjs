// npm run bench [-- --only=engine,http] [--quick]: measures the program and its peers (other
// libraries for the same work) in one run and checks every ratio against its limit. All figures are
// written to bench.txt and bench.json. Compare ratios, never milliseconds of two machines or two
// days.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { continueOnPinnedNode } from './pinned-node.mjs';
import { inRoot, pinnedNode, say } from './project.mjs';
import { runChild } from './run-child.mjs';
import { runMain } from './run-main.mjs';
import { setUp } from './set-up.mjs';
import { UserError } from './user-error.mjs';

/** @typedef {import('../tests/bench/measure.ts').LimitedFigure} LimitedFigure */
/** @typedef {import('../tests/bench/measure.ts').Table} Table */
/** @typedef {import('../tests/bench/measure.ts').PartResult & { readonly about: string }} Result */

const benchFolder = inRoot('tests', 'bench');
/**
 * The package.json of the peers is not in tests/bench itself, because Node would resolve the `#…`
 * imports of the benchmark by it.
 */
const peersFolder = join(benchFolder, 'peers');
const PARTS = readdirSync(join(benchFolder, 'parts'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -'.ts'.length));

/** @param {readonly string[]} args */
function readFlags(args) {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string' }, quick: { type: 'boolean', default: false } },
  });
  const partNames = values.only?.split(',') ?? PARTS;
  const unknown = partNames.find((name) => !PARTS.includes(name));
  if (unknown !== undefined) throw new UserError(`there is no part ${unknown}: ${PARTS.join(', ')}`, 2);
  return { partNames, quick: values.quick };
}

/** The peers have their own lockfile, so that none of them becomes part of the program. */
function installPeers() {
  const lock = readFileSync(join(peersFolder, 'package-lock.json'), 'utf8');
  const stamp = join(peersFolder, 'node_modules', '.stratdesk-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  say('stratdesk: installing the peers of the benchmark …');
  const done = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'], {
    cwd: peersFolder,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (done.status !== 0) throw new UserError('the peers could not be installed; the messages of npm are above');
  writeFileSync(stamp, lock);
}

/**
 * @param {string} name
 * @param {boolean} quick
 * @returns {Promise<Result>}
 */
async function runPart(name, quick) {
  const folder = mkdtempSync(join(tmpdir(), 'stratdesk-bench-'));
  const out = join(folder, 'result.json');
  try {
    const script = join(benchFolder, 'run-part.ts');
    const code = await runChild(pinnedNode, [
      '--expose-gc',
      script,
      name,
      `--out=${out}`,
      ...(quick ? ['--quick'] : []),
    ]);
    if (code !== 0) throw new UserError(`the part ${name} ended with exit code ${code}`);
    return JSON.parse(readFileSync(out, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A figure this close to its limit meets it: two runs of the same code differ by as much. */
const NOISE = 0.15;

/** @param {LimitedFigure} figure */
function isMet({ must, value, limit }) {
  if (limit === null) return true;
  return must === 'reach' ? value >= limit * (1 - NOISE) : value <= limit * (1 + NOISE);
}

/** @param {Table} table */
function tableLines({ title, head, rows }) {
  const widths = head.map((cell, at) => Math.max(cell.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (/** @type {readonly string[]} */ cells) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  return ['', title, line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)];
}

/**
 * @param {string} name
 * @param {Result} result
 */
function detailLines(name, { about, tables, figures, notes }) {
  const rows = figures.map((figure) => [
    figure.name,
    figure.value.toFixed(2),
    figure.limit === null ? '' : `${figure.must === 'reach' ? '>=' : '<='} ${figure.limit}`,
    figure.limit === null ? '' : isMet(figure) ? 'met' : 'MISSED',
  ]);
  const figureTable = { title: 'Figures', head: ['figure', 'value', 'limit', ''], rows };
  return [
    `== ${name}: ${about}`,
    ...[...tables, figureTable].flatMap(tableLines),
    ...notes.map((note) => `  ${note}`),
    '',
  ];
}

/**
 * Prints one line for a part, and one for each limit that the part misses.
 * @param {string} name
 * @param {Result} result
 */
function print(name, { figures }) {
  const limited = figures.filter(({ limit }) => limit !== null);
  const missed = limited.filter((figure) => !isMet(figure));
  console.log(`${name.padEnd(12)} ${limited.length - missed.length} of ${limited.length} limits met`);
  for (const { name: figure, value, limit, must } of missed)
    console.log(`  MISSED ${figure}: ${value.toFixed(2)}, ${must === 'reach' ? '>=' : '<='} ${limit}`);
}

await runMain(async () => {
  const { partNames, quick } = readFlags(process.argv.slice(2));
  await setUp();
  const exitCode = await continueOnPinnedNode();
  if (exitCode !== undefined) return exitCode;
  installPeers();
  /** @type {Record<string, Result>} */
  const parts = {};
  /** @type {string[]} */
  const details = [];
  for (const name of partNames) {
    const result = await runPart(name, quick);
    parts[name] = result;
    details.push(...detailLines(name, result));
    print(name, result);
  }
  writeFileSync(inRoot('bench.txt'), details.join('\n'));
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? '', cores: cpus().length };
  writeFileSync(inRoot('bench.json'), `${JSON.stringify({ quick, machine, parts }, null, 1)}\n`);
  const missed = Object.values(parts).flatMap(({ figures }) => figures.filter((figure) => !isMet(figure)));
  const summary = missed.length === 0 ? 'All limits are met.' : `${missed.length} limits are missed.`;
  console.log(`${summary} Details: bench.txt and bench.json.`);
  return missed.length === 0 || quick ? 0 : 1;
});
