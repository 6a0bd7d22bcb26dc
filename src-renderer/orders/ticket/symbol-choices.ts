import type { Instrument } from '#contract/model/scalars.ts';
import { futureRoot, hasEnded } from '#renderer/format/contract-ended.ts';
import { readOptionSymbol } from '#renderer/format/option-symbol.ts';
import type { App } from '#renderer/stores/app-context.ts';

export type SymbolChoice = { readonly symbol: string; readonly name: string; readonly instrument: Instrument };

/**
 * Known symbols, positions first. The platform has no list of instruments, so any other symbol can
 * be typed.
 */
export function symbolChoices({
  positions,
  practice,
  signals,
}: Pick<App, 'positions' | 'practice' | 'signals'>): readonly SymbolChoice[] {
  const found = new Map<string, SymbolChoice>();
  const add = (symbol: string, name: string, instrument: Instrument | null): void => {
    if (instrument !== null && !found.has(symbol)) found.set(symbol, { symbol, name, instrument });
  };
  for (const position of positions.list ?? []) add(position.symbol, position.description, position.instrument);
  for (const one of practice.instruments) add(one.symbol, one.description, one.instrument);
  for (const signal of signals.list ?? []) add(signal.symbol, signal.name, signal.instrument);
  return [...found.values()];
}

/**
 * At most eight symbols that match the typed text, without expired contracts (`newYorkHour`:
 * `2026-03-02 15`). First the symbols of the chosen type whose root equals the text. Then symbols
 * that begin with the text, or with `@` and the text. Then symbols with a word in their name that
 * begins with the text. In each group, the chosen type comes before other types.
 */
export function matchingSymbols(
  choices: readonly SymbolChoice[],
  typed: string,
  type: Instrument,
  newYorkHour: string,
): readonly SymbolChoice[] {
  const text = typed.trim().toUpperCase();
  const ranked = choices
    .filter(({ symbol, instrument }) => !hasEnded(symbol, instrument, newYorkHour))
    .map((choice) => ({ choice, rank: rankOf(choice, text, type) }))
    .filter(({ rank }) => rank !== null);
  return ranked
    .toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .slice(0, 8)
    .map(({ choice }) => choice);
}

function rankOf({ symbol, name, instrument }: SymbolChoice, text: string, type: Instrument): number | null {
  const upperSymbol = symbol.toUpperCase();
  const typeRank = instrument === type ? 0 : 1;
  if (text === '') return typeRank;
  if (typeRank === 0 && rootOf(upperSymbol, instrument) === text) return 0;
  if (upperSymbol.startsWith(text) || upperSymbol.startsWith(`@${text}`)) return 1 + typeRank;
  const words = name.toUpperCase().split(/[^A-Z0-9]+/);
  return words.some((word) => word.startsWith(text)) ? 3 + typeRank : null;
}

function rootOf(upperSymbol: string, instrument: Instrument): string {
  if (instrument === 'future') return futureRoot(upperSymbol) ?? upperSymbol;
  return instrument === 'option' ? (readOptionSymbol(upperSymbol)?.underlying ?? upperSymbol) : upperSymbol;
}
