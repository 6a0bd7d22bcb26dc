import { expect, it } from 'vitest';
import { fieldText } from '#renderer/history/field-name.ts';

it.each([
  ['markedAt', '1772461805', '2026-03-02 09:30:05 ET'],
  ['at', '1772461805', '2026-03-02 09:30:05 ET'],
  ['mark', '1772461805', '1,772,461,805'],
  ['profit', '-1234.50', '−1,234.50'],
  ['side', 'long', 'long'],
  ['markedAt', null, '–'],
])('shows the field %s with the value %s of a past account as %s', (member, value, text) => {
  expect(fieldText(member, value, 'ET')).toBe(text);
});
