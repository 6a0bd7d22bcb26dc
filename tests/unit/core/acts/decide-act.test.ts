import { expect, it } from 'vitest';
import type { ActRow } from '#core/acts/act-row.ts';
import { verdictOf } from '#core/acts/decide-act.ts';

const act = (state: ActRow['state'], sentAt: number): ActRow =>
  ({ state, sentAt, steps: [{ state, evidence: 'answered' }] }) as unknown as ActRow;

it('an unknown start after an earlier start has an alarm if it is shown despite a later stop', () => {
  const [earlier, start, stop] = [act('DONE', 1), act('UNKNOWN', 2), act('DIFFERS', 3)];
  const isStart = (row: ActRow): boolean => row !== stop;
  expect(verdictOf(start, [earlier, start, stop], isStart, 0)).toMatchObject({ state: 'DONE', alarm: 'late' });
});

it('of two equal starts, a reading proves the later, confirmed one; the unknown one is absent', () => {
  const [start, repeated] = [act('UNKNOWN', 1), act('DONE', 2)];
  const verdict = verdictOf(start, [start, repeated], () => true, 0);
  expect(verdict).toMatchObject({ state: 'ABSENT', evidence: 'equal-newer-act', alarm: null });
});
