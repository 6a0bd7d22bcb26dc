import type { DatabaseSync } from 'node:sqlite';
import { transaction } from './database.ts';
import { knownSignalRows } from './known-rows.ts';
import { noteTouched } from './readings.ts';
import { text } from './row.ts';
import { cutSlices } from './slices.ts';

/** Rows of one turn: an answer that has to be stored never waits for more than this. */
const rowsAtOnce = 2_000;

/**
 * Gives up signals that ended before `before` (unix seconds), some at a time; how many. `kept` are service ids of orders
 * that were entered here: what became of them rests on these rows.
 */
export const pruneSignals = (db: DatabaseSync, before: number, kept: readonly string[]): number => {
  const prune = db.prepare(
    `DELETE FROM signals WHERE rowid IN (
       SELECT rowid FROM signals WHERE system_id = ? AND live = 0 AND changed_at < ?
       AND service_id NOT IN (SELECT value FROM json_each(?)) LIMIT ?)`,
  );
  const keptText = JSON.stringify(kept);
  for (const row of db.prepare('SELECT DISTINCT system_id FROM signals').all()) {
    const systemId = text(row, 'system_id');
    const gone = transaction(db, () => {
      const { changes } = prune.run(systemId, before, keptText, rowsAtOnce);
      // What is not there any more was not read: without the limit it is to be read again.
      cutSlices(db, systemId, before);
      if (changes !== 0) noteTouched(db, { systemId, dataset: 'signalsAll' });
      return Number(changes);
    });
    if (gone === 0) continue;
    knownSignalRows.forgetSystem(db, systemId);
    return gone;
  }
  return 0;
};
