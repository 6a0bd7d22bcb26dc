import Big from 'big.js';
import type { TradeFilter } from '#contract/model/trade-filter.ts';

/**
 * Combines the trader's own filter with the drill-down from another panel. Status and text are the
 * trader's own.
 */
export function drillDownFilter(own: TradeFilter, by: Partial<TradeFilter>): TradeFilter {
  const symbols = common(own.symbols, by.symbols ?? []);
  const instruments = common(own.instruments, by.instruments ?? []);
  const sides = common(own.sides, by.sides ?? []);
  const isEmpty = [symbols, instruments, sides].includes(null);
  return {
    ...own,
    symbols: symbols ?? [],
    instruments: instruments ?? [],
    sides: sides ?? [],
    opened: { from: later(own.opened.from, by.opened?.from), to: earlier(own.opened.to, by.opened?.to) },
    closed: { from: later(own.closed.from, by.closed?.from), to: earlier(own.closed.to, by.closed?.to) },
    profit: { min: bound(1, own.profit.min, by.profit?.min), max: bound(-1, own.profit.max, by.profit?.max) },
    ids: isEmpty ? [] : commonIds(own.ids, by.ids ?? null),
    ...(by.figure === undefined ? {} : { figure: by.figure }),
  };
}

/** An empty list has no effect; null when two lists have nothing in common. */
function common<Value>(own: readonly Value[], by: readonly Value[]): Value[] | null {
  if (own.length === 0) return [...by];
  if (by.length === 0) return [...own];
  const found = own.filter((value) => by.includes(value));
  return found.length === 0 ? null : found;
}

function commonIds(own: readonly string[] | null, by: readonly string[] | null): string[] | null {
  if (own === null) return by === null ? null : [...by];
  return by === null ? [...own] : own.filter((id) => by.includes(id));
}

/** Day texts sort by time. */
const later = (own: string | null, by: string | null = null): string | null =>
  own === null || (by !== null && by > own) ? by : own;

const earlier = (own: string | null, by: string | null = null): string | null =>
  own === null || (by !== null && by < own) ? by : own;

/** The greater of two amounts (`sign` 1) or the smaller (−1). */
const bound = (sign: 1 | -1, own: string | null, by: string | null = null): string | null =>
  own === null || (by !== null && new Big(by).cmp(own) === sign) ? by : own;
