import type { PracticeInstrument } from '#contract/model/practice.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import { readOptionSymbol } from '#renderer/format/option-symbol.ts';
import type { PositionsStore } from './positions-store.svelte.ts';
import type { PracticeStore } from './practice-store.svelte.ts';

/**
 * Known facts of an instrument. The platform sends no quotes: price and tick exist on practice
 * only.
 */
export type InstrumentFacts = {
  readonly name: string | null;
  readonly tick: string | null;
  readonly price: string | null;
  /** Dollars for one point of one unit. Null if not known. */
  readonly pointValue: string | null;
  /** On practice: no table of the service lists the symbol, so its price is invented. */
  readonly invented: boolean;
};

type Parts = {
  readonly positions: Pick<PositionsStore, 'of' | 'pointValue'>;
  readonly practice: Pick<PracticeStore, 'instrument' | 'instruments'>;
};

/**
 * The point values that are used until one is known: of a share, of an option on 100 shares, and of
 * a mini-lot of a pair (platform-notes 15, 17).
 */
const standardPointValues: Readonly<Record<Instrument, string | null>> = {
  stock: '1',
  option: '100',
  forex: '10000',
  future: null,
};

/**
 * Dollars for one point of one unit: the value from the platform, else the standard value. Null if
 * it depends on the contract, and for a pair that is not quoted in dollars. The platform gives
 * 10,000 for every pair (platform-notes 17), which is an amount in the second currency of the pair.
 */
export const pointValueOf = (symbol: string, instrument: Instrument, known: string | null = null): string | null =>
  instrument === 'forex' && !symbol.endsWith('USD') ? null : (known ?? standardPointValues[instrument]);

export function instrumentFacts(symbol: string, instrument: Instrument, parts: Parts): InstrumentFacts {
  const practiceFacts = parts.practice.instrument(symbol);
  const position = parts.positions.of(symbol);
  const known = practiceFacts?.pointValue ?? position?.pointValue ?? parts.positions.pointValue(symbol);
  return {
    name: practiceFacts?.description ?? position?.description ?? null,
    tick: practiceFacts?.tick ?? null,
    price: practiceFacts?.price ?? null,
    pointValue: pointValueOf(symbol, instrument, known),
    invented: practiceFacts?.invented ?? isInvented(symbol, instrument, parts.practice.instruments),
  };
}

/**
 * False for other months of a listed future and for options on a listed stock. Also false on a live
 * connection, which lists no instruments.
 */
function isInvented(symbol: string, instrument: Instrument, listed: readonly PracticeInstrument[]): boolean {
  if (symbol === '' || listed.length === 0) return false;
  return rootOf(symbol, instrument) !== null && !isListed(symbol, instrument, listed);
}

/** Whether the practice market lists the symbol, another month of it, or the option's stock. */
export function isListed(symbol: string, instrument: Instrument, listed: readonly PracticeInstrument[]): boolean {
  const root = rootOf(symbol, instrument);
  return root !== null && rootsOf(listed).has(root);
}

const roots = new WeakMap<readonly PracticeInstrument[], ReadonlySet<string | null>>();

/** Computed once for each market: the target editor needs it for every row at every key press. */
function rootsOf(listed: readonly PracticeInstrument[]): ReadonlySet<string | null> {
  const known = roots.get(listed);
  if (known !== undefined) return known;
  const found = new Set(listed.filter(({ invented }) => !invented).map((one) => rootOf(one.symbol, one.instrument)));
  roots.set(listed, found);
  return found;
}

/** The root that determines the price. Null if the text is not a symbol of its type. */
function rootOf(symbol: string, instrument: Instrument): string | null {
  if (instrument === 'option') return readOptionSymbol(symbol)?.underlying ?? null;
  return instrument === 'future' ? symbol.slice(0, -2) : symbol;
}
