import { expect, test } from 'vitest';
import { conformanceReport, conformanceTable } from '#scripts/conformance-report.mjs';
import { SECTIONS } from '#tests/conformance/sections.ts';

const run = (...cases: readonly (readonly [fullName: string, status: string])[]) => ({
  testResults: [
    {
      name: 'a.test.ts',
      status: 'passed',
      assertionResults: cases.map(([fullName, status]) => ({ fullName, status })),
    },
  ],
});

test('a case counts for every section it names', () => {
  const report = run(['[States/Signal] [Notes/4] fills', 'passed'], ['[Notes/4] zero', 'passed'], ['plain', 'passed']);
  expect(conformanceReport(report, ['States/Signal', 'Notes/4'])).toEqual({
    rows: [
      { section: 'States/Signal', cases: 1, passed: 1 },
      { section: 'Notes/4', cases: 2, passed: 2 },
    ],
    problems: [],
    untagged: 1,
  });
});

test('a section without a case is a problem; a skipped case does not count', () => {
  const report = run(['[Notes/1] x', 'passed'], ['[Notes/2] y', 'skipped'], ['[Notes/3] z', 'todo']);
  const { problems } = conformanceReport(report, ['Notes/1', 'Notes/2', 'Notes/3', 'Notes/4']);
  expect(problems).toEqual(['empty: Notes/2', 'empty: Notes/3', 'empty: Notes/4']);
});

test('a skipped case counts neither as a case without a section nor as a wrong tag', () => {
  const report = run(['[Notes/1] x', 'passed'], ['plain', 'skipped'], ['[Nots/1] y', 'todo']);
  expect(conformanceReport(report, ['Notes/1'])).toMatchObject({ problems: [], untagged: 0 });
});

test('a failed case is a problem, with or without a section', () => {
  const report = run(['[Notes/1] x', 'failed'], ['[Notes/1] y', 'passed'], ['plain', 'failed']);
  const { rows, problems } = conformanceReport(report, ['Notes/1']);
  expect(rows).toEqual([{ section: 'Notes/1', cases: 2, passed: 1 }]);
  expect(problems).toEqual(['failed: [Notes/1] x', 'failed: plain']);
});

test('a file that did not run and a tag that names no section are problems', () => {
  const report = run(['[Notes/1] x', 'passed'], ['[Nots/1] y', 'passed']);
  const broken = { name: 'b.test.ts', status: 'failed', message: 'no import', assertionResults: [] };
  const { problems } = conformanceReport({ testResults: [...report.testResults, broken] }, ['Notes/1']);
  expect(problems).toEqual(['not run: b.test.ts no import', 'no such section: [Nots/1] in [Nots/1] y']);
});

test('values in brackets without a leading capital are not tags', () => {
  expect(conformanceReport(run(['a list [1,2] of ["x"]', 'passed']), []).untagged).toBe(1);
});

test('the table has a line for each section and says how many have cases', () => {
  const table = conformanceTable(conformanceReport(run(['[Notes/1] x', 'passed']), ['Notes/1', 'Notes/2']));
  expect(table).toContain('Notes/1       1       1');
  expect(table).toContain('Notes/2       0       0');
  expect(table).toContain('2 sections, 1 with cases; 0 cases without a section');
});

test('the list of sections has 29 endpoints, 41 notes, 5 errors and 14 limits, and no section twice', () => {
  const count = (part: string): number => SECTIONS.filter((section) => section.startsWith(`${part}/`)).length;
  expect([count('Endpoints'), count('Notes'), count('Errors'), count('Limits')]).toEqual([29, 41, 5, 14]);
  expect(new Set(SECTIONS).size).toBe(SECTIONS.length);
});
