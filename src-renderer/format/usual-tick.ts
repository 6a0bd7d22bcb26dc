import Big from 'big.js';
import type { Instrument } from '#contract/model/scalars.ts';

/**
 * The usual tick of the instrument type. Null for futures, whose ticks differ too much. A stock
 * below a dollar has four decimals.
 */
export function usualTick(price: string, instrument: Instrument): string | null {
  if (instrument === 'future') return null;
  if (instrument === 'forex') return '0.00001';
  return instrument === 'stock' && new Big(price).lt(1) ? '0.0001' : '0.01';
}
