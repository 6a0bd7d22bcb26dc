import { expect, test } from 'vitest';
import { reportLines } from '#tests/chaos/report.ts';
import { Tally } from '#tests/chaos/tally.ts';
import { noVerdict, violations } from '#tests/chaos/checker/verdict.ts';

const facts = { seed: 57, commit: 'abc', seconds: 700, speed: 30, pairs: 2, combinations: { used: 3, table: 40 } };

function tally(): Tally {
  const done = new Tally(['order.created.before', 'cancel.saved.written']);
  done.press('1');
  done.sent('own-1');
  done.killed('fail-point', 'order.created.before');
  return done;
}

test('says at the top what was done, and that nothing was violated', () => {
  const lines = reportLines(noVerdict, tally(), facts);
  expect(lines.slice(0, 2)).toEqual([
    'Chaos run: seed 57, commit abc',
    'Orders sent: 1 of 1 pressed. Kills: 1. Time: 700 s.',
  ]);
  expect(lines).toContain('Result: no violation.');
  expect(lines.filter((line) => line.startsWith('ok  '))).toHaveLength(Object.keys(violations).length);
});

test('names each violation with an example, and counts the others', () => {
  const findings = Array.from({ length: 7 }, (_, at) => ({ kind: 'lost' as const, text: `row ${at}` }));
  const lines = reportLines({ ...noVerdict, findings }, tally(), facts);
  expect(lines).toContain('Result: 7 violations.');
  expect(lines.find((line) => line.startsWith('FAIL'))).toContain(violations.lost);
  expect(lines).toContain('  row 4');
  expect(lines).not.toContain('  row 5');
  expect(lines).toContain('  … and 2 more');
});

test('lists the fail points that were never reached, and how to reach them', () => {
  const lines = reportLines(noVerdict, tally(), facts);
  expect(lines).toContain('Fail points at which the program was killed: 1 of 2.');
  expect(lines.some((line) => line.startsWith('Never killed at these'))).toBe(true);
  expect(lines).toContain('        0  cancel.saved.written (0 tries)');
});
