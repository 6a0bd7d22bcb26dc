import type { PracticeInstrument } from '#contract/model/practice.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import { readOptionSymbol } from '#renderer/format/option-symbol.ts';
import type { PositionsStore } from './positions-store.svelte.ts';
import type { PracticeStore } from './practice-store.svelte.ts';

/** What the window knows of an instrument. The platform sends no quotes: price and tick exist on practice only. */
export type InstrumentFacts = {
  readonly name: string | null;
  readonly tick: string | null;
  readonly price: string | null;
  /** Money for one point of one unit, null when nobody told. */
  readonly pointValue: string | null;
  /** On practice: no table of the service names it, so that its price is made up. */
  readonly invented: boolean;
};

type Parts = {
  readonly positions: Pick<PositionsStore, 'of'>;
  readonly practice: Pick<PracticeStore, 'instrument' | 'instruments'>;
};

/** Firm where nothing was seen yet: shares, the hundred of an option, the mini-lot of a pair (platform-notes 15, 17). */
const firmPointValue: Readonly<Record<Instrument, string | null>> = {
  stock: '1',
  option: '100',
  forex: '10000',
  future: null,
};

export function instrumentFacts(symbol: string, instrument: Instrument, parts: Parts): InstrumentFacts {
  const market = parts.practice.instrument(symbol);
  const held = parts.positions.of(symbol);
  return {
    name: market?.description ?? held?.description ?? null,
    tick: market?.tick ?? null,
    price: market?.price ?? null,
    pointValue: market?.pointValue ?? held?.pointValue ?? firmPointValue[instrument],
    invented: market?.invented ?? isInvented(symbol, instrument, parts.practice.instruments),
  };
}

/** Other months of a listed future, and any option on a listed stock, have the prices of these. A live connection lists nothing. */
function isInvented(symbol: string, instrument: Instrument, listed: readonly PracticeInstrument[]): boolean {
  if (symbol === '' || listed.length === 0) return false;
  const root = rootOf(symbol, instrument);
  return root !== null && !listed.some((one) => !one.invented && rootOf(one.symbol, one.instrument) === root);
}

/** What the price comes from; null for what is not yet a symbol of its type. */
function rootOf(symbol: string, instrument: Instrument): string | null {
  if (instrument === 'option') return readOptionSymbol(symbol)?.underlying ?? null;
  return instrument === 'future' ? symbol.slice(0, -2) : symbol;
}
