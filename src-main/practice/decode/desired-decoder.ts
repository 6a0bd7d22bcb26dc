import type { WireDesiredPosition } from '#core/platform/wire/desired-records.ts';
import type { WireError } from '#core/platform/wire/records.ts';
import { formatFixed, parseFixed } from '#rules/decimal.ts';
import type { DesiredPosition, DesiredRequest } from '#rules/desired/desired-positions.ts';
import { readDesired, type DesiredElement, type DesiredProblem } from '#rules/desired/desired-request.ts';
import { expiryText, type Catalog } from '#practice/catalog.ts';
import { POSITION_FIELDS } from './command-fields.ts';
import { isExactMembers, readExactJson } from './exact-json.ts';
import { readTyped } from './field-reader.ts';
import { textOf, type Fields } from './fields.ts';
import type { Switches } from '#practice/switches.ts';

export type DesiredDecoded =
  | { readonly ok: true; readonly request: DesiredRequest; readonly sent: readonly WireDesiredPosition[] }
  | { readonly ok: false; readonly error: WireError };

const TITLE = 'Invalid positions';
const TYPES = 'stock option future forex';
/**
 * Limits the work that one list causes: each fill computes the value of the whole account again.
 */
const MAX_POSITIONS = 500;
/** Limits the number of problems in one answer. */
const MAX_NAMED = 50;

/**
 * Reads `positions` of setDesiredPositions: a list, or in a query the text of a list. The error
 * names the element and the member.
 */
export function decodeDesired(fields: Fields, catalog: Catalog, switches: Switches): DesiredDecoded {
  const given = fields.get('positions');
  const list = typeof given === 'string' ? readExactJson(given)?.value : given;
  if (!Array.isArray(list)) return { ok: false, error: noList(fields) };
  if (list.length > MAX_POSITIONS) return wrong([`positions must have at most ${String(MAX_POSITIONS)} elements`]);
  const elements: DesiredElement[] = [];
  const unreadable = new Map<number, string>();
  for (const [index, one] of list.entries()) {
    const at = `positions[${String(index)}]`;
    if (!isExactMembers(one)) return wrong([`${at} must be an object with symbol, typeofsymbol and quant`]);
    const element = readTyped(one, POSITION_FIELDS);
    const [problem] = element.problems;
    if (problem) unreadable.set(index, `${at}: ${problem.join(' ')}`);
    elements.push(elementOf(element.fields, catalog));
  }
  const switchValues = {
    fractionalQuantity: switches.get('fractionalQuantity'),
    desiredTwice: switches.get('desiredTwice'),
  };
  const reading = readDesired(elements, (symbol) => catalog.findForOrder(symbol)?.type, switchValues);
  if (!reading.ok || unreadable.size > 0) return refused(reading.ok ? [] : reading.problems, unreadable);
  const untradable = untradableErrors(reading.request, catalog);
  if (untradable.length > 0) return wrong(untradable);
  return { ok: true, request: reading.request, sent: sentRecords(reading.request, catalog) };
}

/**
 * Uses the catalog's symbol if the catalog has the contract, because a strike can be written in
 * several ways (50, 50.0).
 */
function elementOf(fields: Fields, catalog: Catalog): DesiredElement {
  const symbol = textOf(fields, 'symbol');
  return {
    symbol: catalog.find(symbol.toUpperCase())?.symbol ?? symbol,
    typeofsymbol: textOf(fields, 'typeofsymbol').toLowerCase(),
    quantity: parseFixed(textOf(fields, 'quant')),
  };
}

/** The answer of getDesiredPositions: the list that was sent, with the symbols of the catalog. */
function sentRecords(request: DesiredRequest, catalog: Catalog): WireDesiredPosition[] {
  if (request.kind === 'list') return request.positions.map((position) => desiredRecord(position, catalog));
  const none = { underlying: null, strike: null, putcall: null, expir: null };
  return [{ symbol: request.kind, typeofsymbol: request.kind, quant: '0', ...none }];
}

function desiredRecord(position: DesiredPosition, catalog: Catalog): WireDesiredPosition {
  const instrument = catalog.get(position.symbol);
  const { option } = instrument;
  return {
    symbol: position.symbol,
    typeofsymbol: position.instrument,
    quant: formatFixed(position.quantity),
    underlying: option?.underlying ?? null,
    strike: option?.strikeText ?? null,
    putcall: option?.kind ?? null,
    expir: option ? expiryText(instrument) : null,
  };
}

function untradableErrors(request: DesiredRequest, catalog: Catalog): string[] {
  if (request.kind !== 'list') return [];
  const wanted = request.positions.filter((position) => position.quantity !== 0n);
  const untradable = wanted.filter((one) => catalog.untradableReason(catalog.get(one.symbol)) !== undefined);
  return untradable.map(({ symbol }) => `symbol ${symbol} has ended or is not listed`);
}

function noList(fields: Fields): WireError {
  const misspelled = fields.has('desiredPositions') ? '; desiredPositions is not read' : '';
  const errors = [`positions required and must be a list of positions${misspelled}`];
  return { title: 'No positions', message: errors.join(), errors };
}

/**
 * Names each wrong element once. `unreadable`: the elements with a member that could not be read.
 */
function refused(problems: readonly DesiredProblem[], unreadable: ReadonlyMap<number, string>): DesiredDecoded {
  const others = problems.filter((problem) => problem.code === 'emptyList' || !unreadable.has(problem.index));
  const first = unreadable.size > 0 ? undefined : others[0];
  const texts = [...others.map(problemText), ...unreadable.values()].slice(0, MAX_NAMED);
  const title = first?.code === 'unknownType' ? 'Unknown typeofsymbol' : (symbolTitle(first) ?? TITLE);
  return wrong(texts, title);
}

function symbolTitle(problem: DesiredProblem | undefined): string | undefined {
  const isOfSymbol = problem?.code === 'unknownSymbol' || problem?.code === 'wrongType' || problem?.code === 'noSymbol';
  return isOfSymbol ? 'Unknown symbol' : undefined;
}

function wrong(errors: readonly string[], title = TITLE): DesiredDecoded {
  return { ok: false, error: { title, message: errors[0] ?? '', errors: [...errors] } };
}

function problemText(problem: DesiredProblem): string {
  if (problem.code === 'emptyList')
    return 'positions must not be empty; symbol flat closes all positions, symbol stop ends the desired positions';
  const at = `positions[${String(problem.index)}]`;
  switch (problem.code) {
    case 'specialNotAlone':
      return `${at}: ${problem.special} must be the only element`;
    case 'specialWithQuantity':
      return `${at}: quant of ${problem.special} must be 0`;
    case 'unknownType':
      return `${at}: typeofsymbol required and must be one of these: ${TYPES}`;
    case 'noSymbol':
      return `${at}: symbol required`;
    case 'unknownSymbol':
      return `${at}: symbol ${problem.symbol.slice(0, 40)} is not known here`;
    case 'wrongType':
      return `${at}: symbol ${problem.symbol} is of typeofsymbol ${problem.type}`;
    case 'twice':
      return `${at}: symbol ${problem.symbol} is in the list already`;
    case 'noQuantity':
      return `${at}: quant required and must be a number`;
    case 'fraction':
      return `${at}: quant must be a whole number${problem.type === 'stock' ? '' : ` for a ${problem.type}`}`;
  }
}
