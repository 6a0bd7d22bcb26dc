// npm test: runs every gate and prints a table. The last line is `N passed, N failed`. It counts
// every test case, and each gate as one more.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GATES } from './gates.mjs';
import { continueOnPinnedNode } from './pinned-node.mjs';
import { endRunningTools, runGate } from './run-gate.mjs';
import { runGates } from './run-gates.mjs';
import { runMain } from './run-main.mjs';
import { setUp } from './set-up.mjs';
import { addCases, NO_CASES } from './test-report.mjs';
import { UserError } from './user-error.mjs';

/** @typedef {import('./run-gate.mjs').GateResult} GateResult */

const ONLY = '--only=';

/** @param {readonly string[]} args */
function chooseGates(args) {
  const names = GATES.map((gate) => gate.name);
  const usage = `usage: npm test -- [--only=GATE,…], where a gate is one of ${names.join(', ')}`;
  const unknown = args.find((arg) => !arg.startsWith(ONLY));
  if (unknown !== undefined) throw new UserError(`unknown argument "${unknown}"\n${usage}`, 2);
  if (args.length === 0) return GATES;
  const wanted = new Set(args.flatMap((arg) => arg.slice(ONLY.length).split(',')));
  for (const name of wanted) {
    if (!names.includes(name)) throw new UserError(`--only: there is no gate "${name}"\n${usage}`, 2);
  }
  // Gates that a chosen gate needs are run as well, because the bundles of a suite may be stale.
  for (const gate of GATES) if (wanted.has(gate.name)) gate.needs?.forEach((need) => wanted.add(need));
  return GATES.filter((gate) => wanted.has(gate.name));
}

/**
 * Prints the output of a gate, and returns its row of the table.
 * @param {GateResult} result
 */
function report(result) {
  const { name, passed, seconds, cases, output } = result;
  const skipped = cases.skipped > 0 ? `, ${cases.skipped} skipped` : '';
  const flaky = cases.flaky.length > 0 ? `, ${cases.flaky.length} at the second try` : '';
  const counts =
    cases.passed + cases.failed > 0 ? `  ${cases.passed} passed, ${cases.failed} failed${skipped}${flaky}` : '';
  if (output !== '') console.log(`\n=== ${name}\n${output.trimEnd()}\n`);
  const names = cases.flaky.map((one) => `\n              at the second try: ${one}`).join('');
  return `${name.padEnd(13)} ${passed ? 'passed' : 'FAILED'} ${seconds.toFixed(1).padStart(7)} s${counts}${names}`;
}

/**
 * Prints the table and the sum of all cases, and returns the exit code.
 * @param {readonly GateResult[]} results
 */
function printSummary(results) {
  let sum = NO_CASES;
  console.log('');
  for (const result of results) {
    console.log(report({ ...result, output: '' }));
    sum = addCases(sum, addCases(result.cases, { ...NO_CASES, [result.passed ? 'passed' : 'failed']: 1 }));
  }
  console.log(`\n${sum.passed} passed, ${sum.failed} failed`);
  return sum.failed === 0 ? 0 : 1;
}

await runMain(async () => {
  const gates = chooseGates(process.argv.slice(2));
  await setUp();
  const exitCode = await continueOnPinnedNode();
  if (exitCode !== undefined) return exitCode;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      endRunningTools();
      process.exit(130);
    });
  }
  const reportFolder = mkdtempSync(join(tmpdir(), 'stratdesk-test-'));
  try {
    return printSummary(
      await runGates(
        gates,
        (gate) => runGate(gate, reportFolder),
        (result) => console.log(report(result)),
      ),
    );
  } finally {
    rmSync(reportFolder, { recursive: true, force: true });
  }
});
