import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainNumber } from '#core/review/plain-number.ts';

const decimal = fc
  .tuple(fc.constantFrom('', '-'), fc.stringMatching(/^\d{0,12}$/), fc.option(fc.stringMatching(/^\d{0,12}$/)))
  .map(([sign, whole, decimals]) => `${sign}${whole}${decimals === null ? '' : `.${decimals}`}`);

describe('plainNumber', () => {
  it('equals Number exactly for any decimal', () => {
    fc.assert(
      fc.property(decimal, (text) => {
        expect(plainNumber(text)).toBe(Number(text));
      }),
      { numRuns: 5000 },
    );
  });

  it.each(['', '-', '.', '-.', '1.2.3', '1e3', ' 7 ', '+5', '0x10', 'abc', '--1', '1,000', '-0', '123456789012345.6'])(
    'equals Number for %j',
    (text) => {
      expect(plainNumber(text)).toBe(Number(text));
    },
  );
});
