import { expect, test } from 'vitest';
import type { ChangeRun, ChangeRunRow } from '#contract/model/change-set.ts';
import { verifiedText } from '#renderer/people/changes/run-columns.ts';

const row = (state: ChangeRunRow['state'], asPlanned: boolean | null) => ({ state, asPlanned }) as ChangeRunRow;

const run = (rows: readonly ChangeRunRow[], asPlanned: number) =>
  ({ rows, verified: { at: 0, asPlanned, of: rows.length } }) as unknown as ChangeRun;

test('rows that no read can show are not counted as planned', () => {
  const rows = [row('done', true), row('done', null), row('refused', false)];
  expect(verifiedText(run(rows, 2))).toBe('1 of 3 as planned, 1 is not shown by any read');
});

test('a row that was refused and that no read can show is neither', () => {
  expect(verifiedText(run([row('done', true), row('refused', null)], 1))).toBe('1 of 2 as planned');
});
