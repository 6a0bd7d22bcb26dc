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
import { words } from '#core/cache/tables/words.ts';

/** The members of a trade that a review needs. */
export type ReviewedTrade = Pick<
  Trade,
  | 'tradeId'
  | 'open'
  | 'side'
  | 'symbol'
  | 'instrument'
  | 'pointValue'
  | 'currency'
  | 'quantityOpened'
  | 'openPrice'
  | 'openedAt'
  | 'closedAt'
  | 'profit'
>;

/** All closed trades and those that the last reading listed as open, by opening time. */
export const readReviewedTrades = (db: DatabaseSync, systemId: string): ReviewedTrade[] =>
  db
    .prepare(
      `SELECT trade_id, open, side, symbol, instrument, point_value, currency, quantity_opened, open_price, opened_at,
         closed_at, profit
       FROM trades WHERE system_id = ? AND (open = 0 OR in_open = 1) ORDER BY opened_at, trade_key`,
    )
    .all(systemId)
    .map(tradeOf);

/** How many reviewed trades the platform no longer lists. */
export const countUnlistedTrades = (db: DatabaseSync, systemId: string): number =>
  number(
    db
      .prepare(
        `SELECT count(*) AS trades FROM trades
         WHERE system_id = ? AND unlisted_at IS NOT NULL AND (open = 0 OR in_open = 1)`,
      )
      .get(systemId) ?? {},
    'trades',
  );

const tradeOf = (row: Row): ReviewedTrade => ({
  tradeId: text(row, 'trade_id'),
  open: flag(row, 'open'),
  side: oneOf(row, 'side', words.side),
  symbol: text(row, 'symbol'),
  instrument: oneOfOrNull(row, 'instrument', words.instrument),
  pointValue: decimalOrNull(row, 'point_value'),
  currency: text(row, 'currency'),
  quantityOpened: decimal(row, 'quantity_opened'),
  openPrice: decimalOrNull(row, 'open_price'),
  openedAt: numberOrNull(row, 'opened_at'),
  closedAt: numberOrNull(row, 'closed_at'),
  profit: decimalOrNull(row, 'profit'),
});

/**
 * The trade that each of these signals opened, by service id. A signal that added to a trade is
 * left out. The first component of a trade opened it; when its components were never read, the
 * signal's `opening_trade_id` decides. Of two entries without times, neither is known to be first.
 */
export const readOpenedTrades = (
  db: DatabaseSync,
  systemId: string,
  serviceIds: readonly string[],
): Map<string, string> => {
  const found = new Map<string, string>();
  if (serviceIds.length === 0) return found;
  const ids = JSON.stringify(serviceIds);
  const rows = [...db.prepare(bySignal).iterate(systemId, ids), ...db.prepare(byComponent).iterate(systemId, ids)];
  for (const row of rows) found.set(text(row, 'service_id'), text(row, 'trade_id'));
  return found;
};

const bySignal = `
  SELECT s.service_id, s.opening_trade_id AS trade_id FROM signals s
  JOIN trades t ON t.system_id = s.system_id AND t.trade_id = s.opening_trade_id AND t.components_read = 0
  WHERE s.system_id = ? AND s.service_id IN (SELECT value FROM json_each(?))`;

const byComponent = `
  SELECT c.service_id, c.trade_id FROM components c
  WHERE c.system_id = ? AND c.service_id IN (SELECT value FROM json_each(?)) AND NOT EXISTS (
    SELECT 1 FROM components e
    WHERE e.system_id = c.system_id AND e.trade_id = c.trade_id AND e.service_id <> c.service_id
      AND ifnull(e.action, '') NOT IN ('BTC', 'STC') AND ifnull(e.traded_at < c.traded_at, 1))`;
