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
  ])('%s is read as %s', (typed, value) => {
    const read = readSigned(typed);
    expect(read.state === 'read' ? read.value : null).toBe(value);
  });

  it.each(['(-5)', '(+5)', '(5-)', '-5-', '+5-', '-(5)', '()'])('%s is ambiguous and is refused', (typed) => {
    expect(readSigned(typed)).toMatchObject({ state: 'refused' });
  });
});
