import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { inRoot, pinnedNode } from './project.mjs';
import { addCases, NO_CASES, readCases, reportTo } from './test-report.mjs';

/** @typedef {import('./gates.mjs').Gate} Gate */
/** @typedef {import('./gates.mjs').Step} Step */
/** @typedef {import('./test-report.mjs').Cases} Cases */
/** @typedef {{ name: string, passed: boolean, seconds: number, cases: Cases, output: string }} GateResult */

// With both FORCE_COLOR and NO_COLOR, Node and its tools print a warning in every process.
const { FORCE_COLOR: _color, ...withoutColor } = process.env;

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * A tool starts workers and servers. On POSIX it leads a process group, which is ended as a whole.
 */
const HAS_GROUPS = process.platform !== 'win32';

/** @param {import('node:child_process').ChildProcess} child */
function endTool(child) {
  if (child.pid === undefined) return;
  try {
    process.kill(HAS_GROUPS ? -child.pid : child.pid, 'SIGKILL');
  } catch (error) {
    // ESRCH: the tool has already ended by itself.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Ends every tool that is running. */
export const endRunningTools = () => running.forEach(endTool);

/**
 * @param {string} tool
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: Record<string, string>, limitSeconds: number }} options
 * @returns {Promise<{ code: number | null, output: string }>}
 */
export function runTool(tool, args, { cwd, env = {}, limitSeconds }) {
  const child = spawn(pinnedNode, [tool, ...args], {
    cwd,
    env: { ...withoutColor, NO_COLOR: '1', CI: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: HAS_GROUPS,
  });
  running.add(child);
  /** @type {string[]} */
  const output = [];
  child.stdout.setEncoding('utf8').on('data', (text) => output.push(text));
  child.stderr.setEncoding('utf8').on('data', (text) => output.push(text));
  const limit = setTimeout(() => {
    output.push(`\nended after ${limitSeconds} s\n`);
    endTool(child);
  }, limitSeconds * 1000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output: output.join('') }));
  }).finally(() => {
    clearTimeout(limit);
    running.delete(child);
  });
}

/**
 * @param {Step} step
 * @param {string} reports the folder for the runners' JSON
 * @param {number} limitSeconds
 */
async function runStep(step, reports, limitSeconds) {
  const file = join(reports, `${step.title.replaceAll(/\W+/g, '-')}.json`);
  const report = step.report === undefined ? { args: [], env: {} } : reportTo(step.report, file);
  const done = await runTool(step.tool, [...step.args, ...report.args], {
    cwd: inRoot(),
    env: report.env,
    limitSeconds,
  });
  const cases = step.report === undefined ? NO_CASES : readCases(step.report, file);
  const hasExpectedCases = step.report === undefined || (cases !== undefined && cases.passed + cases.failed > 0);
  const passed = done.code === 0 && hasExpectedCases && (cases?.failed ?? 0) === 0;
  const note = hasExpectedCases ? '' : `${step.title} ran no case\n`;
  return { passed, cases: cases ?? NO_CASES, output: passed ? '' : `--- ${step.title}\n${done.output}${note}` };
}

/**
 * @param {Gate} gate
 * @param {string} reports folder for the runners' JSON
 * @returns {Promise<GateResult>}
 */
export async function runGate(gate, reports) {
  const start = performance.now();
  let passed = true;
  let cases = NO_CASES;
  let output = '';
  for (const step of gate.steps) {
    const done = await runStep(step, reports, gate.limitSeconds);
    passed &&= done.passed;
    cases = addCases(cases, done.cases);
    output += done.output;
  }
  return { name: gate.name, passed, cases, output, seconds: (performance.now() - start) / 1000 };
}
