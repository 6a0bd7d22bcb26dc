import Big from 'big.js';

/**
 * Whether two texts are the same number: '73.980000000' is 73.98. A text that is not a plain number
 * equals only itself.
 */
export function sameDecimal(a: string, b: string): boolean {
  if (a === b) return true;
  return plainNumber.test(a) && plainNumber.test(b) && new Big(a).eq(b);
}

const plainNumber = /^-?[0-9]+([.][0-9]+)?$/;
