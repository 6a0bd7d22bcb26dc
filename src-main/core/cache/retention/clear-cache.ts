import type { DatabaseSync } from 'node:sqlite';
import { shrink, transaction } from '#core/sqlite/database.ts';
import { signalHashes, tradeHashes } from '#core/cache/tables/row-hashes.ts';

/**
 * Every table except `readings`, whose revisions must keep growing, and `signals`, which retains
 * some rows.
 */
const clearedTables = [
  'strategies',
  'details',
  'margin',
  'signal_slices',
  'trades',
  'point_values',
  'components',
  'equity',
  'equity_scale',
  'desired',
  'subscribers',
  'brokers',
  'roster',
  'people',
  'unreadable_signals',
] as const;

/** False in the file of an earlier version, as that of a removed connection may be. */
const hasTable = (db: DatabaseSync, table: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table) !== undefined;

/**
 * Deletes everything that can be read again. `retained` are service ids of orders entered here:
 * without their rows the legs of an old bracket would not be shown as ended. Revisions grow, so
 * that every window fetches again. Ages and failures are reset.
 */
export const clearCache = (db: DatabaseSync, retained: readonly string[]): void => {
  transaction(db, () => {
    for (const table of clearedTables) if (hasTable(db, table)) db.exec(`DELETE FROM ${table}`);
    db.prepare('DELETE FROM signals WHERE service_id NOT IN (SELECT value FROM json_each(?))').run(
      JSON.stringify(retained),
    );
    db.exec('UPDATE readings SET revision = revision + 1, read_at = NULL, failure = NULL');
  });
  tradeHashes.forgetAll(db);
  signalHashes.forgetAll(db);
  // VACUUM may change row ids. Only row ids of trades are used elsewhere, and no trade is left.
  shrink(db);
};
