import { fixed, parseFixed, type Fixed } from '#rules/decimal.ts';

/** The members of the body of a control request: plain JSON, without the field kinds of the API. */
export type ControlBody = ReadonlyMap<string, unknown>;

/** Empty if the body is not a JSON object. */
export function controlMembers(body: unknown): ControlBody {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return new Map(isObject ? Object.entries(body) : []);
}

/** The text of a member that is a string or a number; '' for any other value. */
export function controlText(members: ControlBody, name: string): string {
  const value = members.get(name);
  return typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
}

/** The largest price that a control route sets. A price path from a larger one could overflow. */
const MAX_PRICE = fixed('1000000000000');
/** For the text of a refusal. */
export const PRICE_RANGE = 'greater than 0, at most 1000000000000';

/** Undefined if the text is not a price in `PRICE_RANGE`. */
export function priceOf(text: string): Fixed | undefined {
  const price = parseFixed(text);
  return price !== undefined && price > 0n && price <= MAX_PRICE ? price : undefined;
}
