import { expect, it } from 'vitest';
import type { ChangeRun, ChangeRunRow } from '#contract/model/change-set.ts';
import { runColumns, runRows } from '#renderer/people/changes/run-columns.ts';

const changedSince = (
  op: ChangeRunRow['change']['op'],
  values: ChangeRunRow['values'],
  found: ChangeRunRow['found'],
): ChangeRunRow => ({
  change: { id: 'change-1', op, personId: '101', fields: {} },
  ...{ name: 'Bea Brenner', warnings: [], typed: null, intentId: 'intent-1' },
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
    changedSince(
      'person.change',
      [{ field: 'lastname', before: 'Brenner', after: 'Wanted', isRead: true }],
      [{ field: 'lastname', now: 'Elsewhere' }],
    ),
    'Last name: Brenner → Wanted, now Elsewhere',
  ],
  [
    'the name that was found of a person to be deleted',
    changedSince(
      'user.delete',
      [{ field: 'deleted', before: '', after: 'deleted', isRead: true }],
      [{ field: 'name', now: 'Another Person' }],
    ),
    'Deleted: – → deleted, Name: now Another Person',
  ],
])('a row that was changed since shows %s', (_, row, text) => {
  expect([textOf(row, 'state'), textOf(row, 'values')]).toEqual(['Changed since', text]);
});
