import { fixed, ONE } from '#rules/decimal.ts';
import { contractYear } from '#rules/calendar/contract-ended.ts';
import { toNewYork } from '#rules/calendar/new-york.ts';
import { monthYear } from '#rules/option-symbol.ts';
import type { InstrumentType } from '#rules/order-terms.ts';
import { contractEnd, monthOfLetter } from '#practice/instruments/future-contracts.ts';
import type { PathStart } from '#practice/instruments/instrument-list.ts';
import type { Instrument } from '#practice/instruments/instrument.ts';
import { toTick } from '#practice/instruments/option-price.ts';
import { Random } from './random.ts';

const STOCK = /^[A-Z]{1,5}(?:[.-][A-Z]{1,2})?$/;
const FUTURE = /^((?:@|Q)?[A-Z]{1,3})([FGHJKMNQUVXZ])(\d)$/;

/** Approximate dollars for a unit of each currency, for the prices of pairs. */
const DOLLARS: Readonly<Record<string, number>> = {
  ...{ AUD: 0.71, BRL: 0.18, CAD: 0.73, CHF: 1.3, CNH: 0.14, CZK: 0.048, DKK: 0.158, EUR: 1.18, GBP: 1.35, HKD: 0.128 },
  ...{ HUF: 0.003, ILS: 0.3, INR: 0.011, JPY: 0.0064, KRW: 0.0007, MXN: 0.055, NOK: 0.099, NZD: 0.6, PLN: 0.28 },
  ...{ RUB: 0.012, SEK: 0.107, SGD: 0.78, THB: 0.031, TRY: 0.023, TWD: 0.032, USD: 1, ZAR: 0.058 },
};

const CENT = fixed('0.01');
const FUTURE_RULES = { lastDay: { anchor: 'thirdFriday', monthsBefore: 0, daysBefore: 0 } };
/** From this level on, pairs are quoted in three decimals, as pairs with the yen are. */
const FEW_DECIMALS_FROM = 20;
/** The lowest and the highest first price of a stock, and of a future. */
const STOCK_PRICES = [5, 400] as const;
const FUTURE_PRICES = [20, 5000] as const;

/**
 * An instrument that is not in instruments.json. The form of the symbol alone determines its type;
 * its price is derived from the symbol and the seed. Undefined if the symbol does not have the form
 * of a stock, a future or a pair.
 */
export function inventedInstrument(symbol: string, now: number): Instrument | undefined {
  return inventedPair(symbol) ?? inventedFuture(symbol, now) ?? inventedStock(symbol);
}

/** Members that invented instruments share; a future has its own margin and end. */
const INVENTED = { exchange: 'PRACTICE', contractMargin: null, option: null, end: null, invented: true } as const;

function inventedName(name: string): string {
  return `${name}, invented price`;
}

function inventedStock(symbol: string): Instrument | undefined {
  if (!STOCK.test(symbol)) return undefined;
  return {
    ...{
      ...INVENTED,
      symbol,
      type: 'stock',
      name: inventedName(symbol),
      fullSymbol: symbol,
      path: pathKey('stock', symbol),
    },
    ...{ currency: 'USD', tick: CENT, decimals: 2, pointValue: ONE },
  };
}

function inventedPair(symbol: string): Instrument | undefined {
  const [base, quote] = [symbol.slice(0, 3), symbol.slice(3)];
  if (symbol.length !== 6 || base === quote || !(base in DOLLARS) || !(quote in DOLLARS)) return undefined;
  const decimals = pairLevel(symbol) >= FEW_DECIMALS_FROM ? 3 : 5;
  return {
    ...{ ...INVENTED, symbol, type: 'forex', name: inventedName(`${base}/${quote}`), fullSymbol: symbol },
    ...{
      path: pathKey('forex', symbol),
      currency: quote,
      tick: pairTick(decimals),
      decimals,
      pointValue: fixed('10000'),
    },
  };
}

function inventedFuture(symbol: string, now: number): Instrument | undefined {
  const [, root, letter = '', digit] = FUTURE.exec(symbol) ?? [];
  if (root === undefined) return undefined;
  const contract = { year: contractYear(Number(digit), toNewYork(now).year), month: monthOfLetter(letter) };
  return {
    ...{ ...INVENTED, symbol, type: 'future', name: inventedName(`${root} ${monthYear(contract)}`), currency: 'USD' },
    fullSymbol: `${root}${letter}${String(contract.year % 100).padStart(2, '0')}`,
    ...{ path: pathKey('future', root), tick: CENT, decimals: 2, pointValue: fixed('100') },
    ...{ contractMargin: fixed('5000'), end: contractEnd(FUTURE_RULES, contract) },
  };
}

/** Differs from the keys of listed paths, because a stock may have the symbol of a future root. */
function pathKey(type: InstrumentType, name: string): string {
  return `${type}:${name}`;
}

/** The type of an invented path; undefined for a listed path. */
export function inventedType(key: string): 'stock' | 'forex' | 'future' | undefined {
  const [type, name] = key.split(':');
  return name !== undefined && (type === 'stock' || type === 'forex' || type === 'future') ? type : undefined;
}

/** The start and volatility of an invented path, from its key and the seed of the data folder. */
export function inventedPath(key: string, seed: string): PathStart {
  const random = new Random(`${seed}/invented/${key}`);
  const type = inventedType(key);
  const name = key.slice(key.indexOf(':') + 1);
  if (type === 'forex') {
    const level = pairLevel(name);
    const tick = pairTick(level >= FEW_DECIMALS_FROM ? 3 : 5);
    return { key, tick, price: toTick(level * random.between(0.97, 1.03), tick), volatility: 0.1, drift: 0 };
  }
  const [low, high] = type === 'future' ? FUTURE_PRICES : STOCK_PRICES;
  const level = Math.exp(random.between(Math.log(low), Math.log(high)));
  return { key, tick: CENT, price: toTick(level, CENT), volatility: random.between(0.2, 0.6), drift: 0 };
}

function pairLevel(symbol: string): number {
  return (DOLLARS[symbol.slice(0, 3)] ?? 1) / (DOLLARS[symbol.slice(3)] ?? 1);
}

function pairTick(decimals: 3 | 5): bigint {
  return fixed(decimals === 3 ? '0.001' : '0.00001');
}
