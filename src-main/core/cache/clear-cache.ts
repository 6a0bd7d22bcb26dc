import type { DatabaseSync } from 'node:sqlite';
import { shrink, transaction } from './database.ts';
import { knownSignalRows, knownTradeRows } from './known-rows.ts';

/** Every table but the readings, whose revisions must go on, and the signals, of which some stay. */
const emptied = [
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
  'roster',
  'unreadable_signals',
] as const;

/**
 * Gives up what can be read again. `kept` are service ids of orders that were entered here: without their rows an old
 * bracket would seem to be alive. Revisions grow, so that every window fetches again; ages and failures begin anew.
 */
export const clearCache = (db: DatabaseSync, kept: readonly string[]): void => {
  transaction(db, () => {
    for (const table of emptied) db.exec(`DELETE FROM ${table}`);
    db.prepare('DELETE FROM signals WHERE service_id NOT IN (SELECT value FROM json_each(?))').run(
      JSON.stringify(kept),
    );
    db.exec('UPDATE readings SET revision = revision + 1, read_at = NULL, failure = NULL');
  });
  knownTradeRows.forgetAll(db);
  knownSignalRows.forgetAll(db);
  // The row ids that this may change are held by nobody: no trade is left.
  shrink(db);
};
