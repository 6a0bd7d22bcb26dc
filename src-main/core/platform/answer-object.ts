import { isRecord, type JsonObject as DecodedObject } from './wire/json-object.ts';

/** A decoded JSON object: its members are unknown until a parser has looked at them. */
export type JsonObject = DecodedObject;

/** Bare integers of sixteen digits and more would lose their last digits as doubles. */
const longNumber = /[:[,\s-]\d{16}/;

/**
 * The JSON object in these bytes, or null for anything else; never throws. Numbers too long for a double come as their
 * own text: ids may exceed 2^53 and may stand without quotes. The reviver is slow, so it runs only where it is needed.
 */
export const answerObject = (bytes: Uint8Array): JsonObject | null => {
  const text = new TextDecoder().decode(bytes);
  try {
    const value: unknown = longNumber.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    // Not JSON, or nested deeper than the stack: either way it is no answer of the platform.
    return null;
  }
};

const exactNumber = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && context?.source !== undefined && context.source.length > 15 ? context.source : value;
