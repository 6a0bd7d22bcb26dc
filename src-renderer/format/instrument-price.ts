import Big from 'big.js';
import type { Instrument } from '#contract/model/scalars.ts';
import { decimalText } from './decimal-text.ts';
import { usualTick } from './usual-tick.ts';

/**
 * A price with the digits of its instrument: `200` is `200.00`. If `tick` is null, the usual tick
 * of the instrument type is used.
 */
export function instrumentPrice(price: string, instrument: Instrument, tick: string | null): string {
  const digits = decimals(tick ?? usualTick(price, instrument) ?? '');
  return decimalText(new Big(price).toFixed(Math.max(digits, decimals(price))));
}

const decimals = (text: string): number => text.split('.')[1]?.length ?? 0;
