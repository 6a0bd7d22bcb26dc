import { halfWidth } from './half-width.ts';

export type ReadId =
  | { readonly state: 'blank' }
  | { readonly state: 'read'; readonly value: string }
  | { readonly state: 'refused'; readonly reason: string };

/**
 * A typed signal or group id. The platform reads ids as numbers, so it cannot distinguish ids
 * above 2^53.
 */
export function readId(typed: string): ReadId {
  const text = halfWidth(typed).trim();
  if (text === '') return { state: 'blank' };
  if (!/^[0-9]+$/.test(text)) return { state: 'refused', reason: 'An id has digits only.' };
  if (text.startsWith('0')) return { state: 'refused', reason: 'An id does not start with a zero.' };
  if (text.length > 16 || BigInt(text) > 9_007_199_254_740_991n) {
    return { state: 'refused', reason: 'The platform cannot distinguish ids above 9007199254740991.' };
  }
  return { state: 'read', value: text };
}
