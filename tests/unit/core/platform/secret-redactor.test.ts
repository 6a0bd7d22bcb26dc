import { expect, test } from 'vitest';
import { SecretCutter } from '#core/platform/cut-secrets.ts';
import { secretRedactor } from '#core/platform/secret-redactor.ts';

test('a secret is removed from a text until the last holder of the secret releases it', () => {
  const text = 'failed with {"password":"CANARY-1","apikey":"CANARY-2"} – as é';
  expect(secretRedactor.redact(text)).toBe(text);
  const releases = ['CANARY-1', 'CANARY-2', 'CANARY-1'].map((one) => secretRedactor.add(new SecretCutter([one])));
  const redacted = 'failed with {"password":"[key]","apikey":"[key]"} – as é';
  expect(secretRedactor.redact(text)).toBe(redacted);
  releases[0]?.();
  expect(secretRedactor.redact(text)).toBe(redacted);
  releases[2]?.();
  expect(secretRedactor.redact(text)).toContain('"CANARY-1","apikey":"[key]"');
  releases[1]?.();
  expect(secretRedactor.redact(text)).toBe(text);
});
