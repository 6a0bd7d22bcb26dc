import { expect, test } from 'vitest';
import { SecretCutter } from '#core/platform/cut-secrets.ts';
import { secretRedactor } from '#core/platform/secret-redactor.ts';

test('removes each secret from a text until its last holder releases it', () => {
  const text = 'failed with {"password":"CANARY-1","apikey":"CANARY-2"} – as é';
  expect(secretRedactor.redact(text)).toBe(text);
  const releases = ['CANARY-1', 'CANARY-2', 'CANARY-1'].map((one) => secretRedactor.add(new SecretCutter([one])));
  const without = 'failed with {"password":"[key]","apikey":"[key]"} – as é';
  expect(secretRedactor.redact(text)).toBe(without);
  releases[0]?.();
  expect(secretRedactor.redact(text)).toBe(without);
  releases[2]?.();
  expect(secretRedactor.redact(text)).toContain('"CANARY-1","apikey":"[key]"');
  releases[1]?.();
  expect(secretRedactor.redact(text)).toBe(text);
});
