/**
 * Reads a number of one to nine bytes and its end; null when it is cut off or exceeds the precision
 * of a float.
 */
export function varint(bytes: Buffer, start: number): { readonly value: number; readonly end: number } | null {
  let value = 0;
  for (let at = start; at < start + 8; at += 1) {
    const byte = bytes[at];
    if (byte === undefined) return null;
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) return Number.isSafeInteger(value) ? { value, end: at + 1 } : null;
  }
  return null;
}
