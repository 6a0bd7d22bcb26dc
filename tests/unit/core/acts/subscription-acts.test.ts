import { expect, it } from 'vitest';
import { sendingAct } from '#core/acts/act-lifecycle.ts';
import { isActOf } from '#core/acts/act-type.ts';
import { readActRow } from '#core/acts/read-act-row.ts';
import { unsubscribeFromStrategy, type UnsubscribeWanted } from '#core/acts/subscription-acts.ts';
import { seal } from '#core/files/sealed.ts';
import { intent } from '../orders/order-fixtures.ts';

const row = (wanted: UnsubscribeWanted) =>
  sendingAct({
    intentId: intent(1),
    command: 'unsubscribeFromStrategy',
    target: { kind: 'subscription', id: '101' },
    before: { isListed: true },
    wanted,
    profile: { id: 'practice', mode: 'PRACTICE' },
    at: 1,
  });
const endNow = { personId: '7001', actionType: 'unsubscribe_immediate' };
const body = (wanted: UnsubscribeWanted) => unsubscribeFromStrategy.body('101', wanted);

it('an unsubscribe request has a value for positions and orders only if the user chose one', () => {
  const sent = { systemid: '101', actionType: 'unsubscribe_immediate', personid: '7001' };
  expect(body({ ...endNow, autoTradePositionsAndOrders: null })).toEqual(sent);
  expect(body(endNow)).toEqual(sent);
  expect(body({ personId: null, actionType: 'end_later', autoTradePositionsAndOrders: 'close_all' })).toEqual({
    systemid: '101',
    actionType: 'end_later',
    autoTradePositionsAndOrders: 'close_all',
  });
});

it.each<UnsubscribeWanted>([
  endNow,
  { ...endNow, autoTradePositionsAndOrders: null },
  { ...endNow, autoTradePositionsAndOrders: 'close_all' },
])('a stored unsubscribe act is read with and without a value for positions and orders: %j', (wanted) => {
  const read = readActRow(seal(row(wanted)));
  expect(read).toEqual(row(wanted));
  expect(read !== null && isActOf(unsubscribeFromStrategy, read) && body(read.wanted)).toEqual(body(wanted));
});

it('a stored unsubscribe act with an invalid value for positions and orders is not read', () => {
  expect(readActRow(seal({ ...row(endNow), wanted: { ...endNow, autoTradePositionsAndOrders: 5 } }))).toBeNull();
});

it('an unsubscribe act cannot be proven if it takes effect later or no subscription was listed', () => {
  const isProvable = (wanted: UnsubscribeWanted) => unsubscribeFromStrategy.proof?.isPossible?.(row(wanted));
  expect(isProvable(endNow)).toBe(true);
  expect(isProvable({ ...endNow, actionType: 'end_later' })).toBe(false);
  expect(unsubscribeFromStrategy.proof?.isPossible?.({ ...row(endNow), before: { isListed: false } })).toBe(false);
});
