import type { DatabaseSync } from 'node:sqlite';
import type { PastEquity, PastPosition, PastSignal } from '#contract/model/history.ts';
import { limits } from '#contract/limits.ts';
import { number, numberOrNull } from '#core/cache/row.ts';
import { readSignals } from '#core/cache/signals-table.ts';
import { readDetails, readMargin } from '#core/cache/strategies-table.ts';
import { readOpenTrades } from '#core/cache/trades-table.ts';
import Big from 'big.js';

/** What is told apart in the history. A mark moves at every reading and says little, so it stands apart from its position. */
export const storedFacets = ['margin', 'equity', 'position', 'mark', 'working', 'statistic'] as const;
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
  const margin = readMargin(cache, systemId);
  if (margin !== null) add('margin', '', margin);
  const equity = lastPoint(cache, systemId);
  if (equity !== null) add('equity', '', equity);
  for (const { name, value } of readDetails(cache, systemId)?.statistics ?? []) add('statistic', name, value ?? '');
  for (const trade of readOpenTrades(cache, systemId)) {
    const { tradeId, symbol, side, openPrice, closePrice: mark, markedAt, profit } = trade;
    const quantity = new Big(trade.quantityOpened).minus(trade.quantityClosed).abs().toFixed();
    const position: StoredPosition = { tradeId, symbol, side, quantity, openPrice };
    const marked: StoredMark = { mark, markedAt, profit };
    add('position', tradeId, position);
    add('mark', tradeId, marked);
  }
  for (const signal of readSignals(cache, systemId, { text: '', scope: 'live', limit: limits.blotterSignals })
    .records) {
    const { serviceId, status, action, quantity, symbol, kind, limit, stop } = signal;
    const past: PastSignal = { serviceId, status, action, quantity, symbol, kind, limit, stop };
    add('working', serviceId, past);
  }
  return found;
};

const lastPoint = (cache: DatabaseSync, systemId: string): PastEquity | null => {
  const row = cache
    .prepare('SELECT at, with_cost, raw FROM equity WHERE system_id = ? ORDER BY at DESC, place DESC LIMIT 1')
    .get(systemId);
  if (row === undefined) return null;
  return { at: number(row, 'at'), withCost: numberOrNull(row, 'with_cost'), raw: numberOrNull(row, 'raw') };
};
