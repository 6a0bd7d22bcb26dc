import { expect, it } from 'vitest';
import { fieldText, itemText } from '#renderer/history/field-name.ts';

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

it.each([
  [{ facet: 'margin', name: null, id: null }, 'Account'],
  [{ facet: 'equity', name: null, id: null }, 'Equity curve'],
  [{ facet: 'position', name: 'KO', id: '9' }, 'KO (trade 9)'],
  [{ facet: 'working', name: 'KO', id: '155' }, 'KO (signal 155)'],
  [{ facet: 'desired', name: 'KO', id: null }, 'KO (target list)'],
  [{ facet: 'statistic', name: 'Sharpe Ratio', id: null }, 'Sharpe Ratio'],
] as const)('shows the item %o of a difference as %s', (item, text) => {
  expect(itemText(item)).toBe(text);
});
