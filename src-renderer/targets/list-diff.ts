import Big from 'big.js';
import type { DesiredTarget } from '#contract/model/desired.ts';
import type { TargetLine } from '#contract/model/target-plan.ts';
import { decimalText } from '#renderer/format/decimal-text.ts';
import { contractKey } from '#renderer/format/option-symbol.ts';

/** One symbol in two lists. Quantities are as typed; null if a list does not have the symbol. */
export type ListDiffRow = {
  readonly symbol: string;
  readonly instrument: string;
  readonly firstQuantity: string | null;
  readonly secondQuantity: string | null;
  readonly isSame: boolean;
};

type Lines = readonly Pick<TargetLine, 'symbol' | 'instrument' | 'quantity'>[];

/** Every symbol of either list: those that differ, then the others, in the order of the lists. */
export function listDiff(firstList: Lines, secondList: Lines): ListDiffRow[] {
  const [firstBySymbol, secondBySymbol] = [linesBySymbol(firstList), linesBySymbol(secondList)];
  const rows = [...new Set([...firstBySymbol.keys(), ...secondBySymbol.keys()])].map((symbol) => {
    const [first = [], second = []] = [firstBySymbol.get(symbol), secondBySymbol.get(symbol)];
    const [firstQuantity, secondQuantity] = [quantityOf(first), quantityOf(second)];
    const instruments = [...new Set([...first, ...second].map(({ instrument }) => instrument))];
    const isSame = instruments.length === 1 && isEqual(firstQuantity, secondQuantity);
    return { symbol, instrument: instruments.join(' / '), firstQuantity, secondQuantity, isSame };
  });
  return [...rows.filter(({ isSame }) => !isSame), ...rows.filter(({ isSame }) => isSame)];
}

/** Two lists may write the strike of an option in different forms. */
const linesBySymbol = (lines: Lines) => Map.groupBy(lines, (line) => contractKey(line.symbol.trim().toUpperCase()));

/** A list of the platform may have a symbol twice. */
const quantityOf = (lines: Lines): string | null =>
  lines.length === 0 ? null : lines.map(({ quantity }) => quantity).join(' and ');

/** A position that a list leaves out is closed, so null equals a quantity of zero. */
function isEqual(firstText: string | null, secondText: string | null): boolean {
  const [first, second] = [numberOf(firstText), numberOf(secondText)];
  return first === null || second === null ? firstText === secondText : first.eq(second);
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
  return target.kind === 'flat' ? 'hold nothing' : 'resume order entry (stop)';
}

export const linesText = (count: number): string => `${count} ${count === 1 ? 'line' : 'lines'}`;
