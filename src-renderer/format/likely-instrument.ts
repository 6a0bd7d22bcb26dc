import type { Instrument } from '#contract/model/scalars.ts';
import { readOptionSymbol } from './option-symbol.ts';

const currencies = 'AUD|CAD|CHF|EUR|GBP|JPY|NZD|USD';
const pair = new RegExp(`^(${currencies})(?!\\1)(${currencies})$`);

/** The type by the form of the symbol, used where no other source gives it. */
export function likelyInstrument(symbol: string): Instrument {
  if (readOptionSymbol(symbol) !== null) return 'option';
  if (symbol.startsWith('@')) return 'future';
  return pair.test(symbol) ? 'forex' : 'stock';
}
