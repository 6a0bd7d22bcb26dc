import { expect, test } from 'vitest';
import { CanaryClean } from '#renderer/stores/canary-clean.svelte.ts';

// Green only where rune files are really compiled.
test('canary', () => {
  const clean = new CanaryClean();
  clean.add();
  expect(clean.twice).toBe(2);
});
