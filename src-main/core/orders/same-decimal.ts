import Big from 'big.js';

/**
 * Whether two texts are the same number: '73.980000000' is 73.98. A text that is no plain number
 * equals only itself.
 */
export function sameDecimal(a: string, b: string): boolean {
  if (a === b) return true;
  return plain.test(a) && plain.test(b) && new Big(a).eq(b);
}

const plain = /^-?[0-9]+([.][0-9]+)?$/;
