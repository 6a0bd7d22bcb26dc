import Big from 'big.js';
import type { TradeFilter } from '#contract/model/trade-filter.ts';
import { contractKey } from '#renderer/format/option-symbol.ts';

/**
 * Combines the trader's own filter with the filter of a drill-down from another panel (`other`).
 * Status and text are the trader's own.
 */
export function drillDownFilter(own: TradeFilter, other: Partial<TradeFilter>): TradeFilter {
  const symbols = commonValues(own.symbols.map(contractKey), (other.symbols ?? []).map(contractKey));
  const instruments = commonValues(own.instruments, other.instruments ?? []);
  const sides = commonValues(own.sides, other.sides ?? []);
  // An empty list of ids matches nothing. Any other empty list is no condition.
  const matchesNothing = [symbols, instruments, sides].includes(null);
  return {
    ...own,
    symbols: symbols ?? [],
    instruments: instruments ?? [],
    sides: sides ?? [],
    opened: { from: later(own.opened.from, other.opened?.from), to: earlier(own.opened.to, other.opened?.to) },
    closed: { from: later(own.closed.from, other.closed?.from), to: earlier(own.closed.to, other.closed?.to) },
    profit: { min: bound(1, own.profit.min, other.profit?.min), max: bound(-1, own.profit.max, other.profit?.max) },
    ids: matchesNothing ? [] : commonIds(own.ids, other.ids ?? null),
    ...(other.figureBounds === undefined ? {} : { figureBounds: other.figureBounds }),
  };
}

/** An empty list has no effect; null when two lists have nothing in common. */
function commonValues<Value>(own: readonly Value[], other: readonly Value[]): Value[] | null {
  if (own.length === 0) return [...other];
  if (other.length === 0) return [...own];
  const found = own.filter((value) => other.includes(value));
  return found.length === 0 ? null : found;
}

function commonIds(own: readonly string[] | null, other: readonly string[] | null): string[] | null {
  if (own === null) return other === null ? null : [...other];
  return other === null ? [...own] : own.filter((id) => other.includes(id));
}

/** Day texts sort by time. */
const later = (own: string | null, other: string | null = null): string | null =>
  own === null || (other !== null && other > own) ? other : own;

const earlier = (own: string | null, other: string | null = null): string | null =>
  own === null || (other !== null && other < own) ? other : own;

/** The greater of two amounts (`sign` 1) or the smaller (−1). */
const bound = (sign: 1 | -1, own: string | null, other: string | null = null): string | null =>
  own === null || (other !== null && new Big(other).cmp(own) === sign) ? other : own;
