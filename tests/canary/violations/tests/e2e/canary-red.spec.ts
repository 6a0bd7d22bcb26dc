import { expect, test } from '@playwright/test';

test('canary', () => {
  expect(1).toBe(2);
});
