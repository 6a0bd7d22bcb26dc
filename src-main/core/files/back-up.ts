import { backup, type DatabaseSync } from 'node:sqlite';

const maxTries = 20;

/**
 * Copies a database that is in use. SQLite refuses a step of the copy while the same connection
 * writes (SQLITE_LOCKED). Writes are short, so the copy begins again.
 */
export async function backUpDatabase(database: DatabaseSync, path: string): Promise<void> {
  for (let remainingTries = maxTries; ; remainingTries -= 1) {
    try {
      await backup(database, path);
      return;
    } catch (error) {
      if (remainingTries === 1 || !isLocked(error)) throw error;
    }
  }
}

/** Node reports SQLITE_LOCKED with the error code of the copy, which is 0 ("not an error"). */
const isLocked = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === 0;
