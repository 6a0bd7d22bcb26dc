import { expect, test } from 'vitest';
import { answerOf } from '#core/rehearsals/rehearse-order.ts';

test.each(['queued', 'sending', 'unknown'] as const)(
  'the answer to a rehearsed order that is %s is awaited',
  (state) => {
    expect(answerOf(state)).toBe('awaited');
  },
);

test.each(['held', 'not-sent', 'absent', 'abandoned'] as const)(
  'practice gave no answer to an order that is %s: it is neither accepted nor refused',
  (state) => {
    expect(answerOf(state)).toBe('none');
  },
);

test('only a rejected order was refused', () => {
  expect(answerOf('rejected')).toBe('refused');
});

test.each(['working', 'traded', 'canceled', 'expired', 'waiting', 'unlisted'] as const)(
  'an order that is %s was accepted',
  (state) => {
    expect(answerOf(state)).toBe('accepted');
  },
);
