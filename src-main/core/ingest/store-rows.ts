import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '#core/cache/database.ts';
import { noteTouched, type Reading } from '#core/cache/readings.ts';

/**
 * Rows and the revision that tells of them, in one commit: were the revision lost, the next equal answer would change nothing
 * and give rows that were never fetched again a new age. `write` says how many rows were new or different.
 */
export const storeRows = (
  db: DatabaseSync,
  systemId: string,
  datasets: readonly Reading['dataset'][],
  write: () => number,
): number =>
  transaction(db, () => {
    const changed = write();
    if (changed > 0) for (const dataset of datasets) noteTouched(db, { systemId, dataset });
    return changed;
  });
