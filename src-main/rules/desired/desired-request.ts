import { isWhole, type Fixed } from '#rules/decimal.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import type { DesiredPosition, DesiredRequest } from './desired-positions.ts';

/**
 * One element of `positions` as it was sent. `quantity` is undefined if the member is missing or is
 * not a plain decimal.
 */
export type DesiredElement = {
  readonly symbol: string;
  readonly typeofsymbol: string;
  readonly quantity: Fixed | undefined;
};

export type DesiredProblem =
  | { readonly code: 'emptyList' }
  | { readonly code: 'specialNotAlone' | 'specialWithQuantity'; readonly index: number; readonly special: string }
  | { readonly code: 'unknownType' | 'noSymbol'; readonly index: number }
  | { readonly code: 'unknownSymbol' | 'twice'; readonly index: number; readonly symbol: string }
  | { readonly code: 'wrongType'; readonly index: number; readonly symbol: string; readonly type: InstrumentType }
  | { readonly code: 'noQuantity'; readonly index: number }
  | { readonly code: 'fraction'; readonly index: number; readonly type: InstrumentType };

/** The points of setDesiredPositions on which the specification is silent. */
export type DesiredOptions = {
  /** A fractional quantity of a stock. Other types accept whole units only. */
  readonly fractionalQuantity: 'accept' | 'refuse';
  /** The same symbol in two elements. */
  readonly desiredTwice: 'refuse' | 'add' | 'last';
};

export type DesiredResult =
  | { readonly ok: true; readonly request: DesiredRequest }
  | { readonly ok: false; readonly problems: readonly DesiredProblem[] };

const TYPES: readonly InstrumentType[] = ['stock', 'option', 'future', 'forex'];

/**
 * Checks a list against the specification: `flat` or `stop` must be the only element and have quant
 * 0 (order-safety.md D1); every other element is a known symbol of its type. One wrong element
 * refuses the whole list, and every wrong element is named.
 */
export function readDesired(
  elements: readonly DesiredElement[],
  typeOf: (symbol: string) => InstrumentType | undefined,
  options: DesiredOptions,
): DesiredResult {
  if (elements.length === 0) return { ok: false, problems: [{ code: 'emptyList' }] };
  const specialIndex = elements.findIndex(isSpecial);
  if (specialIndex >= 0) return readSpecial(elements, specialIndex);
  const problems: DesiredProblem[] = [];
  const positions = new Map<string, DesiredPosition>();
  elements.forEach((element, index) => {
    const read = readElement(element, index, typeOf, options);
    if ('code' in read) problems.push(read);
    else if (positions.has(read.symbol) && options.desiredTwice === 'refuse')
      problems.push({ code: 'twice', index, symbol: read.symbol });
    else positions.set(read.symbol, joined(positions.get(read.symbol), read, options));
  });
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, request: { kind: 'list', positions: [...positions.values()] } };
}

function isSpecial(element: DesiredElement): boolean {
  return kindOf(element) !== undefined;
}

function kindOf(element: DesiredElement): 'flat' | 'stop' | undefined {
  if (element.symbol.toLowerCase() !== element.typeofsymbol) return undefined;
  return element.typeofsymbol === 'flat' || element.typeofsymbol === 'stop' ? element.typeofsymbol : undefined;
}

function readSpecial(elements: readonly DesiredElement[], index: number): DesiredResult {
  const element = elements[index];
  const kind = element && kindOf(element);
  if (!kind) throw new Error('no special element');
  const problem = (code: 'specialNotAlone' | 'specialWithQuantity'): DesiredResult => ({
    ok: false,
    problems: [{ code, index, special: kind }],
  });
  if (elements.length > 1) return problem('specialNotAlone');
  return element.quantity === 0n ? { ok: true, request: { kind } } : problem('specialWithQuantity');
}

function readElement(
  element: DesiredElement,
  index: number,
  typeOf: (symbol: string) => InstrumentType | undefined,
  options: DesiredOptions,
): DesiredPosition | DesiredProblem {
  const instrument = TYPES.find((type) => type === element.typeofsymbol);
  if (!instrument) return { code: 'unknownType', index };
  const symbol = element.symbol.toUpperCase();
  if (symbol === '') return { code: 'noSymbol', index };
  const knownType = typeOf(symbol);
  if (!knownType) return { code: 'unknownSymbol', index, symbol };
  if (knownType !== instrument) return { code: 'wrongType', index, symbol, type: knownType };
  if (element.quantity === undefined) return { code: 'noQuantity', index };
  const mayBeFraction = instrument === 'stock' && options.fractionalQuantity === 'accept';
  if (!mayBeFraction && !isWhole(element.quantity)) return { code: 'fraction', index, type: instrument };
  return { symbol, instrument, quantity: element.quantity };
}

function joined(before: DesiredPosition | undefined, read: DesiredPosition, options: DesiredOptions): DesiredPosition {
  return before && options.desiredTwice === 'add' ? { ...read, quantity: before.quantity + read.quantity } : read;
}
