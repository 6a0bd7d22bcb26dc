import { expect, test } from 'vitest';
import { checkWorld } from '#tests/chaos/checker/check-world.ts';
import { noteOfEnd } from '#tests/chaos/note-of-end.ts';
import { goodWorld, withNotes } from './recorded-world.ts';

const point = { name: 'order.created.before', nth: 1 };
const killed = { code: null, signal: 'SIGKILL', stderr: '' } as const;
const findings = (note: ReturnType<typeof noteOfEnd>): string[] =>
  checkWorld(withNotes(goodWorld(), note)).findings.map(({ kind }) => kind);

test.each([
  ['at its fail point', null, point, { is: 'killed', how: 'fail-point', point: point.name }],
  ['before its fail point', 'random', point, { is: 'killed', how: 'random', point: '' }],
  ['at an answer', 'answer', null, { is: 'killed', how: 'answer', point: '' }],
] as const)('a core that is killed %s counts as a kill, not as a finding', (_when, reason, armed, note) => {
  expect(noteOfEnd(killed, reason, armed)).toEqual(note);
  expect(findings(noteOfEnd(killed, reason, armed))).toEqual([]);
});

test('a core that does not end at its close counts as a finding, not as a kill', () => {
  const note = noteOfEnd(killed, 'not-ended', null);
  expect(note).toMatchObject({ is: 'ended', stderr: expect.stringContaining('did not end within 20 s') as string });
  expect(findings(note)).toEqual(['crashes']);
});

test('a core that something outside the run kills counts as a finding, not as a kill', () => {
  expect(findings(noteOfEnd(killed, null, null))).toEqual(['crashes']);
});

test('a core that ends at its close is no finding', () => {
  expect(findings(noteOfEnd({ code: 0, signal: null, stderr: '' }, null, null))).toEqual([]);
});
