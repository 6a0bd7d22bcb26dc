import Big from 'big.js';
import { readPrice } from '#renderer/format/read-price.ts';

/**
 * Moves a price by ticks. The result has as many decimals as the tick or the price, whichever has
 * more. The text is returned unchanged if it is not a price or if the result would not be positive.
 */
export function stepPrice(typed: string, tick: string, ticks: number): string {
  const price = readPrice(typed);
  if (price.state !== 'read') return typed;
  const next = new Big(price.value).plus(new Big(tick).times(ticks));
  if (next.lte(0)) return typed;
  return next.toFixed(Math.max(decimals(price.value), decimals(tick)));
}

const decimals = (value: string): number => value.split('.')[1]?.length ?? 0;
