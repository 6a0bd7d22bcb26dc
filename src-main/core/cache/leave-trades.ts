import type { DatabaseSync } from 'node:sqlite';
import { knownTradeRows } from './known-rows.ts';
import { number } from './row.ts';

/** A whole list of the trades of a strategy, read at `readAt` (unix seconds). */
type WholeList = { readonly systemId: string; readonly readAt: number; readonly listed: ReadonlySet<string> };

/** Trades that were open and are not in this list of the open ones: what became of them the other list tells. How many. */
export const leaveOpenList = (db: DatabaseSync, { systemId, readAt, listed }: WholeList): number =>
  knownTradeRows.change(
    db,
    systemId,
    `UPDATE trades SET in_open = 0, unlisted_at = ifnull(unlisted_at, ?) WHERE system_id = ?
     AND in_open = 1 AND trade_id NOT IN (SELECT value FROM json_each(?)) RETURNING trade_id AS id`,
    [readAt, systemId, JSON.stringify([...listed])],
  );

/** How many trades of a strategy are listed: the rows of those that are not are few, and counted by an index of their own. */
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
 * Trades that this list of all does not hold, and that an earlier one did not miss already. How many. One that stands in the
 * list of the open ones is listed: where the two contradict each other nothing has left. To be asked once the answer is
 * written: what is known is at least what is listed then.
 */
export const leaveTradeList = (db: DatabaseSync, { systemId, readAt, listed }: WholeList): number =>
  knownTradeRows.change(
    db,
    systemId,
    `UPDATE trades SET unlisted_at = ? WHERE system_id = ? AND unlisted_at IS NULL AND in_open = 0
     AND trade_id NOT IN (SELECT value FROM json_each(?)) RETURNING trade_id AS id`,
    [readAt, systemId, JSON.stringify([...listed])],
  );
