import type { DatabaseSync } from 'node:sqlite';
import { transaction } from '#core/sqlite/database.ts';
import type { RowHashes } from '#core/cache/tables/row-hashes.ts';
import { bumpRevision, type ReadingKey } from '#core/cache/queries/readings.ts';

/**
 * Writes rows and their revision in one commit. If the revision were lost, the next equal answer
 * would change nothing: views would not fetch the new rows, and would show old ones with a new age.
 * `write` returns how many rows were new or different.
 */
export const storeRows = (
  db: DatabaseSync,
  systemId: string,
  datasets: readonly ReadingKey['dataset'][],
  write: () => number,
): number =>
  transaction(db, () => {
    const changed = write();
    if (changed > 0) for (const dataset of datasets) bumpRevision(db, { systemId, dataset });
    return changed;
  });

/**
 * Like `storeRows`, for rows with hashes: a failed write clears the hashes, because the
 * rows did not get into the file.
 */
export const storeHashedRows = (
  db: DatabaseSync,
  systemId: string,
  datasets: readonly ReadingKey['dataset'][],
  { hashes, write }: { readonly hashes: RowHashes; readonly write: () => number },
): number => {
  try {
    return storeRows(db, systemId, datasets, write);
  } catch (error) {
    hashes.forgetSystem(db, systemId);
    throw error;
  }
};
