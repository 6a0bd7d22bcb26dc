import Big from 'big.js';
import { limits, symbolPattern } from '#contract/limits.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import type { TargetLine } from '#contract/model/target-plan.ts';
import { hasText } from '#contract/separated-rows.ts';
import { halfWidth } from '#renderer/format/half-width.ts';
import { hasEnded } from '#renderer/format/contract-ended.ts';
import { likelyInstrument } from '#renderer/format/likely-instrument.ts';
import { contractKey } from '#renderer/format/option-symbol.ts';
import { readSigned, type DecimalMark } from '#renderer/format/read-signed.ts';
import { withoutGroups } from '#renderer/format/without-groups.ts';
import { splitList, type ListRow } from './split-list.ts';

export type ListColumn = 'symbol' | 'type' | 'quantity' | 'weight' | 'price' | 'ignored';

export type ListOptions = {
  /** Null: the columns follow from their heads or, without heads, from their order. */
  readonly columns: readonly ListColumn[] | null;
  readonly mark: DecimalMark;
  /** Whether `0.125` is an eighth of a percent or an eighth of the base. */
  readonly weights: 'percent' | 'fraction';
  /** `2026-03-02 15`, in New York. */
  readonly newYorkHour: string;
  /** The type of a symbol that is held or was ordered; null if none is known. */
  readonly known: (symbol: string) => Instrument | null;
};

/** What is wrong with a line; `at` is its line in the text, or its position in a JSON array. */
export type ListFault = { readonly at: number; readonly field: string; readonly text: string; readonly reason: string };

export type ReadLine = {
  readonly at: number;
  readonly line: TargetLine;
  /** The line has a weight and no quantity yet. */
  readonly hasNoUnits: boolean;
};

export type ReadList = {
  readonly columns: readonly ListColumn[];
  readonly heads: readonly string[];
  readonly lines: readonly ReadLine[];
  readonly faults: readonly ListFault[];
  /** Every weight is at most 1: they may be fractions. */
  readonly mayBeFractions: boolean;
};

const knownHeads: Readonly<Record<Exclude<ListColumn, 'ignored'>, readonly string[]>> = {
  symbol: ['symbol', 'ticker', 'instrument', 'contract'],
  type: ['typeofsymbol', 'type', 'class'],
  quantity: ['quant', 'quantity', 'qty', 'units', 'shares', 'position'],
  weight: ['weight', 'target', 'allocation', 'percent'],
  price: ['price'],
};
const types: Readonly<Record<string, Instrument>> = {
  stock: 'stock',
  stocks: 'stock',
  stk: 'stock',
  etf: 'stock',
  option: 'option',
  options: 'option',
  opt: 'option',
  future: 'future',
  futures: 'future',
  fut: 'future',
  forex: 'forex',
  fx: 'forex',
  cash: 'forex',
};
const reservedWords: ReadonlySet<string> = new Set(['FLAT', 'STOP']);
const symbolRegExp = new RegExp(symbolPattern);
/** The apostrophe that an export puts in front of a text that a spreadsheet would evaluate. */
const escapeMark = /^'(?=\s*[=+\-@])/;
const maxDigits = 10;

const plainHead = (text: string): string => text.toLowerCase().replace(/[^a-z]/g, '');
const namedColumns = ['symbol', 'type', 'quantity', 'weight', 'price'] as const;
const columnOf = (head: string): ListColumn | null => {
  const plain = plainHead(head);
  return namedColumns.find((column) => knownHeads[column].includes(plain)) ?? null;
};

/** Reads a pasted list or a file. Nothing in it is evaluated. */
export function readList(text: string, options: ListOptions): ReadList {
  const { rows, faults } = splitList(text);
  const [first] = rows;
  const headColumns = first?.cells.map(columnOf) ?? [];
  /** Of columns with the same content, only the first one is used. */
  const columnAt = (index: number): ListColumn => {
    const column = headColumns[index] ?? 'ignored';
    return headColumns.indexOf(column) === index ? column : 'ignored';
  };
  const hasHead = headColumns.includes('symbol') || headColumns.filter((one) => one !== null).length > 1;
  const body = hasHead ? rows.slice(1) : rows;
  const width = first?.cells.length ?? 0;
  const guessed = Array.from({ length: width }, (_, index) => (hasHead ? columnAt(index) : guess(index, width)));
  const columns = options.columns?.length === width ? options.columns : guessed;
  const allFaults: ListFault[] = faults.map(({ at, reason }) => ({ at, field: '', text: '', reason }));
  const unsplitLines = new Set(allFaults.map(({ at }) => at));
  const seen = new Map<string, number>();
  const lines = body.flatMap((row): ReadLine[] => {
    if (unsplitLines.has(row.line)) return [];
    const read = hasMoreCells(row, width) ? tooManyCells(row) : readRow(row, columns, options);
    const faultsOfRow = 'line' in read ? duplicateContractFaults(read, seen) : read.faults;
    allFaults.push(...faultsOfRow);
    return 'line' in read && faultsOfRow.length === 0 ? [read] : [];
  });
  const weights = lines.flatMap(({ line }) => (line.weight === undefined ? [] : [Math.abs(Number(line.weight))]));
  return {
    columns,
    heads: Array.from(
      { length: width },
      (_, index) => (hasHead ? (first?.cells[index] ?? '') : '') || `Column ${index + 1}`,
    ),
    lines,
    faults: allFaults,
    mayBeFractions: options.weights === 'percent' && weights.length > 0 && weights.every((one) => one <= 1),
  };
}

/** A mark in a number may also separate cells: `KO,1,500` has more cells than `KO,100`. */
const hasMoreCells = ({ cells }: ListRow, width: number): boolean => hasText({ cells: cells.slice(width) });

const tooManyCells = ({ line: at }: ListRow): { readonly faults: readonly ListFault[] } => ({
  faults: [{ at, field: '', text: '', reason: 'This line has more cells than the first one.' }],
});

/** Without a head: symbol and quantity, or symbol, type and quantity. */
function guess(index: number, width: number): ListColumn {
  if (index === 0) return 'symbol';
  if (width === 2) return index === 1 ? 'quantity' : 'ignored';
  return index === 1 ? 'type' : index === 2 ? 'quantity' : 'ignored';
}

/** A list may contain each contract only once. */
function duplicateContractFaults({ at, line }: ReadLine, seen: Map<string, number>): ListFault[] {
  const name = contractKey(line.symbol);
  const earlierLine = seen.get(name);
  if (earlierLine === undefined) seen.set(name, at);
  return earlierLine === undefined
    ? []
    : [{ at, field: 'symbol', text: line.symbol, reason: `The contract is in line ${earlierLine} already.` }];
}

type Cells = Readonly<Partial<Record<ListColumn, string>>>;

function readRow(
  { line: at, cells }: ListRow,
  columns: readonly ListColumn[],
  options: ListOptions,
): ReadLine | { readonly faults: readonly ListFault[] } {
  const row: Record<string, string> = {};
  columns.forEach((column, index) => (row[column] = (cells[index] ?? '').replace(escapeMark, '').trim()));
  const faults: ListFault[] = [];
  const refuse = (field: string, text: string, reason: string): null => {
    faults.push({ at, field, text, reason });
    return null;
  };
  const symbol = readSymbol(row, refuse);
  const instrument = readType(row, symbol ?? '', options, refuse);
  const price = readNumber('price', row, { ...options, isWhole: false }, refuse);
  const weight = readWeight(row, options, refuse);
  const quantity = row['quantity'] === '=' ? '=' : readNumber('quantity', row, { ...options, isWhole: true }, refuse);
  if (quantity === undefined && weight === undefined) refuse('quantity', '', 'A quantity or a weight is missing.');
  if (symbol !== null && instrument !== null && quantity !== '0' && hasEnded(symbol, instrument, options.newYorkHour))
    refuse('symbol', symbol, 'The contract has ended.');
  if (faults.length > 0 || symbol === null || instrument === null) return { faults };
  const weightAndPrice = { ...(weight != null && { weight }), ...(price != null && { price }) };
  // `=` applies until the weight is sized, and again if the weight is removed.
  return {
    at,
    line: { symbol, instrument, quantity: quantity ?? '=', ...weightAndPrice },
    hasNoUnits: quantity === undefined,
  };
}

type Refuse = (field: string, text: string, reason: string) => null;

function readSymbol({ symbol: typed = '' }: Cells, refuse: Refuse): string | null {
  const symbol = halfWidth(typed).trim().toUpperCase();
  if (symbol === '') return refuse('symbol', '', 'The symbol is missing.');
  if (reservedWords.has(symbol)) return refuse('symbol', symbol, 'A list cannot contain "flat" or "stop".');
  if (isFormula(symbol)) return refuse('symbol', symbol, 'Formulas are not read.');
  return symbolRegExp.test(symbol) && symbol.length <= limits.symbolLength.max
    ? symbol
    : refuse('symbol', symbol, 'Not a symbol.');
}

const isFormula = (text: string): boolean => /^[=+]./.test(text) && !/^[+][0-9.,\s]+$/.test(text);

/**
 * The type in the list, else a known type, else a likely one. A known type comes before a likely
 * one, because not every future is recognized by the form of its symbol.
 */
function readType(
  { type: typed = '' }: Cells,
  symbol: string,
  { known }: Pick<ListOptions, 'known'>,
  refuse: Refuse,
): Instrument | null {
  const text = typed.toLowerCase();
  if (text !== '') return types[text] ?? refuse('type', typed, 'Not a type. Use stock, option, future or forex.');
  return known(symbol) ?? likelyInstrument(symbol);
}

/**
 * Reads a weight in percent. A weight with a percent sign is in percent, whatever unit is chosen.
 * Undefined if it is missing, null if it is refused.
 */
function readWeight(cells: Cells, options: ListOptions, refuse: Refuse): string | null | undefined {
  const { weight: typed = '' } = cells;
  if (typed === '') return undefined;
  const isPercent = /[%٪]\s*$/.test(typed);
  const text = typed.replace(/\s*[%٪]\s*$/, '');
  const value = readNumber('weight', { weight: text }, { ...options, isWhole: false }, refuse);
  return value == null || isPercent || options.weights === 'percent' ? value : new Big(value).times(100).toFixed();
}

/** Undefined if the number is missing, null if it is refused. */
function readNumber(
  field: 'price' | 'quantity' | 'weight',
  cells: Cells,
  { mark, isWhole }: Pick<ListOptions, 'mark'> & { readonly isWhole: boolean },
  refuse: Refuse,
): string | null | undefined {
  const typed = cells[field] ?? '';
  if (typed === '') return undefined;
  if (isFormula(typed)) return refuse(field, typed, 'Formulas are not read.');
  const read = readSigned(isWhole && mark === 'auto' ? withoutGroups(typed) : typed, mark);
  if (read.state === 'blank') return undefined;
  if (read.state === 'refused') return refuse(field, typed, read.reason);
  // A quantity has no decimals: 1,500 is fifteen hundred. In other countries 1.500 means the same.
  if (isWhole && mark === 'auto' && /^-?[1-9][0-9]{0,2}[.][0-9]{3}$/.test(read.value))
    return refuse(field, typed, 'It can be read in two ways: choose the decimal mark.');
  if (field === 'price' && /^-|^0*[.]?0*$/.test(read.value)) return refuse(field, typed, 'A price is above zero.');
  if (!isWhole) return read.value.length > limits.decimalLength ? refuse(field, typed, 'Too many digits.') : read.value;
  const [whole = '', fraction = ''] = read.value.split('.');
  if (/[1-9]/.test(fraction)) return refuse(field, typed, 'Whole units only.');
  if (whole.replace('-', '').length > maxDigits) return refuse(field, typed, 'Too large.');
  return whole;
}
