// The canary: puts one violation of each kind into a copy of the tree, runs the gates there and
// expects each gate to report its violations. This detects a gate that does not follow an alias,
// skips `.svelte` files or only warns. The working tree is not changed. All violations share one
// copy.
import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { GATES } from '#scripts/gates.mjs';
import { inModules, inRoot, root } from '#scripts/project.mjs';
import { runTool } from '#scripts/run-gate.mjs';
import { filesUnder } from '#scripts/tree-hash.mjs';
import { CLEAN, CLEAN_GATES, PLANTS } from './plants.mjs';

/** @typedef {import('#scripts/gates.mjs').Step} Step */
/** @typedef {{ code: number | null, output: string }} Done */

const LIMIT_SECONDS = 300;
const violations = inRoot('tests', 'canary', 'violations');

/** @param {string} copy */
function copyTree(copy) {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of list.toString().split('\0')) {
    const from = statSync(inRoot(file), { throwIfNoEntry: false });
    if (file === '' || from?.isFile() !== true || file.startsWith('tests/canary/')) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(inRoot(file), join(copy, file));
  }
  symlinkSync(inModules(), join(copy, 'node_modules'), 'junction');
}

/**
 * The names of the stored violations hide them from the tools: a `.plant` is copied as a file, an
 * `.append` is added to an existing file.
 * @param {string} copy
 */
function plant(copy) {
  for (const file of filesUnder(violations, ['.'])) {
    const name = relative(violations, file)
      .replaceAll('\\', '/')
      .replace(/^built\//, 'built/out/');
    const target = join(copy, name.replace(/\.(append|plant)$/, ''));
    mkdirSync(dirname(target), { recursive: true });
    if (name.endsWith('.append')) appendFileSync(target, readFileSync(file));
    else cpSync(file, target);
  }
}

/**
 * The findings of an ESLint JSON report, one per line. Other output, when ESLint itself failed, is
 * returned unchanged.
 * @param {string} json
 * @param {string} copy
 */
function linesOfEslint(json, copy) {
  if (!json.includes('[{')) return json;
  /** @type {{ filePath: string, messages: { ruleId: string | null, message: string }[] }[]} */
  const files = JSON.parse(json.slice(json.indexOf('[{')));
  return files
    .flatMap(({ filePath, messages }) =>
      messages.map(({ ruleId, message }) => `${relative(copy, filePath)}: ${ruleId ?? ''} ${message}`),
    )
    .join('\n');
}

/** @param {string} gate @returns {string[]} */
const plantedFiles = (gate) => PLANTS.flatMap((plant) => (plant.gate === gate ? [plant.file] : []));

/** Only the planted cases of a suite are run. They show whether the gate fails. */
const ONLY_PLANTED = { vitest: ['canary'], playwright: ['canary-red'] };

/**
 * @param {Step} step
 * @param {string} copy
 * @returns {Promise<Done>}
 */
async function runStep(step, copy) {
  const limits = { cwd: copy, limitSeconds: LIMIT_SECONDS };
  if (step.title === 'oxlint') {
    // oxlint takes paths, not patterns.
    const scripts = [...plantedFiles('types'), ...CLEAN].filter((file) => !file.endsWith('.svelte'));
    return runTool(step.tool, [...step.args.filter((arg) => arg !== '.'), ...scripts], limits);
  }
  if (['eslint', 'cspell', 'prettier'].includes(step.title)) {
    // Checking the other files would prove nothing and take most of the time.
    const args = step.args.flatMap((arg) => (arg === '.' ? ['**/canary-*', '**/Canary*'] : [arg]));
    if (step.title !== 'eslint') return runTool(step.tool, args, limits);
    const done = await runTool(step.tool, [...args, '--format', 'json'], limits);
    return { ...done, output: linesOfEslint(done.output, copy) };
  }
  const built = step.tool.endsWith('check-build.mjs') ? ['--root', join(copy, 'built')] : [];
  const chosen = step.report === undefined ? built : ONLY_PLANTED[step.report];
  return runTool(step.tool, [...step.args, ...chosen], limits);
}

/**
 * @param {string} name
 * @param {readonly Done[]} results
 * @returns {string[]} what is wrong
 */
function judge(name, results) {
  const lines = results.flatMap(({ output }) => output.replaceAll('\\', '/').split('\n'));
  const passed = results.filter(({ code }) => code === 0).length;
  const missed = PLANTS.filter(({ gate }) => gate === name)
    .filter(({ file, says }) => !lines.some((line) => line.includes(file) && line.includes(says)))
    .map(({ file, says }) => `${name} does not report ${file} (${says})`);
  const falseAlarms = (CLEAN_GATES.includes(name) ? CLEAN : [])
    .flatMap((file) => lines.filter((line) => line.includes(file)))
    .map((line) => `${name} reports a clean file: ${line.trim()}`);
  return [
    ...(passed > 0 ? [`${name}: ${passed} of ${results.length} commands found nothing`] : []),
    ...missed,
    ...falseAlarms,
  ];
}

/**
 * Runs the gates one after the other.
 * @param {readonly string[]} names
 * @param {string} copy
 * @returns {Promise<string[]>} what is wrong
 */
async function runInSequence(names, copy) {
  /** @type {string[]} */
  const problems = [];
  for (const gate of GATES.filter(({ name }) => names.includes(name))) {
    const start = performance.now();
    const results = [];
    for (const step of gate.steps) results.push(await runStep(step, copy));
    const found = judge(gate.name, results);
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(`${gate.name.padEnd(13)} ${found.length === 0 ? 'passed' : 'FAILED'} ${seconds.padStart(6)} s`);
    problems.push(...found);
    if (found.length > 0 && process.env['CANARY_SHOW'] === gate.name)
      console.log(results.map(({ output }) => output).join('\n'));
  }
  return problems;
}

const copy = mkdtempSync(join(tmpdir(), 'stratdesk-canary-'));
try {
  copyTree(copy);
  plant(copy);
  const chosen = process.argv.slice(2);
  /** @param {readonly string[]} names */
  const runChosen = (names) =>
    runInSequence(chosen.length === 0 ? names : names.filter((name) => chosen.includes(name)), copy);
  const sequences = [
    runChosen(['types', 'build']),
    runChosen(['lint', 'format', 'dependencies', 'unused', 'unit', 'rules', 'conformance', 'hosts', 'e2e']),
  ];
  const problems = (await Promise.all(sequences)).flat();
  for (const problem of problems) console.log(problem);
  console.log(`${basename(copy)}: ${PLANTS.length} violations, ${problems.length} problems`);
  process.exitCode = problems.length === 0 ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}
