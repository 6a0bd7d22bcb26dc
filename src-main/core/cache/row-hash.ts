import type { SQLOutputValue } from 'node:sqlite';

/** The bits of a float, in two halves. */
const float = new Float64Array(1);
const halves = new Int32Array(float.buffer);

/** Told apart at their ends, so that where a value ends, and of which kind it is, are parts of the row. */
const endOf = { text: 0x1000_0000, number: 0x2000_0000, nothing: 0x3000_0000 } as const;

/** Each step is a bijection of what went before: what once differed does not become the same but by what comes after. */
const stepLeft = (hash: number, code: number): number => {
  const mixed = Math.imul(hash ^ code, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
};
const stepRight = (hash: number, code: number): number => {
  const mixed = Math.imul(hash ^ code, 0x5bd1e995);
  return (mixed << 13) | (mixed >>> 19);
};

/**
 * A fingerprint of a row in 53 bits, which a float holds: two rows that differ have the same one in one of 10^16 cases. Two
 * multiplying walks over the values, two characters or half a number a step, one of them kept in part.
 */
export const rowHash = (values: readonly SQLOutputValue[]): number => {
  let left = 0x811c9dc5;
  let right = 0x9747b28c;
  for (const value of values) {
    let end: number = endOf.nothing;
    if (typeof value === 'string') {
      const { length } = value;
      for (let at = 0; at < length; at += 2) {
        const code = value.charCodeAt(at) | (at + 1 < length ? value.charCodeAt(at + 1) << 16 : 0);
        left = stepLeft(left, code);
        right = stepRight(right, code);
      }
      end = endOf.text ^ length;
    } else if (typeof value === 'number') {
      float[0] = value;
      for (let half = 0; half < 2; half += 1) {
        left = stepLeft(left, halves[half] ?? 0);
        right = stepRight(right, halves[half] ?? 0);
      }
      end = endOf.number;
    }
    left = stepLeft(left, end);
    right = stepRight(right, end);
  }
  return (left >>> 0) * 0x20_0000 + (right >>> 11);
};
