import { toNumber, type Fixed } from '#rules/decimal.ts';
import type { InstrumentTerms } from '#rules/trades/trade.ts';
import type { Catalog } from '#practice/catalog.ts';
import { dollarRate } from './dollar-rate.ts';
import { pathStarts, type PathStart } from '#practice/instruments/instrument-list.ts';
import type { Instrument } from '#practice/instruments/instrument.ts';
import { optionPrice, toTick } from '#practice/instruments/option-price.ts';
import { inventedPath, inventedType } from './invented.ts';
import { Random } from './random.ts';

const SECONDS_PER_YEAR = 252 * 6.5 * 3600;
const MARK_INTERVAL_MS = 15 * 60_000;

/** The stored state of one price path. */
export type PathState = {
  readonly key: string;
  readonly price: Fixed;
  readonly dayOpen: Fixed;
  /** The price at the last mark, which margin figures and the records of open trades use. */
  readonly mark: Fixed;
  readonly markAt: number;
};

/**
 * The simulated market: one price path per stock, pair and future root; options are priced from
 * their underlying by formula. A path is a seeded random walk with the volatility of its
 * instrument. When a control route sets its price, the path continues from there. The path of an
 * instrument that is not in instruments.json begins when it is first used.
 */
export class Market {
  readonly #catalog: Catalog;
  readonly #starts = new Map<string, PathStart>();
  readonly #states = new Map<string, PathState>();
  /** The difference between an option's price set by a control route and the formula. */
  readonly #optionShift = new Map<string, Fixed>();
  readonly #random: Random;
  /** The random seed of invented paths. */
  readonly #seed: string;

  /**
   * Paths that are missing in `states`, because the data folder is older, start at their first
   * price.
   */
  constructor(catalog: Catalog, random: Random, states: readonly PathState[], seed = '') {
    this.#catalog = catalog;
    this.#random = random;
    this.#seed = seed;
    for (const path of pathStarts()) {
      const { key, price } = path;
      this.#starts.set(key, path);
      this.#states.set(key, { key, price, dayOpen: price, mark: price, markAt: 0 });
    }
    for (const state of states) this.#states.set(state.key, state);
  }

  /** The state of the random generator, which with the prices determines the next moves. */
  walkState(): number {
    return this.#random.state;
  }

  states(): readonly PathState[] {
    return [...this.#states.values()];
  }

  state(instrument: Instrument): PathState {
    return this.#path(instrument.path);
  }

  price(symbol: string, now: number): Fixed {
    const instrument = this.#catalog.get(symbol);
    return this.#priceFromPath(instrument, this.state(instrument).price, now);
  }

  /** The price at the last mark. Without a mark, `at` is 0 and the price is that of `now`. */
  mark(symbol: string, now: number): { price: Fixed; at: number } {
    const instrument = this.#catalog.get(symbol);
    const { mark, markAt } = this.state(instrument);
    return { price: this.#priceFromPath(instrument, mark, markAt === 0 ? now : markAt), at: markAt };
  }

  dayOpen(symbol: string, now: number): Fixed {
    const instrument = this.#catalog.get(symbol);
    return this.#priceFromPath(instrument, this.state(instrument).dayOpen, now);
  }

  /**
   * `usdRate`: dollars for one unit of the instrument's currency, at the present price of its pair
   * with the dollar.
   */
  terms(symbol: string): InstrumentTerms {
    const instrument = this.#catalog.get(symbol);
    return {
      pointValue: instrument.pointValue,
      usdRate: dollarRate(instrument.currency, (pair) => this.state(this.#catalog.get(pair)).price),
    };
  }

  /**
   * Sets a price for a control route. From then on, the price of an option is the formula plus its
   * `#optionShift`.
   */
  set(symbol: string, price: Fixed, now: number): void {
    const instrument = this.#catalog.get(symbol);
    if (!instrument.option) {
      this.#move(instrument.path, price, now);
      return;
    }
    this.#optionShift.delete(symbol);
    this.#optionShift.set(symbol, price - this.price(symbol, now));
  }

  optionShifts(): readonly (readonly [string, Fixed])[] {
    return [...this.#optionShift];
  }

  restoreOptionShift(symbol: string, shift: Fixed): void {
    this.#optionShift.set(symbol, shift);
  }

  /** Moves every path for which `isOpen` returns true by one step of this length. */
  walk(now: number, seconds: number, isOpen: (path: string) => boolean): void {
    for (const state of this.#states.values()) {
      if (!isOpen(state.key)) continue;
      const start = this.#startOf(state.key);
      // An invented path has its own generator, so that listed prices do not depend on which
      // invented symbols are used.
      const random = inventedType(state.key) ? new Random(`${this.#seed}/${state.key}/${String(now)}`) : this.#random;
      const step = start.volatility * Math.sqrt(seconds / SECONDS_PER_YEAR);
      const level = toNumber(state.price) * Math.exp(step * random.normal());
      this.#move(state.key, rounded(level, start.tick, random), now);
    }
  }

  /** Takes a new mark of every price whose last mark is old. */
  takeMarks(now: number): void {
    for (const state of this.#states.values()) this.#move(state.key, state.price, now);
  }

  /** A new trading day: its open is the present price. */
  startDay(): void {
    for (const state of this.#states.values()) this.#states.set(state.key, { ...state, dayOpen: state.price });
  }

  #move(key: string, price: Fixed, now: number): void {
    const state = this.#path(key);
    const stale = now - state.markAt >= MARK_INTERVAL_MS;
    this.#states.set(key, { ...state, price, ...(stale ? { mark: price, markAt: now } : {}) });
  }

  #path(key: string): PathState {
    const known = this.#states.get(key);
    if (known) return known;
    const { price } = this.#startOf(key);
    const first = { key, price, dayOpen: price, mark: price, markAt: 0 };
    this.#states.set(key, first);
    return first;
  }

  #startOf(key: string): PathStart {
    const known = this.#starts.get(key);
    if (known) return known;
    if (!inventedType(key)) throw new Error(`no price path ${key}`);
    const invented = inventedPath(key, this.#seed);
    this.#starts.set(key, invented);
    return invented;
  }

  #priceFromPath(instrument: Instrument, pathPrice: Fixed, now: number): Fixed {
    if (!instrument.option) return pathPrice;
    const { volatility } = this.#startOf(instrument.path);
    const price = optionPrice(instrument.option, pathPrice, volatility, instrument.tick, now);
    const shifted = price + (this.#optionShift.get(instrument.symbol) ?? 0n);
    return shifted < instrument.tick ? instrument.tick : shifted;
  }
}

/** Rounds up or down by chance, so that moves below half a tick are not lost. */
function rounded(level: number, tick: Fixed, random: Random): Fixed {
  return toTick(level + (random.next() - 0.5) * toNumber(tick), tick);
}

/** The paths of a new data folder; `levelBefore` gives the level a day earlier. */
export function firstPathStates(now: number, levelBefore: (key: string) => number): PathState[] {
  return pathStarts().map(({ key, price, tick }) => ({
    key,
    price,
    dayOpen: toTick(levelBefore(key), tick),
    mark: price,
    markAt: now,
  }));
}
