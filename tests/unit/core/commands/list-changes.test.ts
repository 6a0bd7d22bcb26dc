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

test('a window that holds nothing, or something nobody knows, gets the whole list', () => {
  const whole = changes.since(undefined, 'a', list(['one', '1'], ['two', '2']));
  expect(whole.signals).toHaveLength(2);
  expect(whole.gone).toBeUndefined();
  expect(changes.since('of another run', 'a', list(['one', '1'])).gone).toBeUndefined();
});

test('one that holds the last list gets what is new, different and gone', () => {
  const { mark } = changes.since(undefined, 'a', list(['one', '1'], ['two', '2'], ['three', '3']));
  const next = changes.since(mark, 'a', list(['one', '1'], ['two', '20'], ['four', '4']));
  expect(next.signals.map(({ rowId }) => rowId)).toEqual(['two', 'four']);
  expect(next.gone).toEqual(['three']);
  expect(next.total).toBe(3);
});

test('nothing changed: nothing is given, and another window with the same mark is not behind', () => {
  const { mark } = changes.since(undefined, 'a', list(['one', '1']));
  const again = changes.since(mark, 'a', list(['one', '1']));
  expect(again).toMatchObject({ signals: [], gone: [], mark });
});

test('a window whose list is two changes old gets the whole one', () => {
  const { mark } = changes.since(undefined, 'a', list(['one', '1']));
  changes.since(mark, 'a', list(['one', '2']));
  const late = changes.since(mark, 'a', list(['one', '1']));
  expect(late.gone).toBeUndefined();
  expect(late.signals).toHaveLength(1);
});

test('lists of other strategies and scopes are no predecessors', () => {
  const { mark } = changes.since(undefined, 'a', list(['one', '1']));
  expect(changes.since(mark, 'b', list(['one', '1'])).gone).toBeUndefined();
});
