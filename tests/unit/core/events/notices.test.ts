import { beforeEach, expect, test } from 'vitest';
import { Notices } from '#core/events/notices.ts';
import type { Notice } from '#contract/model/status.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { seededRandom } from '#tests/unit/core/orders/order-fixtures.ts';

const main = { id: 'main', name: 'Main', kind: 'world' } as const;
const practice = { id: 'practice', name: 'Practice', kind: 'practice' } as const;
const fill: Notice = {
  id: 'order-1',
  level: 'good',
  announced: 'fill',
  title: 'Filled',
  text: 't',
  at: 1,
  rowId: '1',
  systemId: '7',
};

let changes: number;
let notices: Notices;
beforeEach(() => {
  changes = 0;
  notices = new Notices(new FakeClock(), seededRandom(), () => (changes += 1));
});

test('a notice of another connection names that connection, has no row and is not announced', () => {
  notices.put(fill, main);
  expect(notices.list('main')).toEqual([{ ...fill, id: 'main order-1' }]);
  const { announced: _, ...unannounced } = fill;
  const connection = { name: 'Main', mode: 'LIVE' };
  expect(notices.list('practice')).toEqual([{ ...unannounced, id: 'main order-1', rowId: null, connection }]);
  expect(notices.list(null)).toEqual(notices.list('practice'));
});

test('a later notice with the same id replaces the earlier one of the same connection only', () => {
  notices.put(fill, main);
  notices.put({ ...fill, title: 'Filled in practice' }, practice);
  notices.put({ ...fill, title: 'Filled again' }, main);
  expect(notices.list('main').map(({ title }) => title)).toEqual(['Filled again', 'Filled in practice']);
  expect(new Set(notices.list('main').map(({ id }) => id)).size).toBe(2);
});

test('a notice of the program belongs to no connection, and any notice is dismissed by its id', () => {
  notices.add({ level: 'warn', title: 'No secure store', text: 't' });
  notices.put(fill, main);
  const [newest, oldest] = notices.list('practice');
  expect(oldest).not.toHaveProperty('connection');
  notices.dismiss(newest?.id ?? '');
  expect(notices.list('practice')).toEqual([oldest]);
  expect(changes).toBe(3);
});

test('ending a notice removes it, but no notice with the same id from another connection', () => {
  notices.put(fill, main);
  notices.put(fill, practice);
  notices.end(fill.id, main);
  expect(notices.list('main').map(({ id }) => id)).toEqual(['practice order-1']);
  notices.end(fill.id, main);
  expect(changes).toBe(3);
});

test('the oldest notices are removed at the limit, but never one of level danger', () => {
  notices.put({ ...fill, id: 'grave', level: 'danger' }, main);
  for (let number = 0; number < 60; number += 1) notices.put({ ...fill, id: `order-${number}` }, main);
  const ids = notices.list('main').map(({ id }) => id);
  expect(ids).toHaveLength(50);
  expect(ids.at(-1)).toBe('main grave');
  expect(ids[0]).toBe('main order-59');
});

test('a new notice is shown even if the list is full of notices of level danger', () => {
  for (let number = 0; number < 50; number += 1) notices.put({ ...fill, id: `grave-${number}`, level: 'danger' }, main);
  notices.put(fill, main);
  expect(notices.list('main')[0]?.id).toBe(`main ${fill.id}`);
});
