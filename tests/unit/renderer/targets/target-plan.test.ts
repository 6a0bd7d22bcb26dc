import { expect, test } from 'vitest';
import { sentText } from '#renderer/targets/target-plan.ts';

test.each([
  ['DONE', 'The platform maintains the list.'],
  ['REFUSED', 'The platform refused the list.'],
  ['NOT_SENT', 'The list was not sent.'],
  ['ABSENT', 'The platform does not show the list.'],
  ['UNKNOWN', 'The list has no clear answer. Order entry is locked until it is confirmed.'],
] as const)('a list that is %s after its sending is reported as that', (state, text) => {
  expect(sentText('list', state)).toBe(text);
});
