import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ passed: number, failed: number, skipped: number }} Cases */

/** @type {Cases} */
export const NO_CASES = { passed: 0, failed: 0, skipped: 0 };

/**
 * @param {Cases} a
 * @param {Cases} b
 * @returns {Cases}
 */
export const addCases = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
});

/** @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number }} report */
const ofVitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests + report.numTodoTests,
});

/**
 * A flaky case failed once: it counts as failed.
 * @param {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }} report
 */
const ofPlaywright = ({ stats }) => ({
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
});

/**
 * The cases a runner's JSON report counts; undefined where it left no report.
 * @param {'vitest' | 'playwright'} runner
 * @param {string} file
 * @returns {Cases | undefined}
 */
export function readCases(runner, file) {
  if (!existsSync(file)) return undefined;
  const report = JSON.parse(readFileSync(file, 'utf8'));
  return runner === 'vitest' ? ofVitest(report) : ofPlaywright(report);
}

/**
 * How to make a runner write its report to a file, beside what it prints.
 * @param {'vitest' | 'playwright'} runner
 * @param {string} file
 * @returns {{ args: readonly string[], env: Record<string, string> }}
 */
export function reportTo(runner, file) {
  if (runner === 'vitest')
    return { args: ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`], env: {} };
  return { args: ['--reporter=list,json'], env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } };
}
