import { expect, test } from 'vitest';
import { LastEvidence } from '#core/orders/last-evidence.ts';
import { reduce } from '#core/orders/lifecycle.ts';
import type { OrderRow } from '#core/orders/order-row.ts';
import { newOrder, record } from './order-fixtures.ts';

const unreadable: readonly [] = [];

const orderRow = (state: OrderRow['state']): OrderRow => ({
  ...reduce(null, { type: 'created', ownId: '100000000000001', ...newOrder(1) }),
  state,
});

test('what said nothing new is passed over until a row or the list is another', () => {
  const last = new LastEvidence();
  const rows = [orderRow('ACKED')];
  const records = [record('1')];
  expect(last.isSame('7', { rows, records, unreadable })).toBe(false);
  last.saidNothing('7', { rows, records, unreadable });
  expect(last.isSame('7', { rows: [...rows], records, unreadable })).toBe(true);
  expect(last.isSame('8', { rows, records, unreadable })).toBe(false);
  expect(last.isSame('7', { rows: rows.map((row) => ({ ...row })), records, unreadable })).toBe(false);
  expect(last.isSame('7', { rows: [...rows, ...rows], records, unreadable })).toBe(false);
  expect(last.isSame('7', { rows, records: [...records], unreadable })).toBe(false);
  expect(last.isSame('7', { rows, records, unreadable: [] })).toBe(false);
});

test.each(['UNKNOWN', 'PROBABLY_ABSENT', 'CLOSED_ABSENT'] as const)(
  'an order that is %s is looked for every time',
  (state) => {
    const last = new LastEvidence();
    const [records, settled] = [[record('1')], [orderRow('ACKED')]];
    last.saidNothing('7', { rows: settled, records, unreadable });
    const rows = [...settled, orderRow(state)];
    last.saidNothing('7', { rows, records, unreadable });
    expect(last.isSame('7', { rows, records, unreadable })).toBe(false);
    expect(last.isSame('7', { rows: settled, records, unreadable })).toBe(false);
  },
);
