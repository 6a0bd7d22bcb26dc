import { isRecord, type JsonObject } from './wire/json-object.ts';

/**
 * The JSON object in these bytes, or null for anything else; never throws. Numbers too long for a
 * double are returned as their own text: ids may exceed 2^53 and may be unquoted. The reviver is
 * slow, so it runs only where it is needed.
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

/** Unquoted integers of this many digits or more would lose their last digits as doubles. */
const longNumberDigits = 16;
const longInteger = /^-?\d{16}/;
/** The characters before a number that is a member or an item, and its sign. */
const beforeNumber: ReadonlySet<number> = new Set(new TextEncoder().encode(':[,- \n\r\t'));

/**
 * A run of 16 digits always contains a byte whose index is a multiple of 16. So only those bytes
 * are tested, and the digits around a hit.
 */
const hasLongNumber = (bytes: Uint8Array): boolean => {
  for (let at = 0; at < bytes.length; at += longNumberDigits) {
    if (!isDigit(bytes[at])) continue;
    let first = at;
    while (isDigit(bytes[first - 1])) first -= 1;
    let end = at + 1;
    while (isDigit(bytes[end])) end += 1;
    if (end - first >= longNumberDigits && beforeNumber.has(bytes[first - 1] ?? 0)) return true;
    // Skips the run, so that a very long one is scanned once.
    at = end;
  }
  return false;
};

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x30 && byte <= 0x39;

const exactNumber = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined && longInteger.test(context.source)
    ? context.source
    : value;
