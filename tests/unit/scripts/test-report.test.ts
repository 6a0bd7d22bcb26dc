import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readCases } from '#scripts/test-report.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stratdesk-report-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

const file = (content: object): string => {
  const path = join(folder, 'report.json');
  writeFileSync(path, JSON.stringify(content));
  return path;
};

const results = [{ error: { message: '\u001B[31mTimed out\u001B[39m\n  waiting' } }, {}];
const flaky = (title: string) => ({
  title,
  file: 'a.spec.ts',
  tests: [{ projectName: 'browser', status: 'flaky', results }],
});
const steady = { title: 'd', file: 'a.spec.ts', tests: [{ projectName: 'browser', status: 'expected' }] };

test('a case that failed once and then passed is reported by name', () => {
  const suites = [{ specs: [flaky('a'), steady], suites: [{ specs: [flaky('b')] }] }];
  const report = file({ stats: { expected: 3, unexpected: 1, flaky: 2, skipped: 4 }, suites });
  const names = ['a', 'b'].map((title) => `[browser] a.spec.ts: ${title} (Timed out waiting)`);
  expect(readCases('playwright', report)).toEqual({ passed: 5, failed: 1, skipped: 4, flaky: names });
});

test('more than two cases that passed only at the second try count as failed', () => {
  const suites = [{ specs: [flaky('a'), flaky('b'), flaky('c')] }];
  const report = file({ stats: { expected: 3, unexpected: 0, flaky: 3, skipped: 0 }, suites });
  expect(readCases('playwright', report)).toMatchObject({ passed: 3, failed: 3 });
});

test('skipped and todo cases do not count as passed', () => {
  const report = file({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 });
  expect(readCases('vitest', report)).toEqual({ passed: 5, failed: 1, skipped: 3, flaky: [] });
});

test('a missing report is undefined, not a report without cases', () => {
  expect(readCases('vitest', join(folder, 'none.json'))).toBeUndefined();
});
