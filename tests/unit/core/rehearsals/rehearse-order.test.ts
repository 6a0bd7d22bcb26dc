import { expect, test } from 'vitest';
import { outcomeOf } from '#core/rehearsals/rehearse-order.ts';

test.each(['queued', 'held', 'sending', 'unknown'] as const)('a rehearsed order that is %s has no outcome', (state) => {
  expect(outcomeOf(state)).toBe('open');
});

test.each(['rejected', 'not-sent', 'absent', 'abandoned'] as const)('an order that is %s was not accepted', (state) => {
  expect(outcomeOf(state)).toBe('not-accepted');
});

test.each(['working', 'traded', 'canceled', 'expired', 'waiting', 'unlisted'] as const)(
  'an order that is %s was accepted',
  (state) => {
    expect(outcomeOf(state)).toBe('accepted');
  },
);
