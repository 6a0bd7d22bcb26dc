import { expect, it } from 'vitest';
import type { ActRow } from '#core/acts/act-row.ts';
import { verdictOf } from '#core/acts/decide-act.ts';

const act = (state: ActRow['state'], sentAt: number): ActRow =>
  ({ state, sentAt, steps: [{ state, evidence: 'answered' }] }) as unknown as ActRow;

it('an unknown second start that is shown despite a later stop raises an alarm', () => {
  const [earlier, start, stop] = [act('DONE', 1), act('UNKNOWN', 2), act('DIFFERS', 3)];
  const isStart = (row: ActRow): boolean => row !== stop;
  expect(verdictOf(start, [earlier, start, stop], isStart, 0)).toMatchObject({ state: 'DONE', alarm: 'late' });
});

it('a reading proves the later of two equal starts, and the earlier unknown one is absent', () => {
  const [start, repeated] = [act('UNKNOWN', 1), act('DONE', 2)];
  const verdict = verdictOf(start, [start, repeated], () => true, 0);
  expect(verdict).toMatchObject({ state: 'ABSENT', evidence: 'equal-newer-act', alarm: null });
});
