import { formatFixed } from '#rules/decimal.ts';
import { monthYear, parseOptionSymbol } from '#rules/option-symbol.ts';
import { contractYear } from '#rules/calendar/contract-ended.ts';
import { newYorkDate, toNewYork } from '#rules/calendar/new-york.ts';
import { contractsFrom, monthOfLetter } from './instruments/future-contracts.ts';
import {
  FUTURES,
  futureInstrument,
  futureSymbol,
  OPTION_UNDERLYINGS,
  optionInstrument,
  PAIRS,
  pairInstrument,
  rootOf,
  stockInstrument,
  STOCKS,
  type FutureRow,
} from './instruments/instrument-list.ts';
import type { Instrument } from './instruments/instrument.ts';
import { inventedInstrument } from './market/invented.ts';
import { optionSymbol } from './instruments/option-symbols.ts';

const FUTURE = /^((?:@|Q)?[A-Z]{1,3})([FGHJKMNQUVXZ])(\d)$/;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LISTED_CONTRACTS_PER_FUTURE = 2;
const OPTION_DAYS = 45;
/** The longest time that a position is held in the history generated for a new data folder. */
const HELD_DAYS = 30;
/** Limits the memory for resolved symbols, which are cheap to resolve again. */
const MAX_RESOLVED = 20_000;

/**
 * Why a known instrument accepts no new signal. `unlisted`: the future never has a contract for the
 * month of the symbol.
 */
export type UntradableReason = 'ended' | 'unlisted';

/**
 * Every instrument of the practice market. The listed contracts follow the clock: the front and the
 * next contract of each future, and options on a few stocks. Other months, options on any
 * stock, ended contracts (which past trades name) and any well-formed symbol (invented.ts) are
 * resolved from their symbol.
 */
export class Catalog {
  readonly #now: () => number;
  readonly #symbols: 'any' | 'listed';
  readonly #stocksAndPairs = new Map<string, Instrument>();
  readonly #roots = new Map<string, FutureRow>(FUTURES.map((row) => [rootOf(row), row]));
  readonly #resolved = new Map<string, Instrument | undefined>();
  #resolvedYear = 0;
  #contracts: { readonly hour: number; readonly list: readonly Instrument[] } = { hour: -1, list: [] };

  /** With 'any', orders may name any well-formed symbol; with 'listed', no invented instrument. */
  constructor(now: () => number, symbols: 'any' | 'listed' = 'any') {
    this.#now = now;
    this.#symbols = symbols;
    for (const row of STOCKS) this.#stocksAndPairs.set(row.symbol, stockInstrument(row));
    for (const row of PAIRS) this.#stocksAndPairs.set(row.symbol, pairInstrument(row));
  }

  /**
   * The listed instruments: stocks, pairs, the front and the next contract of each future, and some
   * options.
   */
  listed(): readonly Instrument[] {
    return [...this.#stocksAndPairs.values(), ...this.#listedContracts()];
  }

  /**
   * The instrument that a new order names; undefined if the symbol is unknown, or invented in a
   * catalog of listed symbols. Contracts that are not listed now are found too, because a position
   * in them must be closable. `untradableReason` says whether the instrument accepts the order.
   */
  findForOrder(symbol: string): Instrument | undefined {
    const found = this.find(symbol);
    return found?.invented && this.#symbols === 'listed' ? undefined : found;
  }

  find(symbol: string): Instrument | undefined {
    const stockOrPair = this.#stocksAndPairs.get(symbol);
    if (stockOrPair) return stockOrPair;
    const { year } = toNewYork(this.#now());
    if (year !== this.#resolvedYear || this.#resolved.size >= MAX_RESOLVED) this.#resolved.clear();
    this.#resolvedYear = year;
    if (!this.#resolved.has(symbol)) this.#resolved.set(symbol, this.#resolve(symbol));
    return this.#resolved.get(symbol);
  }

  /** For symbols that were accepted before; an unknown one is a bug. */
  get(symbol: string): Instrument {
    const found = this.find(symbol);
    if (!found) throw new Error(`unknown instrument ${symbol}`);
    return found;
  }

  /**
   * Why the instrument accepts no new signal: its contract has ended, or its root never lists the
   * month. Undefined if it accepts new signals.
   */
  untradableReason(instrument: Instrument): UntradableReason | undefined {
    if (instrument.end !== null && instrument.end <= this.#now()) return 'ended';
    if (instrument.type !== 'future') return undefined;
    const row = this.#roots.get(instrument.path);
    const letter = FUTURE.exec(instrument.symbol)?.[2] ?? '';
    return row && !row.months.includes(letter) ? 'unlisted' : undefined;
  }

  /**
   * Instruments of the generated history: the stocks and pairs with `history`, one contract of each
   * future with `history`, and the listed options.
   */
  pastInstruments(instant: number): readonly Instrument[] {
    const hasHistory = (row: { history: boolean }): boolean => row.history;
    return [
      ...STOCKS.filter(hasHistory).map(({ symbol }) => this.get(symbol)),
      ...PAIRS.filter(hasHistory).map(({ symbol }) => this.get(symbol)),
      ...FUTURES.filter(hasHistory).map((row) => this.get(this.pastContract(rootOf(row), instant))),
      ...listedOptions(instant).map((symbol) => this.get(symbol)),
    ];
  }

  /**
   * The contract for a past position that begins at `instant`: the front contract `HELD_DAYS`
   * later, so that the contract ends after the position.
   */
  pastContract(root: string, instant: number): string {
    const row = this.#roots.get(root);
    const [contract] = row ? contractsFrom(row, instant + HELD_DAYS * DAY, 1) : [];
    if (!row || !contract) throw new Error(`no future ${root}`);
    return futureSymbol(row, contract);
  }

  /** Contracts roll on the hour, so that one list per hour is enough. */
  #listedContracts(): readonly Instrument[] {
    const now = this.#now();
    const hour = Math.floor(now / HOUR);
    if (this.#contracts.hour !== hour) {
      const futures = FUTURES.flatMap((row) =>
        contractsFrom(row, now, LISTED_CONTRACTS_PER_FUTURE).map((contract) => futureInstrument(row, contract)),
      );
      const options = listedOptions(now).map((symbol) => this.get(symbol));
      this.#contracts = { hour, list: [...futures, ...options] };
    }
    return this.#contracts.list;
  }

  #resolve(symbol: string): Instrument | undefined {
    return this.#resolveFuture(symbol) ?? this.#resolveOption(symbol) ?? inventedInstrument(symbol, this.#now());
  }

  #resolveFuture(symbol: string): Instrument | undefined {
    const match = FUTURE.exec(symbol);
    const row = match && this.#roots.get(match[1] ?? '');
    if (!row) return undefined;
    const year = contractYear(Number(match[3]), toNewYork(this.#now()).year);
    return futureInstrument(row, { year, month: monthOfLetter(match[2] ?? '') });
  }

  #resolveOption(symbol: string): Instrument | undefined {
    const option = parseOptionSymbol(symbol);
    const underlying = option && this.find(option.underlying);
    if (!option || underlying?.type !== 'stock') return undefined;
    // …260.00 and …260 are one contract.
    const strikeText = formatFixed(option.strike);
    const canonical = symbol.slice(0, symbol.length - option.strikeText.length) + strikeText;
    return canonical === symbol ? optionInstrument(symbol, option, underlying) : this.find(canonical);
  }
}

/**
 * Calls and puts at three strikes around the starting price of each underlying with listed options.
 */
function listedOptions(instant: number): string[] {
  return STOCKS.filter(({ symbol }) => OPTION_UNDERLYINGS.includes(symbol)).flatMap((stock) => {
    const price = Number(stock.price);
    const step = price < 200 ? 5 : 10;
    const middle = Math.round(price / step) * step;
    return [middle - 2 * step, middle, middle + 2 * step].flatMap((strike) =>
      (['call', 'put'] as const).map((kind) => optionSymbol(stock.symbol, kind, strike, instant, OPTION_DAYS)),
    );
  });
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
