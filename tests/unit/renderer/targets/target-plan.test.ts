import { expect, test } from 'vitest';
import type { TargetPrice, TargetRow } from '#contract/model/target-plan.ts';
import { words } from '#renderer/messages/words.ts';
import { sentText, targetPlanColumns } from '#renderer/targets/target-plan.ts';

test.each([
  ['DONE', 'The platform maintains the list.'],
  ['REFUSED', 'The platform refused the list.'],
  ['NOT_SENT', 'The list was not sent.'],
  ['ABSENT', 'The platform does not show the list.'],
  ['UNKNOWN', 'The platform gave no clear answer to the list. Order entry is locked until the list is confirmed.'],
] as const)('the state %s of a list is reported as "%s"', (state, text) => {
  expect(sentText('list', state)).toBe(text);
});

test('the note of a value names its price, with an age unless the price was typed', () => {
  const columns = targetPlanColumns({ zone: 'ET', today: '2026-03-02', now: 3_600, practice: null });
  const noteOf = (source: TargetPrice['source']) => {
    const row = { value: '720', price: { price: '60', at: 0, source } } as TargetRow;
    return columns.find(({ title }) => title === 'Value')?.cell(row);
  };
  expect(noteOf('typed')).toMatchObject({ note: '60, typed' });
  expect(noteOf('own-fill')).toMatchObject({ note: '60, own fill, 60 min ago' });
});

test('the value of a row is rounded as in the editor, and says why it is missing', () => {
  const columns = targetPlanColumns({ zone: 'ET', today: '2026-03-02', now: 3_600, practice: null });
  const textOf = (value: string | null, price: string | null): unknown => {
    const row = { value, price: price === null ? null : { price, at: 0, source: 'typed' } } as TargetRow;
    return columns.find(({ title }) => title === 'Value')?.cell(row);
  };
  expect(textOf('10050.75', '60')).toMatchObject({ text: '$10,051' });
  expect(textOf(null, null)).toMatchObject({ text: 'no price' });
  expect(textOf(null, '150')).toMatchObject({ text: 'no $ value' });
});

test('a warning of the review rounds a value as its table does', () => {
  expect(words({ code: 'target.over-usual', gross: '1234.6', most: '10.5' })).toContain('$1,235');
});
