import { isUtf8 } from 'node:buffer';
import { varint } from './varint.ts';

export type StoredValue = null | number | string | Uint8Array<ArrayBuffer>;

/**
 * The stored columns of a row; null when the bytes are not a row. Every byte must be accounted for
 * and every text valid: overwritten bytes rarely form a row by chance.
 * https://sqlite.org/fileformat2.html#record_format
 */
export function readRecord(bytes: Buffer): StoredValue[] | null {
  const header = varint(bytes, 0);
  if (header === null || header.value > bytes.length) return null;
  const values: StoredValue[] = [];
  let at = header.value;
  for (let next = header.end; next < header.value;) {
    const type = varint(bytes, next);
    if (type === null) return null;
    next = type.end;
    if (next > header.value) return null;
    const size = sizeOf(type.value);
    if (size === null || at + size > bytes.length) return null;
    const value = valueOf(bytes, type.value, at, size);
    if (value === undefined) return null;
    values.push(value);
    at += size;
  }
  return at === bytes.length ? values : null;
}

const integerBytes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0] as const;

/** Null for an unknown type. */
const sizeOf = (type: number): number | null =>
  type >= 12 ? Math.floor((type - 12) / 2) : (integerBytes[type] ?? null);

/**
 * Undefined for a value that our rows never contain: an integer beyond the precision of a float, or
 * a text that is invalid or contains a zero byte.
 */
function valueOf(bytes: Buffer, type: number, at: number, size: number): StoredValue | undefined {
  if (type >= 12) return type % 2 === 0 ? new Uint8Array(bytes.subarray(at, at + size)) : textOf(bytes, at, at + size);
  if (type === 0) return null;
  if (type >= 8) return type - 8;
  if (type === 7) return bytes.readDoubleBE(at);
  if (type < 6) return bytes.readIntBE(at, size);
  const long = Number(bytes.readBigInt64BE(at));
  return Number.isSafeInteger(long) ? long : undefined;
}

function textOf(bytes: Buffer, start: number, end: number): string | undefined {
  const text = bytes.toString('utf8', start, end);
  if (text.includes('\0')) return undefined;
  return text.includes('\ufffd') && !isUtf8(bytes.subarray(start, end)) ? undefined : text;
}
