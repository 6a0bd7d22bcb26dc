import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDecimal } from '#renderer/format/read-decimal.ts';
import { readPrice } from '#renderer/format/read-price.ts';
import { readQuantity } from '#renderer/format/read-quantity.ts';
import { withoutGroups } from '#renderer/format/without-groups.ts';

const valueOf = (typed: string): string | null => {
  const read = readDecimal(typed);
  return read.state === 'read' ? read.value : null;
};

describe('a typed number', () => {
  test.each([
    ['182.50', '182.50'],
    ['1.085', '1.085'],
    ['0.00005', '0.00005'],
    ['12,5', '12.5'],
    ['0,125', '0.125'],
    ['1,234.50', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1,234,567', '1234567'],
    ['1 234.5', '1234.5'],
    ["1'234 567,5", '1234567.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
  ])('%s is read as %s', (typed, value) => expect(valueOf(typed)).toBe(value));

  test.each([
    '1,234',
    '12,345',
    '1,23,456',
    '1.2.3',
    '1,2.3,4',
    '12.34,567',
    '1e5',
    '1E-3',
    '-5',
    '−5',
    'abc',
    '.',
    ',',
    '5 5',
    '4512.25 100',
    '0,5 100',
    '1234 567',
  ])('%s is refused with a reason', (typed) => {
    const read = readDecimal(typed);
    expect(read.state).toBe('refused');
    expect(read.state === 'refused' && read.reason.length > 5).toBe(true);
  });

  test('a plain number is read unchanged and has no "Read as" text', () => {
    fc.assert(
      fc.property(
        fc.nat(999_999_999),
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 9 }),
        (whole, fraction) => {
          const text = fraction === '' ? `${whole}` : `${whole}.${fraction}`;
          expect(readDecimal(text)).toEqual({ state: 'read', value: text, readAs: null });
        },
      ),
    );
  });

  test('a value is plain decimal text, and "Read as" shows it if it differs from the typed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,eE-+ '")), maxLength: 14 }), (typed) => {
        const read = readDecimal(typed);
        if (read.state !== 'read') return;
        expect(read.value).toMatch(/^[0-9]+([.][0-9]+)?$/);
        expect(read.readAs).toBe(read.value === typed.trim() ? null : `Read as ${read.value}`);
      }),
      { numRuns: 2_000 },
    );
  });

  test('an empty text is blank, not wrong', () => expect(readDecimal('  ')).toEqual({ state: 'blank' }));
});

describe('a price', () => {
  test.each(['0', '0.000', '1234567890123', '1.1234567890'])('%s is refused', (typed) => {
    expect(readPrice(typed).state).toBe('refused');
  });
});

describe('a quantity', () => {
  test.each([
    ['100', '100'],
    ['2k', '2000'],
    ['1.5K', '1500'],
    ['2 k', '2000'],
    ['1m', '1000000'],
    ['1,500', '1500'],
  ])('%s is %s', (typed, value) => expect(readQuantity(typed)).toMatchObject({ state: 'read', value }));

  test.each(['1.5', '0', '1.2345k', '0k', 'k', '99999999999', '1e3'])('%s is refused', (typed) => {
    expect(readQuantity(typed).state).toBe('refused');
  });
});

test.each([
  ['1,500', '1500'],
  [' -1,234,567.5 ', '-1234567.5'],
  ['1,5', '1,5'],
  ['1,5000', '1,5000'],
  ['1500', '1500'],
])('%s is %s without thousands separators', (typed, text) => expect(withoutGroups(typed)).toBe(text));
