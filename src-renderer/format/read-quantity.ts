import Big from 'big.js';
import { isEntry } from '#contract/model/order-action.ts';
import type { Action } from '#contract/model/scalars.ts';
import { halfWidth } from './half-width.ts';
import { readDecimal, type ReadNumber } from './read-decimal.ts';
import { withoutGroups } from './without-groups.ts';

const units = { k: 1_000, m: 1_000_000 } as const;

/**
 * Reads a whole quantity. `2k` and `1.5k` are thousands, `1m` is a million. `1,500` is 1500,
 * because quantities have no decimals.
 */
export function readQuantity(typed: string): ReadNumber {
  const plain = halfWidth(typed).trim();
  const match = /^(.+?)\s*([kKmM])$/.exec(plain);
  const unit = match?.[2]?.toLowerCase() === 'm' ? units.m : match === null ? 1 : units.k;
  const body = match?.[1] ?? plain;
  const read = readDecimal(unit === 1 ? withoutGroups(body) : body);
  if (read.state !== 'read') return read;
  const value = new Big(read.value).times(unit);
  if (!value.eq(value.round(0))) return { state: 'refused', reason: 'Whole units only.' };
  if (value.lte(0)) return { state: 'refused', reason: 'At least 1.' };
  if (value.gte(10_000_000_000)) return { state: 'refused', reason: 'Too large.' };
  const text = value.toFixed(0);
  return { state: 'read', value: text, readAs: text === typed.trim() ? null : `Read as ${text}` };
}

/** A number with decimals. Three decimals that end in 0 do not match: `1.500` may mean 1500. */
const fraction = /^(0|[1-9][0-9]{0,9})[.](?![0-9]{2}0$)(?=0*[1-9])[0-9]{1,9}$/;

/**
 * Reads the quantity of an order. Only an exit can have a fraction, because a position can have one.
 */
export function readOrderQuantity(typed: string, action: Action): ReadNumber {
  const plain = halfWidth(typed).trim();
  if (isEntry(action) || !fraction.test(plain)) return readQuantity(typed);
  const value = new Big(plain).toFixed();
  return { state: 'read', value, readAs: `Read as ${value}, with a fraction` };
}
