import type { Instrument } from '#contract/model/scalars.ts';
import type { App } from '#renderer/stores/app-context.ts';

export type SymbolChoice = { readonly symbol: string; readonly name: string; readonly instrument: Instrument };

/** Symbols that the window knows, held ones first. The platform has no list of instruments: any other can be typed. */
export function symbolChoices({
  positions,
  practice,
  signals,
}: Pick<App, 'positions' | 'practice' | 'signals'>): readonly SymbolChoice[] {
  const found = new Map<string, SymbolChoice>();
  const add = (symbol: string, name: string, instrument: Instrument | null): void => {
    if (instrument !== null && !found.has(symbol)) found.set(symbol, { symbol, name, instrument });
  };
  for (const held of positions.list ?? []) add(held.symbol, held.description, held.instrument);
  for (const one of practice.instruments) add(one.symbol, one.description, one.instrument);
  for (const signal of signals.list ?? []) add(signal.symbol, signal.name, signal.instrument);
  return [...found.values()];
}

/** Those that begin with what was typed, then those whose name holds it; at most eight. */
export function matchingSymbols(choices: readonly SymbolChoice[], typed: string): readonly SymbolChoice[] {
  const text = typed.trim().toUpperCase();
  const starts = choices.filter((one) => one.symbol.toUpperCase().startsWith(text));
  const holds =
    text === '' ? [] : choices.filter((one) => !starts.includes(one) && one.name.toUpperCase().includes(text));
  return [...starts, ...holds].slice(0, 8);
}
