import { copyFileSync } from 'node:fs';
import { removeDatabase, replaceFile, salvagePath, undoReplacing } from './replace-file.ts';

/**
 * Replaces a file by a copy. The old file is saved under another name. A kill at any step leaves
 * one of the two at its name.
 */
export function restoreFile(path: string, copy: string, now: number): void {
  undoReplacing(path);
  const newFile = salvagePath(path, now);
  removeDatabase(newFile);
  copyFileSync(copy, newFile);
  replaceFile(path, newFile, 'damaged');
}
