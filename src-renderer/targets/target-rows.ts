import Big from 'big.js';
import type { DesiredState, DesiredTarget } from '#contract/model/desired.ts';
import type { Instrument } from '#contract/model/scalars.ts';
import type { Signal } from '#contract/model/signal.ts';
import type { TargetLine, TargetMark } from '#contract/model/target-plan.ts';
import type { Position } from '#contract/model/trade.ts';
import { isBuy } from '#contract/model/order-action.ts';
import type { GridRow } from '#renderer/grid/grid-types.ts';
import { likelyInstrument } from '#renderer/format/likely-instrument.ts';
import { contractKey } from '#renderer/format/option-symbol.ts';
import { pointValueOf } from '#renderer/stores/instrument-facts.ts';

/**
 * A symbol that has a position or a pending market order, or that is in the draft, in the last
 * confirmed list or in the list that was read back. Quantities are signed.
 */
export type TargetRow = GridRow & {
  readonly symbol: string;
  readonly instrument: Instrument;
  readonly holding: string;
  /** The quantity of the pending market orders of the symbol. */
  readonly pendingQuantity: string;
  readonly lastSent: string | null;
  readonly readBack: string | null;
  /** As it is in the draft: a number, `=`, or null if the draft leaves the symbol out. */
  readonly draftQuantity: string | null;
  /** In percent. Null if the quantity was not computed from a weight. */
  readonly weight: string | null;
  /** The quantity that results from the draft. */
  readonly target: string;
  readonly change: string;
  /** Null while no draft is begun. */
  readonly mark: TargetMark | null;
  readonly price: string | null;
  readonly priceAt: number | null;
  /** The value of the target. Null if the price or the point value is not known. */
  readonly value: string | null;
  /** What is wrong with the symbol of a line whose quantity is not zero. */
  readonly problem: SymbolProblem | null;
};

/**
 * `ended`: the contract has ended. `unknown`: never held, ordered or listed, as far as is known
 * here.
 */
export type SymbolProblem = 'ended' | 'unknown';

/** What the rows are computed from. */
export type RowsInput = {
  readonly positions: readonly Position[];
  readonly signals: readonly Signal[];
  readonly state: DesiredState | null;
  readonly lines: readonly TargetLine[] | null;
  /** The price on the practice market. Null if there is none, as on a live connection. */
  readonly marketPriceOf: (symbol: string) => string | null;
  readonly problem: (symbol: string, instrument: Instrument, isKnown: boolean) => SymbolProblem | null;
};

const pendingStates: ReadonlySet<Signal['state']> = new Set(['working', 'queued', 'sending', 'unknown']);

const zero = new Big(0);

type SymbolFacts = {
  holding: Big;
  pending: Big;
  instrument: Instrument | null;
  price: string | null;
  priceAt: number | null;
  pointValue: string | null;
};

/** What is known of each symbol without the draft. Computed once per reading, not per keystroke. */
export type KnownSymbols = ReadonlyMap<string, SymbolFacts>;

/** `pointValueFor`: the point value that an earlier trade of the symbol states; null if none does. */
export function knownSymbols(
  { positions, signals }: Pick<RowsInput, 'positions' | 'signals'>,
  pointValueFor: (symbol: string) => string | null,
): KnownSymbols {
  const found = new Map<string, SymbolFacts>();
  const factsOf = (symbol: string): SymbolFacts => {
    const facts = found.get(symbol) ?? {
      holding: zero,
      pending: zero,
      instrument: null,
      price: null,
      priceAt: null,
      pointValue: pointValueFor(symbol),
    };
    found.set(symbol, facts);
    return facts;
  };
  for (const { symbol, instrument, side, quantity, averagePrice, openedAt, pointValue, implied } of positions) {
    const facts = factsOf(symbol);
    facts.holding = facts.holding.plus(side === 'long' ? quantity : new Big(quantity).times(-1));
    facts.instrument = instrument;
    facts.price = implied?.price ?? averagePrice;
    facts.priceAt = implied?.at ?? openedAt;
    facts.pointValue = pointValue ?? facts.pointValue;
  }
  for (const signal of signals) {
    // Every order makes its symbol known, even an order that gives no quantity and no price.
    const facts = factsOf(signal.symbol);
    const isPending = signal.kind === 'market' && pendingStates.has(signal.state);
    if (!isPending && signal.state !== 'traded') continue;
    facts.instrument ??= signal.instrument;
    if (isPending) facts.pending = facts.pending.plus(isBuy(signal.action) ? signal.quantity : `-${signal.quantity}`);
    else if (signal.tradedPrice !== null && (facts.priceAt ?? 0) < (signal.endedAt ?? 0)) {
      facts.price = signal.tradedPrice;
      facts.priceAt = signal.endedAt;
    }
  }
  return found;
}

/**
 * The rows of the editor: first the lines of the draft in its order, then the other symbols in
 * alphabetical order. A row that did not change stays the same object.
 */
export function targetRows(
  known: KnownSymbols,
  { state, lines, marketPriceOf, problem }: Pick<RowsInput, 'state' | 'lines' | 'marketPriceOf' | 'problem'>,
  previousRows: ReadonlyMap<string, TargetRow>,
): TargetRow[] {
  const listed = new Map((lines ?? []).map((line) => [line.symbol, line]));
  const heldOrPending = [...known]
    .filter(([, { holding, pending }]) => !holding.eq(0) || !pending.eq(0))
    .map(([symbol]) => symbol);
  const symbolsByContract = new Map(
    [...heldOrPending, ...listed.keys()].map((symbol) => [contractKey(symbol), symbol]),
  );
  const lastSent = positionsBySymbol(state?.confirmed?.target ?? null, symbolsByContract);
  const readBack = positionsBySymbol(state?.readBack?.target ?? null, symbolsByContract);
  const others = new Set([...heldOrPending, ...lastSent.keys(), ...readBack.keys()]);
  const symbols = [...listed.keys(), ...[...others].filter((symbol) => !listed.has(symbol)).sort()];
  return symbols.map((symbol) => {
    const facts = known.get(symbol);
    const line = listed.get(symbol);
    const sentLine = lastSent.get(symbol);
    const readBackLine = readBack.get(symbol);
    const row = rowOf(symbol, {
      facts,
      draftQuantity: line?.quantity ?? null,
      weight: line?.weight ?? null,
      price: line?.price ?? facts?.price ?? marketPriceOf(symbol),
      instrument:
        line?.instrument ??
        facts?.instrument ??
        sentLine?.instrument ??
        readBackLine?.instrument ??
        likelyInstrument(symbol),
      lastSent: sentLine?.quantity ?? null,
      readBack: readBackLine?.quantity ?? null,
      isBegun: lines !== null,
      problem: (instrument) => problem(symbol, instrument, (facts ?? sentLine ?? readBackLine) !== undefined),
    });
    const old = previousRows.get(symbol);
    return old !== undefined && isSame(old, row) ? old : row;
  });
}

type RowParts = {
  readonly facts: SymbolFacts | undefined;
  readonly draftQuantity: string | null;
  readonly weight: string | null;
  readonly price: string | null;
  readonly instrument: Instrument;
  readonly lastSent: string | null;
  readonly readBack: string | null;
  readonly isBegun: boolean;
  readonly problem: (instrument: Instrument) => SymbolProblem | null;
};

function rowOf(symbol: string, parts: RowParts): TargetRow {
  const { facts, draftQuantity, weight, price, instrument, lastSent, readBack, isBegun } = parts;
  const holding = facts?.holding ?? zero;
  const target = !isBegun ? holding : draftQuantity === null ? zero : quantityOf(draftQuantity, holding);
  const point = pointValueOf(symbol, instrument, facts?.pointValue);
  const value = target.eq(0) ? zero : price === null || point === null ? null : target.times(price).times(point);
  return {
    id: symbol,
    symbol,
    instrument,
    holding: holding.toFixed(),
    pendingQuantity: (facts?.pending ?? zero).toFixed(),
    lastSent,
    readBack,
    draftQuantity,
    weight,
    target: target.toFixed(),
    change: target.minus(holding).toFixed(),
    mark: isBegun ? markOf(holding, target) : null,
    price,
    priceAt: price === (facts?.price ?? null) ? (facts?.priceAt ?? null) : null,
    value: value === null ? null : value.toFixed(),
    problem: isBegun && draftQuantity !== null && !target.eq(0) ? parts.problem(instrument) : null,
  };
}

/** A quantity that cannot be read counts as zero here. The plan reports it. */
function quantityOf(draftQuantity: string, holding: Big): Big {
  if (draftQuantity === '=') return holding.round(0, 0);
  return /^-?[0-9]+([.][0-9]+)?$/.test(draftQuantity) ? new Big(draftQuantity) : zero;
}

function markOf(held: Big, target: Big): TargetMark {
  if (held.eq(target)) return '=';
  if (held.eq(0)) return '+';
  if (target.eq(0)) return '−';
  return held.gt(0) === target.gt(0) ? '~' : '↔';
}

const isSame = (one: TargetRow, other: TargetRow): boolean =>
  one.holding === other.holding &&
  one.pendingQuantity === other.pendingQuantity &&
  one.instrument === other.instrument &&
  one.lastSent === other.lastSent &&
  one.readBack === other.readBack &&
  one.draftQuantity === other.draftQuantity &&
  one.weight === other.weight &&
  one.mark === other.mark &&
  one.price === other.price &&
  one.priceAt === other.priceAt &&
  one.value === other.value &&
  one.problem === other.problem;

/** By the symbol that the row of a contract has. The platform may write its strike differently. */
function positionsBySymbol(target: DesiredTarget | null, symbolsByContract: ReadonlyMap<string, string>) {
  const positions = target?.kind === 'list' ? target.positions : [];
  return new Map(
    positions.map((one) => {
      const key = contractKey(one.symbol);
      return [symbolsByContract.get(key) ?? key, one];
    }),
  );
}

export type TargetSums = {
  readonly long: string;
  readonly short: string;
  readonly net: string;
  /** The number of rows without a price or a point value. The sums do not include them. */
  readonly withoutValueCount: number;
  readonly changeCount: number;
  /** The number of positions that the draft leaves out. */
  readonly leftOutCount: number;
};

export function sumsOf(rows: readonly TargetRow[]): TargetSums {
  let long = zero;
  let short = zero;
  for (const { value } of rows) {
    if (value === null) continue;
    if (value.startsWith('-')) short = short.plus(value);
    else long = long.plus(value);
  }
  return {
    long: long.toFixed(0),
    short: short.toFixed(0),
    net: long.plus(short).toFixed(0),
    withoutValueCount: rows.filter(({ value }) => value === null).length,
    changeCount: rows.filter(({ mark }) => mark !== null && mark !== '=').length,
    leftOutCount: rows.filter(({ mark, draftQuantity }) => mark === '−' && draftQuantity === null).length,
  };
}

/** A draft that keeps each held position, except a fraction of a unit. */
export const heldLines = (known: KnownSymbols): TargetLine[] =>
  [...known]
    .filter(([, { holding }]) => !holding.eq(0))
    .map(([symbol, { instrument }]) => ({ symbol, instrument: instrument ?? likelyInstrument(symbol), quantity: '=' }))
    .sort((a, b) => a.symbol.localeCompare(b.symbol));

/**
 * Gives the line of a held contract the symbol of its position, because a list from elsewhere can
 * write the contract differently. If the list has the contract twice, only one line gets that
 * symbol, so that both lines remain visible.
 */
export function withHeldSymbols(lines: readonly TargetLine[], known: KnownSymbols): TargetLine[] {
  const held = [...known].filter(([, { holding }]) => !holding.eq(0)).map(([symbol]) => symbol);
  const symbols = new Map(held.map((symbol) => [contractKey(symbol), symbol]));
  const usedSymbols = new Set(lines.map(({ symbol }) => symbol));
  return lines.map((line) => {
    const symbol = symbols.get(contractKey(line.symbol));
    if (symbol === undefined || usedSymbols.has(symbol)) return line;
    usedSymbols.add(symbol);
    return { ...line, symbol };
  });
}

/** The lines after these rows were set to what is held. Rows without a line get one. */
export function linesAsHeld(lines: readonly TargetLine[], rows: readonly TargetRow[]): TargetLine[] {
  const heldBySymbol = new Map(rows.map(({ symbol, instrument }) => [symbol, { symbol, instrument, quantity: '=' }]));
  const listed = new Set(lines.map(({ symbol }) => symbol));
  return [
    ...lines.map((line) => heldBySymbol.get(line.symbol) ?? line),
    ...[...heldBySymbol.values()].filter(({ symbol }) => !listed.has(symbol)),
  ];
}

export const linesWithout = (lines: readonly TargetLine[], rows: readonly TargetRow[]): TargetLine[] => {
  const removedSymbols = new Set(rows.map(({ symbol }) => symbol));
  return lines.filter(({ symbol }) => !removedSymbols.has(symbol));
};

export const rowsBySymbol = (rows: readonly TargetRow[]): ReadonlyMap<string, TargetRow> =>
  new Map(rows.map((row) => [row.symbol, row]));
