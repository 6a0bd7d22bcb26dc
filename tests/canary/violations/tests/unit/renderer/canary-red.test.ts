import { expect, test } from 'vitest';

test('canary', () => {
  expect(1).toBe(2);
});
