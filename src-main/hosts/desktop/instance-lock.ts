// One program per data folder, on either host: two programs would both use the same journal. The
// lock is an exclusive SQLite transaction, because the operating system releases it however the
// process ends. A file with a process id would be unreliable after a crash. The lock is taken
// before any other file is opened, and a second program writes nothing.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { notWritableText } from './data-folder.ts';
import { exitCodes, UserError } from './user-error.ts';

/** Locks the folder for this process, or throws. Returns a function that releases the lock. */
export function lockDataFolder(folder: string): () => void {
  const database = openLock(folder);
  try {
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw isBusy(error) ? alreadyRunningError(folder) : new UserError(notWritableText(folder, error));
  }
  try {
    proveWritable(folder);
  } catch (error) {
    database.close();
    throw new UserError(notWritableText(folder, error));
  }
  return () => database.close();
}

function openLock(folder: string): DatabaseSync {
  try {
    return new DatabaseSync(join(folder, 'lock.db'));
  } catch (error) {
    throw new UserError(notWritableText(folder, error));
  }
}

/**
 * If SQLite may not write a file, it opens the file read-only, and the transaction locks nothing.
 */
function proveWritable(folder: string): void {
  const probe = join(folder, 'write-probe');
  writeFileSync(probe, '');
  rmSync(probe);
}

const SQLITE_BUSY = 5;

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;

export const alreadyRunningError = (folder: string): UserError =>
  new UserError(
    `Stratdesk already runs on the data folder ${folder}. This second start changed nothing; ` +
      'use the window that is open, or give another folder with --data-dir=FOLDER.',
    exitCodes.alreadyRunning,
  );
