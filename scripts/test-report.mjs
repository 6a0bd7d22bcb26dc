import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/**
 * `flaky`: the names of the cases that passed on the second try.
 * @typedef {{ passed: number, failed: number, skipped: number, flaky: readonly string[] }} Cases
 */

/** @type {Cases} */
export const NO_CASES = { passed: 0, failed: 0, skipped: 0, flaky: [] };

/** On a busy machine one or two cases in a run may need a second try. More are a defect. */
const MAX_FLAKY = 2;

/**
 * @param {Cases} a
 * @param {Cases} b
 * @returns {Cases}
 */
export const addCases = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  flaky: [...a.flaky, ...b.flaky],
});

/** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} report */
const vitestCases = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests,
  flaky: [],
});

/** @typedef {{ projectName: string, status: string, results?: readonly { error?: { message?: string } }[] }} TriedCase */
/** @typedef {{ title: string, file: string, tests: readonly TriedCase[] }} Spec */
/** @typedef {{ specs?: readonly Spec[], suites?: readonly Suite[] }} Suite */

/**
 * Why the first try failed, in one line without colors.
 * @param {NonNullable<TriedCase['results']>} results
 */
function reasonOf(results) {
  const message = results.find(({ error }) => error !== undefined)?.error?.message ?? '';
  const plain = stripVTControlCharacters(message).replaceAll(/\s+/g, ' ').trim();
  return plain === '' ? '' : ` (${plain.slice(0, 400)})`;
}

/**
 * @param {Suite} suite
 * @returns {string[]}
 */
const flakyOf = ({ specs = [], suites = [] }) => [
  ...specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName, results = [] }) => `[${projectName}] ${file}: ${title}${reasonOf(results)}`),
  ),
  ...suites.flatMap(flakyOf),
];

/** @param {Suite & { stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report */
function playwrightCases(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  const isTooMany = flaky > MAX_FLAKY;
  return {
    passed: expected + (isTooMany ? 0 : flaky),
    failed: unexpected + (isTooMany ? flaky : 0),
    skipped,
    flaky: flakyOf(report),
  };
}

/**
 * The cases counted in a runner's JSON report; undefined if there is no report.
 * @param {'vitest' | 'playwright'} runner
 * @param {string} file
 * @returns {Cases | undefined}
 */
export function readCases(runner, file) {
  if (!existsSync(file)) return undefined;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return runner === 'vitest' ? vitestCases(report) : playwrightCases(report);
}

/**
 * The arguments with which a runner writes its report to a file in addition to its output.
 * @param {'vitest' | 'playwright'} runner
 * @param {string} file
 * @returns {{ args: readonly string[], env: Record<string, string> }}
 */
export function reportTo(runner, file) {
  if (runner === 'vitest')
    return { args: ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`], env: {} };
  return { args: ['--reporter=list,json'], env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } };
}
