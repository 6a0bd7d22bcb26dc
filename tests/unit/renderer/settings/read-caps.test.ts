import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { readCaps, type CapField, type TypedCaps } from '#renderer/settings/read-caps.ts';

const blankCaps: TypedCaps = {
  'perOrder.quantity': '',
  'perOrder.value': '',
  'perDay.count': '',
  'perDay.quantity': '',
  'perDay.value': '',
  'perMinute.count': '',
  'perMinute.quantity': '',
  'perMinute.value': '',
  deletesPerRun: '',
};

const errorOf = (field: CapField, typed: string): string | undefined => {
  const { caps, errors } = readCaps({ ...blankCaps, [field]: typed });
  expect(caps === null, typed).toBe(errors.size > 0);
  return errors.get(field);
};

describe('the fields of the order limits', () => {
  it('are read with separators and units, and a blank order limit means no limit', () => {
    const { caps } = readCaps({
      ...blankCaps,
      'perOrder.quantity': '2k',
      'perDay.value': '12,500.50',
      'perDay.count': '40',
    });
    expect(caps).toMatchObject({
      perOrder: { quantity: '2000', value: null },
      perDay: { count: 40, quantity: null, value: '12500.50' },
    });
  });

  it.each<[CapField, string, string]>([
    ['perDay.count', '1000001', 'At most a million orders.'],
    ['perDay.value', '10.005', 'Dollars and cents only.'],
    ['perDay.value', '0', 'An amount above zero, or blank for no limit.'],
    ['perDay.value', '1234567890123456', 'Too large.'],
    ['deletesPerRun', '5000000', `1 to ${limits.stagedChanges}, or blank for ${limits.deletesPerRun}.`],
    ['deletesPerRun', '0', 'At least 1.'],
  ])('refuse %s "%s" with: %s', (field, typed, error) => {
    expect(errorOf(field, typed)).toBe(error);
  });

  it.each<[CapField, string]>([
    ['perDay.value', '123456789012345'],
    ['deletesPerRun', String(limits.stagedChanges)],
  ])('accept %s "%s"', (field, typed) => {
    expect(errorOf(field, typed)).toBeUndefined();
  });
});
