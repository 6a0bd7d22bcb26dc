import type { DatabaseSync } from 'node:sqlite';
import type { PastDesired, PastEquity, PastPosition, PastSignal } from '#contract/model/history.ts';
import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import { storedState } from '#core/cache/queries/readings.ts';
import { number, numberOrNull } from '#core/sqlite/row.ts';
import { readDesired, type StoredDesired } from '#core/cache/tables/desired-table.ts';
import { readChangesSince, readSignals } from '#core/cache/tables/signals-table.ts';
import { readDetails, readMargin } from '#core/cache/tables/strategies-table.ts';
import { readOpenTrades } from '#core/cache/tables/trades-table.ts';
import Big from 'big.js';

/**
 * The parts of an account in the history. A mark changes at every reading, so it is separate from
 * its position. `read` names each dataset that was read: without it, an empty list would look the
 * same as one that was never read.
 */
export const storedFacets = [
  'margin',
  'equity',
  'position',
  'mark',
  'working',
  'desired',
  'statistic',
  'read',
] as const;
export type StoredFacet = (typeof storedFacets)[number];

export type FacetValue = { readonly facet: string; readonly name: string; readonly value: string };

const accountDatasets = ['margin', 'equity', 'tradesOpen', 'signalsWorking', 'desired', 'details'] as const;
export type AccountDataset = (typeof accountDatasets)[number];

/** A null value means that the key no longer exists. */
export type FacetChange = Omit<FacetValue, 'value'> & { readonly value: string | null };

/** Values as texts, by `facetKey`. */
export type Facets = ReadonlyMap<string, FacetValue>;

export const facetKey = (facet: string, name: string): string => `${facet}\n${name}`;

export type StoredPosition = Pick<PastPosition, 'tradeId' | 'symbol' | 'side' | 'quantity' | 'openPrice'>;
export type StoredMark = Pick<PastPosition, 'mark' | 'markedAt' | 'profit'>;

/** The current account in the cache, without its signals. */
export const accountFacets = (cache: DatabaseSync, systemId: string): Facets => {
  const found = new Map<string, FacetValue>();
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
  for (const dataset of accountDatasets) {
    if (storedState(cache, { systemId, dataset }).readAt !== null) add('read', dataset, '1');
  }
  return found;
};

/** All signals that are working or waiting, or that the working list contains. */
export const liveSignals = (cache: DatabaseSync, systemId: string): Facets =>
  new Map(
    readSignals(cache, systemId, { scope: 'live', limit: noLimit }).map((signal) => [
      facetKey('working', signal.serviceId),
      workingFacet(signal),
    ]),
  );

/** Signals written after this revision; the value of an ended one is null. */
export const changedSignals = (cache: DatabaseSync, systemId: string, revision: number): FacetChange[] => {
  const { live, ended } = readChangesSince(cache, systemId, revision);
  return [...live.map(workingFacet), ...ended.map((name) => ({ facet: 'working', name, value: null }))];
};

const noLimit = -1;

const workingFacet = (signal: CachedSignal): FacetValue => {
  const { serviceId, status, action, quantity, symbol, kind, limit, stop } = signal;
  const past: PastSignal = { serviceId, status, action, quantity, symbol, kind, limit, stop };
  return { facet: 'working', name: serviceId, value: JSON.stringify(past) };
};

/** A target without a list (`flat` or `stop`) becomes one line with its kind as the symbol. */
const desiredLines = (list: StoredDesired): PastDesired[] => {
  if (list === 'empty') return [];
  if (list.kind !== 'list') return [{ symbol: list.kind, quantity: '0' }];
  return list.positions.map(({ symbol, quantity }) => ({ symbol, quantity }));
};

const lastPoint = (cache: DatabaseSync, systemId: string): PastEquity | null => {
  const row = cache
    .prepare(
      `SELECT at, with_cost, raw FROM equity WHERE system_id = ? AND plan = ? AND unlisted_at IS NULL
       ORDER BY at DESC, place DESC LIMIT 1`,
    )
    // Always the default plan: a choice of the trader is no change of the account.
    .get(systemId, '');
  if (row === undefined) return null;
  return { at: number(row, 'at'), withCost: numberOrNull(row, 'with_cost'), raw: numberOrNull(row, 'raw') };
};
