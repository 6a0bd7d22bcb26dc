import Big from 'big.js';
import { readPrice } from '#renderer/format/read-price.ts';

/**
 * Moves a price by ticks. It has as many decimals as the tick or the price, whichever has more.
 * Never zero or less.
 */
export function stepPrice(typed: string, tick: string, ticks: number): string {
  const read = readPrice(typed);
  if (read.state !== 'read') return typed;
  const next = new Big(read.value).plus(new Big(tick).times(ticks));
  if (next.lte(0)) return typed;
  return next.toFixed(Math.max(digits(read.value), digits(tick)));
}

const digits = (value: string): number => value.split('.')[1]?.length ?? 0;
