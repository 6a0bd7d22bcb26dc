import { Check as CheckValue } from 'typebox/value';
import type { TargetMessages } from '#contract/messages/targets.ts';
import { Symbol } from '#contract/model/ticket.ts';
import type { TargetLine } from '#contract/model/target-plan.ts';
import { hasEnded } from '#rules/calendar/contract-ended.ts';
import { isWhole, ONE, parseFixed, type Fixed } from '#rules/decimal.ts';
import { contractKey, sameContract } from '#rules/option-symbol.ts';
import type { InstrumentType } from '#rules/order-terms.ts';

/** A line that can be sent. `isKept` if the line asks to keep the present position. */
export type GoodLine = {
  readonly symbol: string;
  readonly instrument: InstrumentType;
  readonly quantity: Fixed;
  readonly isKept: boolean;
  /** The price that was typed for the line, or null. */
  readonly price: string | null;
};

type LinesCode = {
  [Code in keyof TargetMessages]: TargetMessages[Code] extends { readonly lines: readonly unknown[] } ? Code : never;
}[keyof TargetMessages];
/** `line` counts from 1. */
export type LineProblem = { readonly code: LinesCode; readonly line: number; readonly text: string };

export type DraftLines = { readonly good: readonly GoodLine[]; readonly problems: readonly LineProblem[] };

/** Symbols that the platform reserves for the lists `flat` and `stop`. */
const reservedSymbols: ReadonlySet<string> = new Set(['FLAT', 'STOP']);
/** The largest `quant`, see `DesiredPosition`. */
const maxQuantity = 9_999_999_999n * ONE;
/** Typed instead of a quantity, to keep the present position without a fraction of a unit. */
export const keepMark = '=';

/**
 * Reads the lines of a draft. `held` is the position size by symbol. Every line that cannot be sent
 * is in `problems`.
 */
export function readLines(
  lines: readonly TargetLine[],
  held: ReadonlyMap<string, Fixed>,
  marketNow: number,
): DraftLines {
  const good: GoodLine[] = [];
  const problems: LineProblem[] = [];
  const seen: string[] = [];
  lines.forEach((line, index) => {
    const read = readLine(line, held, marketNow);
    const symbol = symbolOf(line.symbol, held);
    const isDuplicate = symbol !== '' && seen.some((one) => sameContract(one, symbol));
    seen.push(symbol);
    if (typeof read === 'string') problems.push({ code: read, line: index + 1, text: textOf(read, line) });
    else if (isDuplicate) problems.push({ code: 'target.duplicate', line: index + 1, text: symbol });
    else good.push(read);
  });
  return { good, problems };
}

function readLine(
  { symbol: typed, instrument, quantity, price }: TargetLine,
  held: ReadonlyMap<string, Fixed>,
  marketNow: number,
): GoodLine | LinesCode {
  const symbol = symbolOf(typed, held);
  if (symbol === '') return 'target.no-symbol';
  if (reservedSymbols.has(symbol)) return 'target.special';
  if (!CheckValue(Symbol, symbol)) return 'target.bad-symbol';
  const isKept = quantity.trim() === keepMark;
  const holding = held.get(symbol) ?? 0n;
  const value = isKept ? holding - (holding % ONE) : parseFixed(quantity);
  if (value === undefined) return 'target.not-a-number';
  if (!isWhole(value)) return 'target.fraction';
  if (value > maxQuantity || value < -maxQuantity) return 'target.too-large';
  if (value !== 0n && hasEnded(symbol, instrument, marketNow)) return 'target.ended';
  return { symbol, instrument, quantity: value, isKept, price: price ?? null };
}

/**
 * The symbol of the position in the same contract, else the symbol as the platform writes it. The
 * platform may treat a different spelling as a different contract.
 */
function symbolOf(typed: string, held: ReadonlyMap<string, Fixed>): string {
  const symbol = typed.trim().toUpperCase();
  if (held.has(symbol)) return symbol;
  return [...held.keys()].find((one) => sameContract(one, symbol)) ?? contractKey(symbol);
}

const textOf = (code: LinesCode, { symbol, quantity }: TargetLine): string => {
  if (code === 'target.no-symbol') return quantity;
  if (code === 'target.ended' || code === 'target.special' || code === 'target.bad-symbol') return symbol.trim();
  return `${symbol.trim()} ${quantity.trim()}`;
};
