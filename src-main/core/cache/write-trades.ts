import type { DatabaseSync } from 'node:sqlite';
import type { ComponentSignal, Trade } from '#contract/model/trade.ts';
import { writeComponents } from './components-table.ts';
import { indexesAfter } from './indexes-after.ts';
import { knownTrades } from './known-trades.ts';
import { PointValues } from './point-values.ts';
import { rowHash } from './row-hash.ts';
import { writtenTrades } from './trades-columns.ts';
import { upsertMany } from './upsert.ts';

/** A trade with the signals that made it; null when the answer did not carry them. */
export type AnsweredTrade = { readonly trade: Trade; readonly components: readonly ComponentSignal[] | null };

type Cell = string | number | null;

/** From here on a first answer is stored before its indexes are made. */
const manyRows = 10_000;

/** Of a trade that an answer holds. */
const listed = null;

/**
 * Writes what an answer says of trades; returns how many of them, and of the lists of their signals, were new or different. Within one
 * transaction of the caller, who forgets what is known of them when it fails.
 */
export const writeTrades = (db: DatabaseSync, systemId: string, answered: readonly AnsweredTrade[]): number => {
  if (answered.length < manyRows || db.prepare('SELECT 1 FROM trades LIMIT 1').get() !== undefined) {
    return writeAll(db, systemId, answered);
  }
  let changed = 0;
  indexesAfter(db, 'trades', () => {
    changed = writeAll(db, systemId, answered);
  });
  return changed;
};

const writeAll = (db: DatabaseSync, systemId: string, answered: readonly AnsweredTrade[]): number => {
  const known = knownTrades(db, systemId, answered.length);
  const rows = upsertMany(db, writtenTrades);
  const pointValues = new PointValues();
  for (const { trade } of answered) {
    const values = valuesOf(trade);
    if (known !== null) {
      const hash = rowHash(values);
      if (known.get(trade.tradeId) === hash) continue;
      known.set(trade.tradeId, hash);
    }
    rows.add(values);
    pointValues.see(trade);
  }
  pointValues.write(db);
  return rows.end() + writeAllComponents(db, systemId, answered);
};

const writeAllComponents = (db: DatabaseSync, systemId: string, answered: readonly AnsweredTrade[]): number => {
  const write = writeComponents(db, systemId);
  let changed = 0;
  for (const { trade, components } of answered) {
    if (components !== null && write(trade.tradeId, components)) changed += 1;
  }
  return changed;
};

const valuesOf = (one: Trade): Cell[] => [
  one.systemId,
  one.tradeId,
  Number(one.open),
  Number(one.open),
  one.side,
  one.symbol,
  one.description,
  one.instrument,
  one.pointValue,
  one.currency,
  one.quantityOpened,
  one.quantityClosed,
  one.openPrice,
  one.closePrice,
  one.openedAt,
  one.closedAt,
  one.markedAt,
  one.profit,
  one.heldSeconds,
  listed,
];
