/**
 * A fingerprint of a row in 53 bits, which a float holds: two rows that differ have the same one in one of 10^16 cases. Two
 * multiplying walks over the characters, one of them kept in part.
 */
export const rowHash = (values: readonly (string | number | null)[]): number => {
  let left = 0x811c9dc5;
  let right = 0x9747b28c;
  for (const value of values) {
    const text = typeof value === 'string' ? value : String(value);
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      left = Math.imul(left ^ code, 0x01000193);
      right = Math.imul(right ^ code, 0x5bd1e995) ^ (right >>> 15);
    }
    // Where a value ends is a part of the row.
    left = Math.imul(left ^ (typeof value === 'string' ? 0x1ff : 0x2ff), 0x01000193);
    right = Math.imul(right ^ text.length, 0x5bd1e995);
  }
  return (left >>> 0) * 0x20_0000 + (right >>> 11);
};
