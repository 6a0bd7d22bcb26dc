import { describe, expect, it } from 'vitest';
import { readSigned } from '#renderer/format/read-signed.ts';

describe('a number with a sign', () => {
  it.each([
    ['5', '5'],
    ['+5', '5'],
    ['-5', '-5'],
    ['−5', '-5'],
    ['5-', '-5'],
    ['(5)', '-5'],
    ['( 1,234 )', null],
    ['(0)', '0'],
  ])('the value read from %s is %s', (typed, value) => {
    const read = readSigned(typed);
    expect(read.state === 'read' ? read.value : null).toBe(value);
  });

  it.each(['(-5)', '(+5)', '(5-)', '-5-', '+5-', '-(5)', '()'])('%s is ambiguous and is refused', (typed) => {
    expect(readSigned(typed)).toMatchObject({ state: 'refused' });
  });
});

describe('a number with a chosen decimal mark', () => {
  it.each([
    ['.', '1,234', '1234'],
    ['.', '1,234.5', '1234.5'],
    ['.', '12,50', '12.50'],
    ['.', '1234.567', '1234.567'],
    [',', '1.234', '1234'],
    [',', '1234,567', '1234.567'],
    [',', '0,125', '0.125'],
    [',', '33.33', '33.33'],
  ] as const)('with the mark "%s", %s is read as %s', (mark, typed, value) => {
    expect(readSigned(typed, mark)).toMatchObject({ state: 'read', value });
  });

  it.each([
    ['.', '1234,567'],
    ['.', '-1234,567'],
    ['.', '0,125'],
    [',', '1234.567'],
    [',', '0.125'],
  ] as const)('with the mark "%s", %s has a misplaced thousands mark and is refused', (mark, typed) => {
    expect(readSigned(typed, mark)).toMatchObject({ state: 'refused' });
  });
});
