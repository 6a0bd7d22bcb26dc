import { join } from 'node:path';
import { removeDatabase, replaceFile, salvagePath, undoReplacing } from '#core/durable/replace-file.ts';
import { salvageJournal } from './journal-salvage.ts';

/**
 * Puts a copy in the place of a journal, as one in which every order that had not ended may have been sent since. The file
 * that was there is put aside. A kill at any step leaves the one or the other.
 */
export function restoreJournal(dataDir: string, copy: string, now: number): void {
  const path = join(dataDir, 'journal.db');
  undoReplacing(path);
  const fresh = salvagePath(path, now);
  removeDatabase(fresh);
  const { rows } = salvageJournal(copy, fresh, now);
  if (rows === 0) throw new Error('no order could be read from the copy');
  replaceFile(path, fresh, 'damaged');
}
