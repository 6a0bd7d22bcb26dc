import { expect, test } from 'vitest';
import { reportLines, summaryLines } from '#tests/chaos/report.ts';
import { Tally } from '#tests/chaos/tally.ts';
import { emptyVerdict, violations } from '#tests/chaos/checker/verdict.ts';

const facts = { seed: 57, commit: 'abc', seconds: 700, speed: 30, pairs: 2, combinations: { used: 3, total: 40 } };

function tally(): Tally {
  const done = new Tally(['order.created.before', 'cancel.saved.written']);
  done.countPress('1');
  done.countOrder('own-1');
  done.countKill('fail-point', 'order.created.before');
  return done;
}

test('the report begins with what was done and the result', () => {
  const lines = reportLines(emptyVerdict, tally(), facts);
  expect(lines.slice(0, 2)).toEqual([
    'Chaos run: seed 57, commit abc',
    'Orders sent: 1 of 1 pressed. Acts sent: 0. Kills: 1. Time: 700 s.',
  ]);
  expect(lines).toContain('Result: no violation.');
  expect(lines.filter((line) => line.startsWith('ok  '))).toHaveLength(Object.keys(violations).length);
});

test('the report has at most five examples of each violation, and counts the others', () => {
  const findings = Array.from({ length: 7 }, (_, at) => ({ kind: 'lost' as const, text: `row ${at}` }));
  const lines = reportLines({ ...emptyVerdict, findings }, tally(), facts);
  expect(lines).toContain('Result: 7 violations.');
  expect(lines.find((line) => line.startsWith('FAIL'))).toContain(violations.lost);
  expect(lines).toContain('  row 4');
  expect(lines).not.toContain('  row 5');
  expect(lines).toContain('  … and 2 more');
});

test('the report lists the fail points that were not reached, and how to reach them', () => {
  const lines = reportLines(emptyVerdict, tally(), facts);
  expect(lines).toContain('Fail points at which the core was killed: 1 of 2.');
  expect(lines.some((line) => line.startsWith('Not killed at these'))).toBe(true);
  expect(lines).toContain('        0  cancel.saved.written (0 tries)');
});

test('the summary has the result and the violations that were found', () => {
  const maxima = new Map([['longest unknown, s', 12]]);
  expect(summaryLines({ ...emptyVerdict, maxima }, tally(), facts)).toEqual([
    'Chaos run of commit abc, seed 57: no violation.',
    '  1 orders and 0 acts sent, 1 kills, 700 s',
    '  killed at 1 of 2 fail points',
    '  3 of 40 combinations of switches',
    '  longest unknown, s: 12.0',
  ]);
  const findings = [{ kind: 'lost' as const, text: 'row 1' }];
  const lines = summaryLines({ ...emptyVerdict, findings }, tally(), facts);
  expect(lines[0]).toContain('1 violation.');
  expect(lines).toContain('  FAIL lost: 1');
});
