import type { SQLOutputValue } from 'node:sqlite';

/** The bits of a float, in two halves. */
const float = new Float64Array(1);
const halves = new Int32Array(float.buffer);

/**
 * Each value ends with its kind, so that the boundaries and kinds of values are part of the hash.
 */
const kindCodes = { text: 0x1000_0000, number: 0x2000_0000, nothing: 0x3000_0000 } as const;

/** A step is a bijection of the hash: with equal codes, different hashes stay different. */
const stepLeft = (hash: number, code: number): number => {
  const mixed = Math.imul(hash ^ code, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
};
const stepRight = (hash: number, code: number): number => {
  const mixed = Math.imul(hash ^ code, 0x5bd1e995);
  return (mixed << 13) | (mixed >>> 19);
};

/**
 * A hash of a row in 53 bits, the integer precision of a float. Two different rows collide
 * with a probability of about 10^-16. Two multiplicative hashes run over the values, two characters
 * or half a number per step, and the second is truncated.
 */
export const rowHash = (values: readonly SQLOutputValue[]): number => {
  let left = 0x811c9dc5;
  let right = 0x9747b28c;
  for (const value of values) {
    let end: number = kindCodes.nothing;
    if (typeof value === 'string') {
      const { length } = value;
      for (let at = 0; at < length; at += 2) {
        const code = value.charCodeAt(at) | (at + 1 < length ? value.charCodeAt(at + 1) << 16 : 0);
        left = stepLeft(left, code);
        right = stepRight(right, code);
      }
      end = kindCodes.text ^ length;
    } else if (typeof value === 'number') {
      float[0] = value;
      for (let half = 0; half < 2; half += 1) {
        left = stepLeft(left, halves[half] ?? 0);
        right = stepRight(right, halves[half] ?? 0);
      }
      end = kindCodes.number;
    }
    left = stepLeft(left, end);
    right = stepRight(right, end);
  }
  return (left >>> 0) * 0x20_0000 + (right >>> 11);
};
