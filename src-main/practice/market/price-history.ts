import { toNumber, type Fixed } from '#rules/decimal.ts';
import { atNewYork, toNewYork, weekday } from '#rules/calendar/new-york.ts';
import type { Catalog } from '#practice/catalog.ts';
import { pathStarts, type PathStart } from '#practice/instruments/instrument-list.ts';
import type { Instrument } from '#practice/instruments/instrument.ts';
import { optionPrice, toTick } from '#practice/instruments/option-price.ts';
import { Random } from './random.ts';

const TRADING_DAYS = 252;
const CLOSE_HOUR = 16;

type Path = { readonly start: PathStart; readonly closes: readonly number[] };

/**
 * The prices of the years before the market begins: one close per weekday, computed backwards from
 * the first price of each path, so that the history ends where the market starts. Between two
 * closes the price is interpolated linearly.
 */
export class PriceHistory {
  /** The times of the closes, oldest first. The market begins at the last close. */
  readonly days: readonly number[];
  readonly #paths = new Map<string, Path>();
  readonly #catalog: Catalog;

  constructor(catalog: Catalog, seed: string, end: number, years: number) {
    this.#catalog = catalog;
    this.days = closeTimes(end, Math.ceil(years * TRADING_DAYS));
    for (const start of pathStarts()) {
      const closes = walkBack(start, this.days.length, new Random(`${seed}/history/${start.key}`));
      this.#paths.set(start.key, { start, closes });
    }
  }

  priceAt(symbol: string, instant: number): Fixed {
    const instrument = this.#catalog.get(symbol);
    const level = this.level(instrument.path, instant);
    const underlying = toTick(level, instrument.tick);
    if (!instrument.option) return underlying;
    return optionPrice(instrument.option, underlying, this.volatility(instrument), instrument.tick, instant);
  }

  volatility(instrument: Instrument): number {
    return this.#path(instrument.path).start.volatility;
  }

  level(path: string, instant: number): number {
    const { closes } = this.#path(path);
    const indexAfter = this.#indexAfter(instant);
    const indexBefore = Math.max(0, indexAfter - 1);
    const from = this.days[indexBefore] ?? 0;
    const to = this.days[indexAfter] ?? from;
    const share = to === from ? 0 : Math.min(1, Math.max(0, (instant - from) / (to - from)));
    const closeBefore = closes[indexBefore] ?? 0;
    return closeBefore + share * ((closes[indexAfter] ?? closeBefore) - closeBefore);
  }

  #path(key: string): Path {
    const path = this.#paths.get(key);
    if (!path) throw new Error(`no price path ${key}`);
    return path;
  }

  #indexAfter(instant: number): number {
    let low = 0;
    let high = this.days.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.days[middle] ?? 0) < instant) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function closeTimes(end: number, count: number): number[] {
  const days = [end];
  for (let back = 1; days.length < count; back += 1) {
    const close = atNewYork(end, -back, CLOSE_HOUR, 0);
    const day = weekday(toNewYork(close));
    if (day !== 0 && day !== 6) days.push(close);
  }
  return days.reverse();
}

function walkBack(start: PathStart, count: number, random: Random): number[] {
  const dailyVolatility = start.volatility / Math.sqrt(TRADING_DAYS);
  const drift = start.drift / TRADING_DAYS - (dailyVolatility * dailyVolatility) / 2;
  const closes: number[] = [toNumber(start.price)];
  while (closes.length < count) closes.push((closes.at(-1) ?? 0) / Math.exp(drift + dailyVolatility * random.normal()));
  return closes.reverse();
}
