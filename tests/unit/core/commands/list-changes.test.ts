import { beforeEach, expect, test } from 'vitest';
import { ListChanges } from '#core/commands/list-changes.ts';
import { demoSignal } from './demo-signal.ts';

let changes: ListChanges;

beforeEach(() => {
  let marks = 0;
  changes = new ListChanges(() => `mark-${(marks += 1)}`);
});

const list = (...rows: readonly [rowId: string, quantity: string][]) => ({
  signals: rows.map(([rowId, quantity]) => demoSignal({ rowId, quantity })),
  total: rows.length,
  revision: 1,
});

test('a window without a list, or with an unknown one, gets the complete list', () => {
  const complete = changes.since(undefined, 'a', list(['one', '1'], ['two', '2']));
  expect(complete.signals).toHaveLength(2);
  expect(complete.gone).toBeUndefined();
  expect(changes.since('of another run', 'a', list(['one', '1'])).gone).toBeUndefined();
});

test('a window with the last list gets the new, different and removed rows', () => {
  const { mark } = changes.since(undefined, 'a', list(['one', '1'], ['two', '2'], ['three', '3']));
  const next = changes.since(mark, 'a', list(['one', '1'], ['two', '20'], ['four', '4']));
  expect(next.signals.map(({ rowId }) => rowId)).toEqual(['two', 'four']);
  expect(next.gone).toEqual(['three']);
  expect(next.total).toBe(3);
});

test('an unchanged list sends no rows and keeps its mark', () => {
  const { mark } = changes.since(undefined, 'a', list(['one', '1']));
  const again = changes.since(mark, 'a', list(['one', '1']));
  expect(again).toMatchObject({ signals: [], gone: [], mark });
});

test('a window with a list two changes old gets the complete list', () => {
  const { mark } = changes.since(undefined, 'a', list(['one', '1']));
  changes.since(mark, 'a', list(['one', '2']));
  const late = changes.since(mark, 'a', list(['one', '1']));
  expect(late.gone).toBeUndefined();
  expect(late.signals).toHaveLength(1);
});

test('the list of another strategy or scope is not a previous list', () => {
  const { mark } = changes.since(undefined, 'a', list(['one', '1']));
  expect(changes.since(mark, 'b', list(['one', '1'])).gone).toBeUndefined();
});
