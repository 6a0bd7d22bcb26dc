import Big from 'big.js';
import type { DesiredTarget } from '#contract/model/desired.ts';
import type { TargetLine } from '#contract/model/target-plan.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';

/** One symbol in two lists. Quantities are as typed. Null if a list does not have the symbol. */
export type ListDiffRow = {
  readonly symbol: string;
  readonly instrument: string;
  readonly one: string | null;
  readonly other: string | null;
  readonly isSame: boolean;
};

type Lines = readonly Pick<TargetLine, 'symbol' | 'instrument' | 'quantity'>[];

/** Every symbol of both lists: those that differ, then the others, in the order of the lists. */
export function listDiff(one: Lines, other: Lines): ListDiffRow[] {
  const [ones, others] = [bySymbol(one), bySymbol(other)];
  const rows = [...new Set([...ones.keys(), ...others.keys()])].map((symbol) => {
    const [first, second] = [ones.get(symbol), others.get(symbol)];
    const [quantity, otherQuantity] = [first?.quantity ?? null, second?.quantity ?? null];
    const instrument = [...new Set([first?.instrument, second?.instrument])].filter((type) => type !== undefined);
    const isSame = instrument.length === 1 && isEqual(quantity, otherQuantity);
    return { symbol, instrument: instrument.join(' / '), one: quantity, other: otherQuantity, isSame };
  });
  return [...rows.filter(({ isSame }) => !isSame), ...rows.filter(({ isSame }) => isSame)];
}

const bySymbol = (lines: Lines) => new Map(lines.map((line) => [line.symbol.trim().toUpperCase(), line]));

/** A position that a list leaves out is closed, so null equals a quantity of zero. */
function isEqual(one: string | null, other: string | null): boolean {
  const [first, second] = [numberOf(one), numberOf(other)];
  return first === null || second === null ? one === other : first.eq(second);
}

function numberOf(quantity: string | null): Big | null {
  if (quantity === null) return new Big(0);
  return /^-?[0-9]+([.][0-9]+)?$/.test(quantity) ? new Big(quantity) : null;
}

export const quantityText = (quantity: string | null): string =>
  quantity === null ? 'not listed' : numberOf(quantity) === null ? quantity : decimalText(quantity);

export const linesOf = (target: DesiredTarget | null): readonly TargetLine[] =>
  target?.kind === 'list' ? target.positions.map((one) => ({ ...one })) : [];

export function targetText(target: DesiredTarget | null): string {
  if (target === null) return 'no line';
  if (target.kind === 'list') return linesText(target.positions.length);
  return target.kind === 'flat' ? 'hold nothing' : 'stop';
}

export const linesText = (lines: number): string => `${lines} ${lines === 1 ? 'line' : 'lines'}`;
