import { copyFileSync } from 'node:fs';
import { removeDatabase, replaceFile, salvagePath, undoReplacing } from './replace-file.ts';

/**
 * Replaces a file by a copy. The old file is saved under another name. A kill at any step leaves
 * one of the two at its name.
 */
export function restoreFile(path: string, copy: string, now: number): void {
  undoReplacing(path);
  const fresh = salvagePath(path, now);
  removeDatabase(fresh);
  copyFileSync(copy, fresh);
  replaceFile(path, fresh, 'damaged');
}
