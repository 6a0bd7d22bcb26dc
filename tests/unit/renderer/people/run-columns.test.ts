import { expect, it } from 'vitest';
import type { ChangeRun, ChangeRunRow } from '#contract/model/change-set.ts';
import { runColumns, runRows, verifiedText, verifiedTone } from '#renderer/people/changes/run-columns.ts';

const changedSinceRow = (
  op: ChangeRunRow['change']['op'],
  values: ChangeRunRow['values'],
  found: ChangeRunRow['found'],
): ChangeRunRow => ({
  change: { id: 'change-1', op, personId: '101', fields: {} },
  ...{ name: 'Bea Brenner', warnings: [], textToType: null, intentId: 'intent-1' },
  ...{ state: 'changed-since', errors: [], at: null, asPlanned: null, values, found },
});

function textOf(row: ChangeRunRow, column: string): string | undefined {
  const [shown] = runRows({ rows: [row] } as unknown as ChangeRun);
  const found = runColumns('ET').find(({ id }) => id === column);
  return shown && found?.text(shown);
}

it.each([
  [
    'the value that was found',
    changedSinceRow(
      'person.change',
      [{ field: 'lastname', before: 'Brenner', after: 'Wanted', isRead: true }],
      [{ field: 'lastname', now: 'Elsewhere' }],
    ),
    'Last name: Brenner → Wanted, now Elsewhere',
  ],
  [
    'the name that was found for a person to be deleted',
    changedSinceRow(
      'user.delete',
      [{ field: 'deleted', before: '', after: 'deleted', isRead: true }],
      [{ field: 'name', now: 'Another Person' }],
    ),
    'Deleted: – → deleted, Name: now Another Person',
  ],
])('a row in the state changed-since shows %s', (_, row, text) => {
  expect([textOf(row, 'state'), textOf(row, 'values')]).toEqual(['Outdated', text]);
});

const row = (state: ChangeRunRow['state'], asPlanned: boolean | null) => ({ state, asPlanned }) as ChangeRunRow;
const run = (rows: readonly ChangeRunRow[], asPlanned: number) =>
  ({ rows, verified: { at: 0, asPlanned, of: rows.length } }) as unknown as ChangeRun;

it('a row that the last reading does not show is not "as planned", and the run is no success', () => {
  const partlyShown = run([row('done', true), row('done', null)], 2);
  expect([verifiedText(partlyShown), verifiedTone(partlyShown)]).toEqual([
    '1 of 2 as planned, 1 not shown by the last reading',
    'info',
  ]);
});

it('calls a run a success if every row is as planned, and a failure if one is not', () => {
  const all = run([row('done', true)], 1);
  const refused = run([row('done', true), row('refused', null)], 1);
  expect([verifiedText(all), verifiedTone(all)]).toEqual(['1 of 1 as planned', 'good']);
  expect([verifiedText(refused), verifiedTone(refused)]).toEqual(['1 of 2 as planned', 'danger']);
});
