import type { DatabaseSync } from 'node:sqlite';
import { tradeHashes } from './row-hashes.ts';
import { number } from '#core/sqlite/row.ts';

/**
 * The ids in a complete list of all trades, or of the open trades, of a strategy. The list was read
 * at `readAt` (unix seconds).
 */
type TradeIdList = { readonly systemId: string; readonly readAt: number; readonly listed: ReadonlySet<string> };

/**
 * Marks open trades that this list of open trades lacks; returns their number. The list of all
 * trades shows what became of them.
 */
export const unlistOpenTrades = (db: DatabaseSync, { systemId, readAt, listed }: TradeIdList): number =>
  tradeHashes.updateAndForget(
    db,
    systemId,
    `UPDATE trades SET in_open = 0, unlisted_at = ifnull(unlisted_at, ?) WHERE system_id = ?
     AND in_open = 1 AND trade_id NOT IN (SELECT value FROM json_each(?)) RETURNING trade_id AS id`,
    [readAt, systemId, JSON.stringify([...listed])],
  );

/** The number of listed trades. Unlisted ones are few and have their own index. */
export const countListed = (db: DatabaseSync, systemId: string): number => {
  const counts = db
    .prepare(
      `SELECT count(*) AS known, (SELECT count(*) FROM trades WHERE system_id = ?1 AND unlisted_at IS NOT NULL) AS unlisted
       FROM trades WHERE system_id = ?1`,
    )
    .get(systemId);
  return counts === undefined ? 0 : number(counts, 'known') - number(counts, 'unlisted');
};

/**
 * Marks the trades that are missing in this list of all trades for the first time; returns their
 * number. A trade in the list of open trades counts as listed, so nothing is unlisted when the two
 * lists contradict each other. Call this after the answer is written, so that all trades are known.
 */
export const unlistTrades = (db: DatabaseSync, { systemId, readAt, listed }: TradeIdList): number =>
  tradeHashes.updateAndForget(
    db,
    systemId,
    `UPDATE trades SET unlisted_at = ? WHERE system_id = ? AND unlisted_at IS NULL AND in_open = 0
     AND trade_id NOT IN (SELECT value FROM json_each(?)) RETURNING trade_id AS id`,
    [readAt, systemId, JSON.stringify([...listed])],
  );
