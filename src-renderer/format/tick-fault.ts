import Big from 'big.js';
import type { Instrument } from '#contract/model/scalars.ts';
import { usualTick } from './usual-tick.ts';

/**
 * Why a price is invalid for the instrument, or null. If `tick` is null, the usual tick of
 * the instrument type is used.
 */
export function tickFault(price: string, instrument: Instrument, tick: string | null): string | null {
  const step = tick ?? usualTick(price, instrument);
  if (step === null || new Big(price).mod(step).eq(0)) return null;
  return tick === null
    ? `Too many decimals: ${words[instrument]} move in steps of ${step}.`
    : `Moves in steps of ${step}.`;
}

const words: Readonly<Record<Instrument, string>> = {
  stock: 'stocks',
  option: 'options',
  future: 'futures',
  forex: 'currency pairs',
};
