import type { Instrument } from '#contract/model/scalars.ts';
import { readOptionSymbol } from './option-symbol.ts';

const currencies = 'AUD|CAD|CHF|EUR|GBP|JPY|NZD|USD';
const pair = new RegExp(`^(${currencies})(?!\\1)(${currencies})$`);

/** The instrument type that the symbol suggests, for use if no other source states the type. */
export function likelyInstrument(symbol: string): Instrument {
  if (readOptionSymbol(symbol) !== null) return 'option';
  if (symbol.startsWith('@')) return 'future';
  return pair.test(symbol) ? 'forex' : 'stock';
}
