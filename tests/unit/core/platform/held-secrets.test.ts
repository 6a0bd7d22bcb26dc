import { expect, test } from 'vitest';
import { SecretCutter } from '#core/platform/cut-secrets.ts';
import { heldSecrets } from '#core/platform/held-secrets.ts';

test('removes each secret from a text until its last holder releases it', () => {
  const text = 'failed with {"password":"CANARY-1","apikey":"CANARY-2"} – as é';
  expect(heldSecrets.removedFrom(text)).toBe(text);
  const releases = ['CANARY-1', 'CANARY-2', 'CANARY-1'].map((one) => heldSecrets.hold(new SecretCutter([one])));
  const without = 'failed with {"password":"[key]","apikey":"[key]"} – as é';
  expect(heldSecrets.removedFrom(text)).toBe(without);
  releases[0]?.();
  expect(heldSecrets.removedFrom(text)).toBe(without);
  releases[2]?.();
  expect(heldSecrets.removedFrom(text)).toContain('"CANARY-1","apikey":"[key]"');
  releases[1]?.();
  expect(heldSecrets.removedFrom(text)).toBe(text);
});
