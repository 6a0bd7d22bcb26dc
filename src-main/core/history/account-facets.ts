import type { DatabaseSync } from 'node:sqlite';
import type { PastDesired, PastEquity, PastPosition, PastSignal } from '#contract/model/history.ts';
import { limits } from '#contract/limits.ts';
import { number, numberOrNull } from '#core/cache/row.ts';
import { readDesired, type StoredDesired } from '#core/cache/desired-table.ts';
import { readSignals } from '#core/cache/signals-table.ts';
import { readDetails, readMargin } from '#core/cache/strategies-table.ts';
import { readOpenTrades } from '#core/cache/trades-table.ts';
import Big from 'big.js';

/** What is told apart in the history. A mark moves at every reading and says little, so it stands apart from its position. */
export const storedFacets = ['margin', 'equity', 'position', 'mark', 'working', 'desired', 'statistic'] as const;
export type StoredFacet = (typeof storedFacets)[number];

/** Everything that the cache knows of the account now, as texts by facet and name. */
export type AccountFacets = ReadonlyMap<string, { facet: StoredFacet; name: string; value: string }>;

export const facetKey = (facet: string, name: string): string => `${facet}\n${name}`;

export type StoredPosition = Pick<PastPosition, 'tradeId' | 'symbol' | 'side' | 'quantity' | 'openPrice'>;
export type StoredMark = Pick<PastPosition, 'mark' | 'markedAt' | 'profit'>;

export const accountFacets = (cache: DatabaseSync, systemId: string): AccountFacets => {
  const found = new Map<string, { facet: StoredFacet; name: string; value: string }>();
  const add = (facet: StoredFacet, name: string, value: object | string): void => {
    found.set(facetKey(facet, name), { facet, name, value: typeof value === 'string' ? value : JSON.stringify(value) });
  };
  const desired = readDesired(cache, systemId);
  if (desired !== null) add('desired', '', desiredLines(desired));
  const margin = readMargin(cache, systemId);
  if (margin !== null) add('margin', '', margin);
  const equity = lastPoint(cache, systemId);
  if (equity !== null) add('equity', '', equity);
  for (const { name, value, unlistedAt } of readDetails(cache, systemId)?.statistics ?? []) {
    if (unlistedAt === undefined) add('statistic', name, value ?? '');
  }
  for (const trade of readOpenTrades(cache, systemId)) {
    const { tradeId, symbol, side, openPrice, closePrice: mark, markedAt, profit } = trade;
    const quantity = new Big(trade.quantityOpened).minus(trade.quantityClosed).abs().toFixed();
    const position: StoredPosition = { tradeId, symbol, side, quantity, openPrice };
    const marked: StoredMark = { mark, markedAt, profit };
    add('position', tradeId, position);
    add('mark', tradeId, marked);
  }
  for (const signal of readSignals(cache, systemId, { scope: 'live', limit: limits.blotterSignals })) {
    const { serviceId, status, action, quantity, symbol, kind, limit, stop } = signal;
    const past: PastSignal = { serviceId, status, action, quantity, symbol, kind, limit, stop };
    add('working', serviceId, past);
  }
  return found;
};

const desiredLines = (list: StoredDesired): PastDesired[] => {
  if (list === 'empty') return [];
  if (list.kind !== 'list') return [{ symbol: list.kind, quantity: '0' }];
  return list.positions.map(({ symbol, quantity }) => ({ symbol, quantity }));
};

const lastPoint = (cache: DatabaseSync, systemId: string): PastEquity | null => {
  const row = cache
    .prepare(
      'SELECT at, with_cost, raw FROM equity WHERE system_id = ? AND plan = ? ORDER BY at DESC, place DESC LIMIT 1',
    )
    // Of one plan at all times: a choice of the trader is no change of the account.
    .get(systemId, '');
  if (row === undefined) return null;
  return { at: number(row, 'at'), withCost: numberOrNull(row, 'with_cost'), raw: numberOrNull(row, 'raw') };
};
