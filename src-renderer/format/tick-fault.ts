import Big from 'big.js';
import type { Instrument } from '#contract/model/scalars.ts';

/** Why a price cannot be one of this instrument; null when it may. `tick` null: the usual step of its kind is taken. */
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

/** Futures differ too much for one; a stock below a dollar has four decimals. */
function usualTick(price: string, instrument: Instrument): string | null {
  if (instrument === 'future') return null;
  if (instrument === 'forex') return '0.00001';
  return instrument === 'stock' && new Big(price).lt(1) ? '0.0001' : '0.01';
}
