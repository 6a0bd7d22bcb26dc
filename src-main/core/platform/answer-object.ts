import { isRecord, type JsonObject } from './wire/json-object.ts';

/**
 * The JSON object in these bytes, or null for anything else; never throws. Numbers too long for a
 * double are returned as their own text: ids may exceed 2^53 and may be unquoted, and a double
 * keeps only 15 significant digits of a price. The reviver is slow, so it runs only where it is
 * needed.
 */
export const answerObject = (bytes: Uint8Array): JsonObject | null => {
  const text = new TextDecoder().decode(bytes);
  try {
    const value: unknown = hasLongNumber(bytes) ? JSON.parse(text, exactNumber) : JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    // Not JSON, or nested deeper than the stack allows. Neither is an answer of the platform.
    return null;
  }
};

/**
 * Unquoted integers of this many digits or more would lose their last digits as doubles. A price of
 * this many characters may lose them.
 */
const longNumberDigits = 16;
const longInteger = /^-?\d{16}/;
/**
 * A price has at most nine decimals (order-safety P17). More decimals, as in 0.10000000000000001,
 * come from the rounding of a double and do not make a different price.
 */
const pricePattern = /^-?\d{1,18}\.\d{1,9}$/;
const longestPrice = 28;
/** The bytes that may precede the digits of an unquoted number. */
const beforeNumber: ReadonlySet<number> = new Set(new TextEncoder().encode(':[,- \n\r\t'));

/**
 * A run of 16 digits and points always contains a byte whose index is a multiple of 16. So only
 * those bytes are tested, and the digits around a hit.
 */
const hasLongNumber = (bytes: Uint8Array): boolean => {
  for (let at = 0; at < bytes.length; at += longNumberDigits) {
    if (!isNumberByte(bytes[at])) continue;
    let first = at;
    while (isNumberByte(bytes[first - 1])) first -= 1;
    let end = at + 1;
    while (isNumberByte(bytes[end])) end += 1;
    const isLong = end - first >= longNumberDigits && beforeNumber.has(bytes[first - 1] ?? 0);
    if (isLong && isInexact(bytes.subarray(first, end))) return true;
    // Skips the run, so that a very long one is scanned once.
    at = end;
  }
  return false;
};

const decimalPoint = 0x2e;
const isNumberByte = (byte: number | undefined): boolean =>
  byte !== undefined && ((byte >= 0x30 && byte <= 0x39) || byte === decimalPoint);

/** True for a number that begins with a long integer and for a price that a double would change. */
function isInexact(run: Uint8Array): boolean {
  const at = run.indexOf(decimalPoint);
  if (at < 0 || at >= longNumberDigits) return true;
  return run.length <= longestPrice && losesDigits(String.fromCharCode(...run));
}

const losesDigits = (text: string): boolean => pricePattern.test(text) && String(Number(text)) !== text;

const exactNumber = (_key: string, value: unknown, context?: { readonly source?: string }): unknown => {
  const source = typeof value === 'number' ? context?.source : undefined;
  if (source === undefined) return value;
  const isLongDecimal = source.length >= longNumberDigits && losesDigits(source);
  return longInteger.test(source) || isLongDecimal ? source : value;
};
