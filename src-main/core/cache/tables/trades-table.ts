import type { DatabaseSync } from 'node:sqlite';
import type { Trade } from '#contract/model/trade.ts';
import {
  decimal,
  decimalOrNull,
  flag,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  text,
  type Row,
} from '#core/sqlite/row.ts';
import { optionOf } from './option-column.ts';
import { tradesTable } from './trades-columns.ts';
import { words } from './words.ts';

const columns = ['trade_id', ...tradesTable.columns, 'unlisted_at'].filter((column) => column !== 'in_open').join(', ');
const selectTrades = `SELECT system_id, ${columns} FROM trades`;

/** A page of all trades, newest first; those without a time last. The index has this order. */
export const readNewestTrades = (
  db: DatabaseSync,
  systemId: string,
  page: { readonly offset: number; readonly limit: number },
): { trades: Trade[]; total: number } => {
  const count = db.prepare('SELECT count(*) AS total FROM trades WHERE system_id = ?').get(systemId);
  const rows = db
    .prepare(`${selectTrades} WHERE system_id = ? ORDER BY opened_at DESC NULLS LAST, trade_key DESC LIMIT ? OFFSET ?`)
    .all(systemId, page.limit, page.offset);
  return { trades: rows.map(tradeOf), total: count === undefined ? 0 : number(count, 'total') };
};

/** The trades that are not unlisted, in no particular order. */
export const readListedTrades = (db: DatabaseSync, systemId: string): Trade[] =>
  db.prepare(`${selectTrades} WHERE system_id = ? AND unlisted_at IS NULL`).all(systemId).map(tradeOf);

/** The trades at these row ids, in their order. A missing one is skipped. */
export const readTradesAt = (db: DatabaseSync, rowIds: ArrayLike<number>): Trade[] => {
  const read = db.prepare(`${selectTrades} WHERE rowid = ?`);
  return Array.from(rowIds, (rowId) => read.get(rowId))
    .filter((row) => row !== undefined)
    .map(tradeOf);
};

/**
 * The open trades that the list of open trades still has (`in_open`). The query names the index of
 * open trades, so that the planner cannot scan a hundred thousand closed trades to avoid sorting a
 * few open ones.
 */
export const readOpenTrades = (db: DatabaseSync, systemId: string): Trade[] =>
  db
    .prepare(
      `${selectTrades} INDEXED BY trades_open WHERE system_id = ? AND open = 1 AND in_open = 1 ORDER BY symbol, trade_key`,
    )
    .all(systemId)
    .map(tradeOf);

export const tradeOf = (row: Row): Trade => ({
  tradeId: text(row, 'trade_id'),
  systemId: text(row, 'system_id'),
  open: flag(row, 'open'),
  side: oneOf(row, 'side', words.side),
  symbol: text(row, 'symbol'),
  description: text(row, 'description'),
  instrument: oneOfOrNull(row, 'instrument', words.instrument),
  pointValue: decimalOrNull(row, 'point_value'),
  currency: text(row, 'currency'),
  quantityOpened: decimal(row, 'quantity_opened'),
  quantityClosed: decimal(row, 'quantity_closed'),
  openPrice: decimalOrNull(row, 'open_price'),
  closePrice: decimalOrNull(row, 'close_price'),
  openedAt: numberOrNull(row, 'opened_at'),
  closedAt: numberOrNull(row, 'closed_at'),
  markedAt: numberOrNull(row, 'marked_at'),
  profit: decimalOrNull(row, 'profit'),
  heldSeconds: numberOrNull(row, 'held_seconds'),
  ...optionOf(row),
  ...((row['unlisted_at'] ?? null) === null ? {} : { unlistedAt: number(row, 'unlisted_at') }),
});
