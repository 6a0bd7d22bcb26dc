import { beforeEach, expect, test } from 'vitest';
import { ListDifferences } from '#core/commands/list-differences.ts';
import { compareShown } from '#core/orders/blotter/blotter.ts';
import type { Signal } from '#contract/model/signal.ts';
import { seededNumbers } from '#tests/fixtures/seeded-numbers.ts';
import { demoSignal } from './demo-signal.ts';

let changes: ListDifferences;

beforeEach(() => {
  let marks = 0;
  changes = new ListDifferences(() => `mark-${(marks += 1)}`);
});

/** All rows have the same state and time, so the list is sorted if the row ids are in order. */
const list = (...rows: readonly [rowId: string, quantity: string][]) => ({
  signals: rows.map(([rowId, quantity]) => demoSignal({ rowId, quantity })),
  total: rows.length,
  revision: 1,
});

test('a window without a mark, or with the mark of another run, gets the complete list', () => {
  const complete = changes.since(undefined, 'a', list(['r1', '1'], ['r2', '2']));
  expect(complete.signals).toHaveLength(2);
  expect(complete.gone).toBeUndefined();
  expect(changes.since('of another run', 'a', list(['r1', '1'])).gone).toBeUndefined();
});

test('a window that has the last list gets new and changed rows, and the ids of removed rows', () => {
  const { mark } = changes.since(undefined, 'a', list(['r1', '1'], ['r2', '2'], ['r4', '4']));
  const next = changes.since(mark, 'a', list(['r1', '1'], ['r2', '20'], ['r3', '3']));
  expect(next.signals.map(({ rowId }) => rowId)).toEqual(['r2', 'r3']);
  expect(next.gone).toEqual(['r4']);
  expect(next.total).toBe(3);
});

test('the changes turn each list into the next one, even if rows move', () => {
  const random = seededNumbers(1);
  const draw = (end: number): number => Math.floor(random() * end);
  const states = ['working', 'traded', 'canceled'] as const;
  const randomSignal = (rowId: string) => demoSignal({ rowId, state: states[draw(3)]!, changedAt: draw(6) });
  let signals: Signal[] = [];
  let window = new Map<string, Signal>();
  let mark: string | undefined;
  let sent = 0;
  for (let step = 0; step < 2_000; step += 1) {
    const next = signals.flatMap((one) => {
      const kind = draw(20);
      return kind === 0 ? [] : [kind === 1 ? randomSignal(one.rowId) : kind === 2 ? { ...one } : one];
    });
    if (next.length < 40) next.push(randomSignal(`r${100 + step}`));
    signals = next.sort(compareShown);
    const { gone, signals: changed, mark: newMark } = changes.since(mark, 'a', { signals, total: 0, revision: 1 });
    if (gone === undefined) window = new Map();
    for (const rowId of gone ?? []) window.delete(rowId);
    for (const signal of changed) window.set(signal.rowId, signal);
    expect([...window.values()].sort(compareShown)).toEqual(signals);
    sent += changed.length;
    mark = newMark;
  }
  expect(sent).toBeLessThan(2_000 * 5);
});

test('if two rows have the same id and one disappears, the other one is sent and not removed', () => {
  const [first, second] = [demoSignal({ rowId: 'r1', quantity: '1' }), demoSignal({ rowId: 'r1', quantity: '2' })];
  const { mark } = changes.since(undefined, 'a', { signals: [first, second], total: 2, revision: 1 });
  const next = changes.since(mark, 'a', { signals: [second], total: 1, revision: 1 });
  expect(next).toMatchObject({ signals: [second], gone: [] });
});

test('an unchanged list sends no rows and keeps its mark', () => {
  const { mark } = changes.since(undefined, 'a', list(['r1', '1']));
  const next = changes.since(mark, 'a', list(['r1', '1']));
  expect(next).toMatchObject({ signals: [], gone: [], mark });
});

test('a window whose list is older than the last one sent gets the complete list', () => {
  const { mark } = changes.since(undefined, 'a', list(['r1', '1']));
  changes.since(mark, 'a', list(['r1', '2']));
  const complete = changes.since(mark, 'a', list(['r1', '1']));
  expect(complete.gone).toBeUndefined();
  expect(complete.signals).toHaveLength(1);
});

test('the first list of another strategy or scope is sent complete', () => {
  const { mark } = changes.since(undefined, 'a', list(['r1', '1']));
  expect(changes.since(mark, 'b', list(['r1', '1'])).gone).toBeUndefined();
});
