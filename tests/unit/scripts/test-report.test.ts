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

test('a case that failed once and then passed is a failed case', () => {
  const report = file({ stats: { expected: 3, unexpected: 1, flaky: 2, skipped: 4 } });
  expect(readCases('playwright', report)).toEqual({ passed: 3, failed: 3, skipped: 4 });
});

test('what was skipped or is still to be written is not passed', () => {
  const report = file({ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 });
  expect(readCases('vitest', report)).toEqual({ passed: 5, failed: 1, skipped: 3 });
});

test('no report is not a report of nothing', () => {
  expect(readCases('vitest', join(folder, 'none.json'))).toBeUndefined();
});
