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

export type OpenedTrades = {
  /** The trade that each of the signals opened, by service id. */
  readonly openedBy: ReadonlyMap<string, string>;
  /** Ids of the trades that one of the signals may have opened. */
  readonly maybeOpened: ReadonlySet<string>;
};

/**
 * Which trades these signals opened. The first entry of a trade opened it; a signal that added to
 * it is left out. If an entry has no time, it is not known which was first. When the components of
 * a trade were never read, the signal's `opening_trade_id` decides.
 */
export const readOpenedTrades = (db: DatabaseSync, systemId: string, serviceIds: readonly string[]): OpenedTrades => {
  const openedBy = new Map<string, string>();
  const maybeOpened = new Set<string>();
  if (serviceIds.length === 0) return { openedBy, maybeOpened };
  const ids = JSON.stringify(serviceIds);
  const rows = [...db.prepare(bySignal).iterate(systemId, ids), ...db.prepare(byComponent).iterate(systemId, ids)];
  for (const row of rows) {
    const tradeId = text(row, 'trade_id');
    if (flag(row, 'is_unclear')) maybeOpened.add(tradeId);
    else openedBy.set(text(row, 'service_id'), tradeId);
  }
  return { openedBy, maybeOpened };
};

const bySignal = `
  SELECT s.service_id, s.opening_trade_id AS trade_id, 0 AS is_unclear FROM signals s
  JOIN trades t ON t.system_id = s.system_id AND t.trade_id = s.opening_trade_id AND t.components_read = 0
  WHERE s.system_id = ? AND s.service_id IN (SELECT value FROM json_each(?))`;

const otherEntry = `
  SELECT 1 FROM components e
  WHERE e.system_id = c.system_id AND e.trade_id = c.trade_id AND e.service_id <> c.service_id
    AND ifnull(e.action, '') NOT IN ('BTC', 'STC')`;

const byComponent = `
  SELECT c.service_id, c.trade_id, EXISTS (${otherEntry} AND (e.traded_at < c.traded_at) IS NULL) AS is_unclear
  FROM components c
  WHERE c.system_id = ? AND c.service_id IN (SELECT value FROM json_each(?))
    AND NOT EXISTS (${otherEntry} AND e.traded_at < c.traded_at)`;
