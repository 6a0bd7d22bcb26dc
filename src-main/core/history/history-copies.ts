import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { dataFile } from '#core/cache/file/data-file.ts';
import { undoReplacing } from '#core/files/replace-file.ts';
import { copiesOf } from '#core/files/copies.ts';
import { CopySchedule } from '#core/files/copy-schedule.ts';
import { lostFileNotice } from '#core/files/lost-file.ts';
import { restoreFile } from '#core/files/restore-file.ts';
import { openHistory, unusableHistory, type History, type HistoryOptions } from './open-history.ts';

/** Restores a missing or empty file of past readings from its newest copy, with a notice. */
function restoreMissing(options: HistoryOptions): void {
  const { ports, profileId } = options;
  const file = dataFile(ports.dataDir, 'history', profileId);
  const [newest] = copiesOf(ports.dataDir, basename(file));
  undoReplacing(file);
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes > 0 || newest === undefined) return;
  restoreFile(file, newest.path, ports.clock.now());
  options.notify(lostFileNotice({ name: basename(file), quarantinedPath: null, copyAt: Math.floor(newest.at / 1000) }));
}

/**
 * If the missing file cannot be restored now, returns an empty history that stores nothing: a new
 * file would take the place of the missing one, and orders must stay possible.
 */
function openRestored(options: HistoryOptions): History {
  try {
    restoreMissing(options);
  } catch (error) {
    return unusableHistory(options, error);
  }
  return openHistory(options);
}

type OpenedHistory = { readonly history: History; readonly copies: CopySchedule | null };

/** Opens the past readings of the trader's own session, with a copy schedule. */
export function openHistoryWithCopies(options: HistoryOptions): OpenedHistory {
  const history = openRestored(options);
  const source = history.copySource();
  if (source === null || history.file === null) return { history, copies: null };
  const { ports } = options;
  const copies = new CopySchedule(ports.dataDir, ports.clock, ports.log);
  copies.add(basename(history.file), source);
  return { history, copies };
}

/** Opens the past readings of a review bundle, whose file is already a copy. */
export const openHistoryWithoutCopies = (options: HistoryOptions): OpenedHistory => ({
  history: openHistory(options),
  copies: null,
});
