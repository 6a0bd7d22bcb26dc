import instruments from '#resources/practice/instruments.json' with { type: 'json' };
import { fixed, ONE, type Fixed } from '#rules/decimal.ts';
import { monthYear, parseOptionSymbol } from '#rules/option-symbol.ts';
import { newYorkDate, toNewYork } from '#rules/new-york.ts';
import type { Instrument } from './instrument.ts';

const CENT = fixed('0.01');
const HUNDRED = fixed('100');
/** Of one mini-lot, for every pair (platform-notes.md 17). */
const MINI_LOT = fixed('10000');
const MONTH_LETTERS = 'FGHJKMNQUVXZ';
const FUTURE = /^(@|Q)([A-Z]{1,3})([FGHJKMNQUVXZ])(\d)$/;
const DAYS_BEFORE_ROLL = 30;
const DAY = 86_400_000;

/** Where a price path starts and how it moves: yearly volatility and drift. */
export type PathSeed = {
  readonly key: string;
  readonly price: Fixed;
  readonly tick: Fixed;
  readonly volatility: number;
  readonly drift: number;
};

type FutureRoot = (typeof instruments.futures)[number];

/** Every instrument of the practice market. Futures and options of any month are resolved from their symbols. */
export class Catalog {
  readonly #listed = new Map<string, Instrument>();
  readonly #resolved = new Map<string, Instrument | undefined>();
  readonly #futures = new Map<string, FutureRoot>();
  readonly #createdAt: number;

  /** `createdAt` decides which contracts are listed: the ones in front on the day the data folder was made. */
  constructor(createdAt: number) {
    this.#createdAt = createdAt;
    for (const stock of instruments.stocks) this.#list(stockInstrument(stock));
    for (const pair of instruments.forex) this.#list(forexInstrument(pair));
    for (const root of instruments.futures) this.#futures.set(root.prefix + root.root, root);
    for (const root of instruments.futures) this.#listSymbol(frontContract(root.prefix + root.root, createdAt));
    for (const stock of instruments.stocks) {
      if (instruments.optionUnderlyings.includes(stock.symbol)) this.#listOptions(stock.symbol, Number(stock.price));
    }
  }

  listed(): readonly Instrument[] {
    return [...this.#listed.values()];
  }

  find(symbol: string): Instrument | undefined {
    const listed = this.#listed.get(symbol);
    if (listed) return listed;
    if (!this.#resolved.has(symbol)) this.#resolved.set(symbol, this.#resolve(symbol));
    return this.#resolved.get(symbol);
  }

  /** For symbols that were accepted before, where a missing one is a bug. */
  get(symbol: string): Instrument {
    const found = this.find(symbol);
    if (!found) throw new Error(`unknown instrument ${symbol}`);
    return found;
  }

  #list(instrument: Instrument): void {
    this.#listed.set(instrument.symbol, instrument);
  }

  #listSymbol(symbol: string): void {
    const instrument = this.#resolve(symbol);
    if (instrument) this.#list(instrument);
  }

  #listOptions(underlying: string, price: number): void {
    const step = price < 200 ? 5 : 10;
    const middle = Math.round(price / step) * step;
    for (const strike of [middle - 2 * step, middle, middle + 2 * step]) {
      for (const kind of ['call', 'put'] as const)
        this.#listSymbol(optionSymbol(underlying, kind, strike, this.#createdAt, 45));
    }
  }

  #resolve(symbol: string): Instrument | undefined {
    return this.#resolveFuture(symbol) ?? this.#resolveOption(symbol);
  }

  #resolveFuture(symbol: string): Instrument | undefined {
    const match = FUTURE.exec(symbol);
    const root = match && this.#futures.get(`${match[1] ?? ''}${match[2] ?? ''}`);
    if (!root) return undefined;
    const letter = match[3] ?? '';
    const year = nearestYear(Number(match[4]), toNewYork(this.#createdAt).year);
    return {
      symbol,
      type: 'future',
      name: `${root.name} ${monthYear({ month: MONTH_LETTERS.indexOf(letter) + 1, year })}`,
      exchange: root.exchange,
      currency: 'USD',
      fullSymbol: `${root.prefix}${root.root}${letter}${String(year % 100).padStart(2, '0')}`,
      tick: fixed(root.tick),
      decimals: decimalsOf(root.tick),
      pointValue: fixed(root.pointValue),
      contractMargin: fixed(root.margin),
      path: root.prefix + root.root,
      option: null,
    };
  }

  #resolveOption(symbol: string): Instrument | undefined {
    const option = parseOptionSymbol(symbol);
    const underlying = option && this.#listed.get(option.underlying);
    if (!option || underlying?.type !== 'stock') return undefined;
    const expiry = `${monthYear(option)} ${String(option.day)}`;
    return {
      ...underlying,
      symbol,
      type: 'option',
      name: `${option.underlying} ${expiry} ${option.strikeText} ${option.kind}`,
      exchange: 'OPRA',
      fullSymbol: symbol,
      pointValue: HUNDRED,
      path: underlying.symbol,
      option,
    };
  }
}

/** Roots and symbols with a price path of their own. */
export function pathSeeds(): readonly PathSeed[] {
  return [
    ...instruments.stocks.map((one) => ({ ...one, key: one.symbol, price: fixed(one.price), tick: CENT })),
    ...instruments.forex.map((one) => ({ ...one, key: one.symbol, price: fixed(one.price), tick: fixed(one.tick) })),
    ...instruments.futures.map((one) => ({
      key: one.prefix + one.root,
      price: fixed(one.price),
      tick: fixed(one.tick),
      volatility: one.volatility,
      drift: one.drift,
    })),
  ];
}

function stockInstrument(stock: (typeof instruments.stocks)[number]): Instrument {
  const { symbol, name, exchange } = stock;
  const common = {
    currency: 'USD',
    tick: CENT,
    decimals: 2,
    pointValue: ONE,
    contractMargin: null,
    option: null,
  } as const;
  return { symbol, type: 'stock', name, exchange, fullSymbol: symbol, path: symbol, ...common };
}

function forexInstrument(pair: (typeof instruments.forex)[number]): Instrument {
  const { symbol, name } = pair;
  return {
    symbol,
    type: 'forex',
    name,
    exchange: 'FOREX',
    currency: symbol.slice(3),
    fullSymbol: symbol,
    tick: fixed(pair.tick),
    decimals: decimalsOf(pair.tick),
    pointValue: MINI_LOT,
    contractMargin: null,
    path: symbol,
    option: null,
  };
}

function decimalsOf(tick: string): number {
  return tick.split('.')[1]?.length ?? 0;
}

/** A one-digit year means the one nearest to the day the market was made, looking back further than ahead. */
function nearestYear(digit: number, current: number): number {
  const next = current + ((digit - (current % 10) + 10) % 10);
  return next > current + 2 ? next - 10 : next;
}

/** The quarterly contract that is traded at this time: the first whose third Friday is at least a month away. */
export function frontContract(root: string, instant: number): string {
  const wall = toNewYork(instant + DAYS_BEFORE_ROLL * DAY);
  const quarter = Math.ceil(wall.month / 3) * 3;
  const past = wall.month === quarter && wall.day > thirdFriday(wall.year, quarter);
  const month = past ? (quarter % 12) + 3 : quarter;
  const year = past && quarter === 12 ? wall.year + 1 : wall.year;
  return `${root}${MONTH_LETTERS[month - 1] ?? ''}${String(year % 10)}`;
}

/** The monthly option whose third Friday is the first at least `days` away. */
export function optionSymbol(
  underlying: string,
  kind: 'call' | 'put',
  strike: number,
  instant: number,
  days: number,
): string {
  const wall = toNewYork(instant + days * DAY);
  const past = wall.day > thirdFriday(wall.year, wall.month);
  const month = past ? (wall.month % 12) + 1 : wall.month;
  const year = past && wall.month === 12 ? wall.year + 1 : wall.year;
  const letter = String.fromCharCode('A'.charCodeAt(0) + month - 1 + (kind === 'put' ? 12 : 0));
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${underlying}${two(year % 100)}${two(thirdFriday(year, month))}${letter}${String(strike)}`;
}

function thirdFriday(year: number, month: number): number {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay();
  return 1 + ((5 - first + 7) % 7) + 14;
}

/** 'MonYY' for options, '' otherwise. */
export function expiryText(instrument: Instrument): string {
  return instrument.option ? monthYear(instrument.option) : '';
}

/** 'YYYY-MM-DD' of an option's last day. */
export function lastDay(instrument: Instrument): string | null {
  const { option } = instrument;
  if (!option) return null;
  return newYorkDate(Date.UTC(option.year, option.month - 1, option.day, 17));
}
