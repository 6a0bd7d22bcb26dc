import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '#core/sqlite/database.ts';
import { signalHashes } from '#core/cache/tables/row-hashes.ts';
import { bumpRevision } from '#core/cache/queries/readings.ts';
import { text } from '#core/sqlite/row.ts';
import { cutSlices } from '#core/cache/tables/slices.ts';

/** Rows deleted per call. An answer that has to be stored waits for one call at most. */
const maxRowsPerCall = 2_000;

/**
 * Deletes some of the signals that ended before `before` (unix seconds) and returns their number.
 * `retained` are service ids of orders entered here, whose outcome depends on these rows.
 */
export const pruneSignals = (db: DatabaseSync, before: number, retained: readonly string[]): number => {
  const prune = db.prepare(
    `DELETE FROM signals WHERE rowid IN (
       SELECT rowid FROM signals WHERE system_id = ? AND live = 0 AND changed_at < ?
       AND service_id NOT IN (SELECT value FROM json_each(?)) LIMIT ?)`,
  );
  const retainedText = JSON.stringify(retained);
  for (const row of db.prepare('SELECT DISTINCT system_id FROM signals').all()) {
    const systemId = text(row, 'system_id');
    const deleted = transaction(db, () => {
      const { changes } = prune.run(systemId, before, retainedText, maxRowsPerCall);
      // Deleted rows count as not read: if the retention limit is removed, they are read again.
      cutSlices(db, systemId, before);
      if (changes !== 0) bumpRevision(db, { systemId, dataset: 'signalsAll' });
      return Number(changes);
    });
    if (deleted === 0) continue;
    signalHashes.forgetSystem(db, systemId);
    return deleted;
  }
  return 0;
};
