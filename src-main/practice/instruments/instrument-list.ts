import instruments from '#resources/practice/instruments.json' with { type: 'json' };
import { fixed, ONE, type Fixed } from '#rules/decimal.ts';
import { monthYear, type OptionContract } from '#rules/option-symbol.ts';
import { contractEnd, monthLetter, type ContractMonth } from './future-contracts.ts';
import type { Instrument } from './instrument.ts';
import { optionEnd } from './option-price.ts';

const CENT = fixed('0.01');
const HUNDRED = fixed('100');
/** The point value of one mini-lot, for every pair (platform-notes.md 17). */
const MINI_LOT = fixed('10000');

/** The start of a price path, its yearly volatility and its drift. */
export type PathStart = {
  readonly key: string;
  readonly price: Fixed;
  readonly tick: Fixed;
  readonly volatility: number;
  readonly drift: number;
};

export type StockRow = (typeof instruments.stocks)[number];
export type FutureRow = (typeof instruments.futures)[number];
export type PairRow = (typeof instruments.forex)[number];

export const STOCKS: readonly StockRow[] = instruments.stocks;
export const FUTURES: readonly FutureRow[] = instruments.futures;
export const PAIRS: readonly PairRow[] = instruments.forex;
/**
 * Stocks whose monthly options are listed; options on other stocks are resolved from their symbols.
 */
export const OPTION_UNDERLYINGS: readonly string[] = instruments.optionUnderlyings;

/** The starts of all price paths: each stock, pair and future root has its own path. */
export function pathStarts(): readonly PathStart[] {
  return [
    ...STOCKS.map((one) => ({ ...one, key: one.symbol, price: fixed(one.price), tick: CENT })),
    ...PAIRS.map((one) => ({ ...one, key: one.symbol, price: fixed(one.price), tick: fixed(one.tick) })),
    ...FUTURES.map((one) => ({
      key: rootOf(one),
      price: fixed(one.price),
      tick: fixed(one.tick),
      volatility: one.volatility,
      drift: one.drift,
    })),
  ];
}

/** The root with its prefix, as in symbols. */
export function rootOf(row: FutureRow): string {
  return row.prefix + row.root;
}

export function stockInstrument({ symbol, name, exchange }: StockRow): Instrument {
  return {
    ...{ symbol, type: 'stock', name, exchange, fullSymbol: symbol, path: symbol },
    ...{ currency: 'USD', tick: CENT, decimals: 2, pointValue: ONE, contractMargin: null, option: null, end: null },
    invented: false,
  };
}

/** The profit of a pair is in its second currency. */
export function pairInstrument({ symbol, name, tick }: PairRow): Instrument {
  return {
    ...{ symbol, type: 'forex', name, exchange: 'FOREX', fullSymbol: symbol, path: symbol },
    ...{ currency: symbol.slice(3), tick: fixed(tick), decimals: decimalsOf(tick), pointValue: MINI_LOT },
    ...{ contractMargin: null, option: null, end: null, invented: false },
  };
}

export function futureInstrument(row: FutureRow, contract: ContractMonth): Instrument {
  const letter = monthLetter(contract.month);
  const root = rootOf(row);
  return {
    ...{ symbol: futureSymbol(row, contract), type: 'future', name: `${row.name} ${monthYear(contract)}` },
    ...{ exchange: row.exchange, currency: row.currency, path: root, option: null },
    fullSymbol: `${root}${letter}${String(contract.year % 100).padStart(2, '0')}`,
    tick: fixed(row.tick),
    decimals: decimalsOf(row.tick),
    pointValue: fixed(row.pointValue),
    contractMargin: fixed(row.margin),
    end: contractEnd(row, contract),
    invented: false,
  };
}

export function futureSymbol(row: FutureRow, { year, month }: ContractMonth): string {
  return `${rootOf(row)}${monthLetter(month)}${String(year % 10)}`;
}

export function optionInstrument(symbol: string, option: OptionContract, underlying: Instrument): Instrument {
  return {
    ...underlying,
    symbol,
    type: 'option',
    name: optionName(option, underlying),
    exchange: 'OPRA',
    fullSymbol: symbol,
    pointValue: HUNDRED,
    path: underlying.path,
    option,
    end: optionEnd(option),
  };
}

function optionName({ underlying, day, strikeText, kind, ...month }: OptionContract, { invented }: Instrument): string {
  const name = `${underlying} ${monthYear(month)} ${String(day)} ${strikeText} ${kind}`;
  return invented ? `${name}, invented price` : name;
}

function decimalsOf(tick: string): number {
  return tick.split('.')[1]?.length ?? 0;
}
