import { expect, test } from 'vitest';
import { mergeSignals } from '#renderer/stores/merge-signals.ts';
import { demoSignal } from '#tests/unit/core/commands/demo-signal.ts';

const [one, two, three] = ['one', 'two', 'three'].map((rowId) => demoSignal({ rowId }));
const list = [one!, two!, three!];

test('keeps unchanged rows as the same objects in the same order', () => {
  const changed = demoSignal({ rowId: 'two', state: 'canceled' });
  const merged = mergeSignals(list, [changed], []);
  expect(merged).toEqual([one, changed, three]);
  expect(merged[0]).toBe(one);
  expect(merged[1]).toBe(changed);
});

test('removes rows that are gone, appends new ones, and returns the same list if nothing changed', () => {
  const four = demoSignal({ rowId: 'four' });
  expect(mergeSignals(list, [four], ['one']).map(({ rowId }) => rowId)).toEqual(['two', 'three', 'four']);
  expect(mergeSignals(list, [], [])).toBe(list);
});
