import type { DatabaseSync } from 'node:sqlite';
import type { ComponentSignal, Trade } from '#contract/model/trade.ts';
import { writeComponents } from './components-table.ts';
import { buildIndexesAfter } from '#core/sqlite/build-indexes-after.ts';
import { tradeHashesOf } from './trade-hashes.ts';
import { optionColumn } from './option-column.ts';
import { PointValues } from './point-values.ts';
import { rowHash } from './row-hash.ts';
import { writtenTradesTable } from './trades-columns.ts';
import { upsertMany } from './upsert.ts';

/** A trade with its components; null when the answer did not include them. */
export type TradeWithComponents = { readonly trade: Trade; readonly components: readonly ComponentSignal[] | null };

type Cell = string | number | null;

/** A first answer with this many trades or more is stored before its indexes are built. */
const minTradesForLateIndexes = 10_000;

/** The value of `unlisted_at` for a trade in an answer. */
const notUnlisted = null;

/**
 * Writes the trades of an answer and returns how many of them, and of their component lists, were
 * new or different. The caller runs this in a transaction, and forgets the hashes if the
 * transaction fails.
 */
export const writeTrades = (db: DatabaseSync, systemId: string, answered: readonly TradeWithComponents[]): number => {
  if (answered.length < minTradesForLateIndexes || db.prepare('SELECT 1 FROM trades LIMIT 1').get() !== undefined) {
    return writeAll(db, systemId, answered);
  }
  let changed = 0;
  buildIndexesAfter(db, 'trades', () => {
    changed = writeAll(db, systemId, answered);
  });
  return changed;
};

const writeAll = (db: DatabaseSync, systemId: string, answered: readonly TradeWithComponents[]): number => {
  const hashes = tradeHashesOf(db, systemId, answered.length);
  const rows = upsertMany(db, writtenTradesTable);
  const pointValues = new PointValues();
  for (const { trade } of answered) {
    const values = valuesOf(trade);
    if (hashes !== null) {
      const hash = rowHash(values);
      if (hashes.get(trade.tradeId) === hash) continue;
      hashes.set(trade.tradeId, hash);
    }
    rows.add(values);
    pointValues.add(trade);
  }
  pointValues.write(db);
  return rows.end() + writeAllComponents(db, systemId, answered);
};

const writeAllComponents = (db: DatabaseSync, systemId: string, answered: readonly TradeWithComponents[]): number => {
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
  optionColumn(one),
  notUnlisted,
];
