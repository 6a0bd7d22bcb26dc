import { expect, test } from 'vitest';
import type { EventForRow } from '#core/orders/reconcile/evidence.ts';
import { decide } from '#core/orders/reconcile/decide.ts';
import { evidenceOfAll } from '#tests/fixtures/evidence-of-all.ts';
import { reduce } from '#core/orders/journal/lifecycle.ts';
import type { OrderEvent } from '#core/orders/journal/order-event.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import type { SignalRecord } from '#core/signal-record.ts';
import { words } from '#renderer/messages/words.ts';
import { newOrder, record, startWall as at, ticket } from './order-fixtures.ts';

const row = (number: number, ...events: readonly OrderEvent[]): OrderRow =>
  events.reduce<OrderRow>(
    reduce,
    reduce(null, { type: 'created', ownId: `10000000000000${number}`, ...newOrder(number) }),
  );

const slotFree: OrderEvent = { type: 'slot-free', at, monotonic: 1, preExistingMatches: [] };
const lost: OrderEvent = { type: 'lost', at, reason: 'no answer', answer: [] };
const absent: OrderEvent = { type: 'nothing-found', at, reason: 'not visible', evidence: 'neither list' };
const accepted: OrderEvent = {
  type: 'accepted',
  at,
  answer: [],
  serviceIds: { signal: '501', target: null, stop: null, ocaGroup: null, parent: null },
  mirror: { status: 'working', tradedPrice: null, at: null },
  alarm: null,
};

const eventsOfAbsent = (newer: OrderRow) =>
  evidenceOfAll({
    unreadable: [],
    rows: [row(1, slotFree, lost, absent), newer],
    records: [record('501', { ownId: null })],
    now: at,
    window: () => ({ from: 0, to: 9_999_999_999 }),
  }).filter(({ rowId }) => rowId === row(1).rowId);

test('an absent order does not claim the record of its pending or accepted duplicate', () => {
  expect(eventsOfAbsent(row(2, slotFree))).toEqual([]);
  expect(eventsOfAbsent(row(2, slotFree, lost))).toEqual([]);
  expect(eventsOfAbsent(row(2, slotFree, accepted))).toEqual([]);
});

test('each of two absent duplicates claims the record posted after its own send', () => {
  const seconds = at / 1000;
  const sentLater: OrderEvent = { ...slotFree, at: at + 600_000 };
  const rows = [row(1, slotFree, lost, absent), row(2, sentLater, lost, absent)];
  const claimsOnRecordPostedAt = (postedAt: number) =>
    evidenceOfAll({
      unreadable: [],
      rows,
      records: [record('501', { ownId: null, postedAt })],
      now: at + 3_600_000,
      window: ({ sentAt }) => ({ from: (sentAt ?? 0) / 1000, to: seconds + 3_600 }),
    }).map(({ rowId, event }) => [rowId, event.type]);
  expect(claimsOnRecordPostedAt(seconds + 700)).toEqual([[rows[1]?.rowId, 'appeared']]);
  expect(claimsOnRecordPostedAt(seconds + 500)).toEqual([[rows[0]?.rowId, 'appeared']]);
});

test('an ambiguous order is looked for again once all its candidates belong to other orders', () => {
  const many: OrderEvent = { type: 'many-matches', at, reason: 'one match', candidates: ['501'] };
  const ambiguous = row(1, slotFree, lost, many);
  const eventsWith = (other: OrderRow) =>
    evidenceOfAll({
      unreadable: [],
      rows: [ambiguous, other],
      records: [record('501', { ownId: null, postedAt: null })],
      now: at,
      window: () => ({ from: 0, to: 9_999_999_999 }),
    }).filter(({ rowId }) => rowId === ambiguous.rowId);
  expect(eventsWith(row(2, slotFree))).toEqual([]);
  const [found] = eventsWith(row(2, slotFree, accepted));
  expect(found?.event).toMatchObject({ type: 'match-disproved', evidence: { rule: 'candidates-claimed' } });
  expect(found && reduce(ambiguous, found.event)).toMatchObject({ state: 'UNKNOWN', acknowledged: false });
});

test('the watch for an absent order does not end while more than one record matches it', () => {
  const matches = ['501', '502'].map((id) => record(id, { ownId: null }));
  const events = evidenceOfAll({
    unreadable: [],
    rows: [row(1, slotFree, lost, absent)],
    records: matches,
    now: at + 86_400_001,
    window: () => ({ from: 0, to: 9_999_999_999 }),
  });
  expect(events).toEqual([]);
});

test('the lists provide the id of a nested parent that is missing in the answer', () => {
  const { action, quantity, symbol, instrument, price, duration } = ticket();
  const nested = { action, quantity, symbol, instrument, price, duration };
  const ids = { ownId: '100000000000001', parentOwnId: '100000000000009' };
  const entered = reduce(null, { type: 'created', ...ids, ...newOrder(1, { parent: nested }) });
  const rows = [[slotFree, accepted].reduce<OrderRow>(reduce, entered)];
  const records = [record('501', { status: 'waiting' }), record('500', { ownId: ids.parentOwnId })];
  const [named] = evidenceOfAll({ unreadable: [], rows, records, now: at, window: () => ({ from: 0, to: at }) });
  expect(named?.event).toMatchObject({ type: 'mirrored', serviceIds: { signal: '501', parent: '500' } });
});

test('an absent order claims a matching record that no other order explains', () => {
  expect(eventsOfAbsent(row(2)).map(({ event }) => event.type)).toEqual(['appeared']);
});

const eventTypesAfterADay = (conditionalUpon: string | null, ...records: readonly SignalRecord[]) => {
  const lostRow = [slotFree, lost, absent].reduce<OrderRow>(
    reduce,
    reduce(null, { type: 'created', ownId: '100000000000001', ...newOrder(1, { conditionalUpon }) }),
  );
  const now = at + 86_400_001;
  return evidenceOfAll({ unreadable: [], rows: [lostRow], records, now, window: () => ({ from: 0, to: 0 }) }).map(
    ({ event }) => event.type,
  );
};

test('the watch for an absent order ends after a day in which no list shows the order', () => {
  expect(eventTypesAfterADay(null)).toEqual(['watch-ended']);
});

test('the watch for a conditional order does not end while the lists may hide the order', () => {
  expect(eventTypesAfterADay('500')).toEqual([]);
  expect(eventTypesAfterADay('500', record('500', { status: 'canceled' }))).toEqual([]);
  expect(eventTypesAfterADay('500', record('777', { status: 'waiting', parkedUntil: 1 }))).toEqual([]);
});

test('the watch for a conditional order ends once its parent has filled or the lists show waiting orders', () => {
  expect(eventTypesAfterADay('500', record('500', { status: 'traded' }))).toEqual(['watch-ended']);
  expect(eventTypesAfterADay('500', record('777', { status: 'waiting' }))).toEqual(['watch-ended']);
});

const { action, quantity, symbol, instrument, price, duration } = ticket();
const nested = { action, quantity, symbol, instrument, price, duration };
const withParent = (...events: readonly OrderEvent[]): OrderRow =>
  events.reduce<OrderRow>(
    reduce,
    reduce(null, {
      type: 'created',
      ownId: '100000000000001',
      parentOwnId: '100000000000009',
      ...newOrder(1, { parent: nested, quantity: '3' }),
    }),
  );
const eventsOf = (order: OrderRow, now: number, ...records: readonly SignalRecord[]) =>
  evidenceOfAll({ unreadable: [], rows: [order], records, now, window: () => ({ from: 0, to: 9_999_999_999 }) }).map(
    ({ event }) => event,
  );

const alarmsOf = (events: readonly EventForRow['event'][]): string =>
  events.map((event) => words(('alarm' in event ? event.alarm : null) ?? '')).join();

test('an order that no list shows is proved by the own id of its nested parent in a list', () => {
  const parent = record('500', { ownId: '100000000000009' });
  const ids = { serviceIds: { signal: null, parent: '500' } };
  expect(eventsOf(withParent(slotFree, lost), at, parent)).toMatchObject([{ type: 'own-id-match', ...ids }]);
  expect(eventsOf(withParent(slotFree, lost, absent), at, parent)).toMatchObject([{ type: 'appeared', ...ids }]);
  expect(eventsOf(withParent(slotFree, lost, absent), at + 86_400_001)).toEqual([]);
});

test('two records that match the parent of an unlisted order, by own id or by members, raise an alarm', () => {
  const arrived = withParent(slotFree, {
    ...accepted,
    serviceIds: { ...accepted.serviceIds, signal: null, parent: '500' },
  });
  const named = ['500', '502'].map((id) => record(id, { ownId: '100000000000009' }));
  expect(alarmsOf(eventsOf(arrived, at, ...named))).toMatch("under the own id of this order's parent");
  const matches = ['500', '502'].map((id) => record(id, { ownId: null }));
  expect(alarmsOf(eventsOf(arrived, at, ...matches))).toMatch('Order 502 matches');
  expect(eventsOf(arrived, at, record('500', { ownId: null }))).toEqual([]);
});

test('an order believed absent has appeared if a list has its own id in a record that cannot be read', () => {
  const unreadable = {
    ...{ systemId: record('501').systemId, serviceId: '501', ownId: '100000000000001', symbol: null, action: null },
    ...{ postedAt: null, contradicts: false, problem: 'signal: quant', raw: '{}' },
  };
  const eventsOf = (order: OrderRow) =>
    evidenceOfAll({
      ...{ unreadable: [unreadable], rows: [order], records: [], now: at },
      window: () => ({ from: 0, to: 9_999_999_999 }),
    });
  const many: OrderEvent = { type: 'many-matches', at, reason: 'two match', candidates: ['601', '602'] };
  const alarm = { code: 'order.alarms', alarms: [{ code: 'order.record-unreadable' }, { code: 'alarm.appeared' }] };
  expect(eventsOf(row(1, slotFree, lost, absent))).toMatchObject([{ event: { type: 'appeared', alarm } }]);
  expect(eventsOf(row(1, slotFree, lost, many))).toMatchObject([{ event: { type: 'own-id-match' } }]);
});

test('orders that were taken for each other are told apart once the lists show their own ids', () => {
  const probable = (number: number, signal: string): OrderRow => {
    const serviceIds = { signal, target: null, stop: null, ocaGroup: null, parent: null };
    const found = { at, serviceIds, mirror: null, alarm: null, evidence: 'fingerprint' } as const;
    return row(number, slotFree, lost, { type: 'fingerprint-match', ...found });
  };
  const eventsOf = (rows: readonly OrderRow[], ...records: readonly SignalRecord[]) =>
    evidenceOfAll({ unreadable: [], rows, records, now: at, window: () => ({ from: 0, to: 9_999_999_999 }) });
  const first = record('501', { ownId: '100000000000001' });
  const second = record('502', { ownId: '100000000000002' });
  const [one, two] = [probable(1, '502'), probable(2, '501')];
  expect(eventsOf([one, two], first, second)).toMatchObject([
    { rowId: one.rowId, event: { type: 'own-id-match', serviceIds: { signal: '501' } } },
    { rowId: two.rowId, event: { type: 'own-id-match', serviceIds: { signal: '502' } } },
  ]);
  // The list does not show the second order. Its row must not keep the record of the first one.
  const appeared = { event: { type: 'appeared', serviceIds: { signal: '501' } } };
  const alarm = { code: 'alarm.record-of-other', serviceId: '501' };
  const disproved = { rowId: two.rowId, event: { type: 'match-disproved', alarm } };
  const lostOne = row(1, slotFree, lost, absent);
  expect(eventsOf([lostOne, two], first)).toMatchObject([appeared, disproved]);
  expect(eventsOf([two, lostOne], first)).toMatchObject([disproved, appeared]);
  const next = reduce(two, { type: 'match-disproved', at, alarm: null, evidence: 'another own id' });
  expect(next).toMatchObject({ state: 'UNKNOWN', serviceIds: { signal: null }, mirror: null });
  // Another list shows the record without its own id.
  const posted = [record('501', { ownId: null, status: 'traded' })];
  const context = { rows: [next], window: { from: 0, to: 9_999_999_999 }, now: at, elapsedMs: 125_000 };
  const lists = { working: [], posted, unreadable: [] };
  expect(decide(next, lists, { ...context, showsAll: true, reuseTitle: null })?.type).toBe('nothing-found');
});

test('an order whose record was taken for another order is neither refused nor absent', () => {
  const serviceIds = { signal: '501', target: null, stop: null, ocaGroup: null, parent: null };
  const found = { at, serviceIds, mirror: null, alarm: null, evidence: 'fingerprint' } as const;
  const guess = row(2, slotFree, lost, { type: 'fingerprint-match', ...found });
  const records = [record('501', { ownId: '100000000000001' })];
  const typeOf = (order: OrderRow) =>
    decide(
      order,
      { working: records, posted: records, unreadable: [] },
      {
        ...{ rows: [guess, order], window: { from: 0, to: 9_999_999_999 }, now: at, elapsedMs: 125_000 },
        ...{ showsAll: true, reuseTitle: null },
      },
    )?.type;
  expect(typeOf(row(1, slotFree, lost))).toBe('own-id-match');
  expect(typeOf(row(1, slotFree, { type: 'refused', at, answer: [] }))).toBe('refused-but-there');
});
