import { expect, test } from 'vitest';
import { orderMemberName } from '#renderer/messages/en/orders.ts';

test('members of an order that the answer did not show have the names of the ticket', () => {
  expect(['parent-duration', 'stop-loss', 'both-alive'].map(orderMemberName)).toEqual([
    'time in force of the parent',
    'stop loss',
    'group of target and stop',
  ]);
});

test('a member without a name is shown as it was stored', () => {
  expect(orderMemberName('unlisted-member')).toBe('unlisted-member');
});
