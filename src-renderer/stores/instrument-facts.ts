import type { Instrument } from '#contract/model/scalars.ts';
import type { PositionsStore } from './positions-store.svelte.ts';
import type { PracticeStore } from './practice-store.svelte.ts';

/** What the window knows of an instrument. The platform sends no quotes: price and tick exist on practice only. */
export type InstrumentFacts = {
  readonly name: string | null;
  readonly tick: string | null;
  readonly price: string | null;
  /** Money for one point of one unit, null when nobody told. */
  readonly pointValue: string | null;
};

type Parts = { readonly positions: Pick<PositionsStore, 'of'>; readonly practice: Pick<PracticeStore, 'instrument'> };

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
  };
}
