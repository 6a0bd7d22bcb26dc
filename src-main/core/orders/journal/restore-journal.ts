import { join } from 'node:path';
import { removeDatabase, replaceFile, salvagePath, undoReplacing } from '#core/files/replace-file.ts';
import { salvageJournal } from './journal-salvage.ts';

/**
 * Replaces a journal with a copy. An order that had no answer in the copy, or was not sent yet,
 * counts as possibly sent since. The replaced file is kept under another name. If the process is
 * killed at any step, the next start opens either the old or the new journal.
 */
export function restoreJournal(dataDir: string, copy: string, now: number): void {
  const path = join(dataDir, 'journal.db');
  undoReplacing(path);
  const replacement = salvagePath(path, now);
  removeDatabase(replacement);
  const { rows, unread } = salvageJournal(copy, replacement, now);
  if (rows === 0 && unread > 0) throw new Error('no order could be read from the copy');
  replaceFile(path, replacement, 'damaged');
}
