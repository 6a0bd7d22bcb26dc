import { closeSync, copyFileSync, fsyncSync, openSync } from 'node:fs';
import { removeDatabase, replaceFile, salvagePath, undoReplacing } from './replace-file.ts';

/**
 * Replaces the file at `path` by a copy. The old file is saved under another name. If the program
 * is killed while no file is at `path`, the next `undoReplacing` moves the old file back.
 */
export function restoreFile(path: string, copy: string, now: number): void {
  undoReplacing(path);
  const newFile = salvagePath(path, now);
  removeDatabase(newFile);
  copyFileSync(copy, newFile);
  // Without this a power cut can leave an empty file under the name of the old one.
  const file = openSync(newFile, 'r+');
  fsyncSync(file);
  closeSync(file);
  replaceFile(path, newFile, 'damaged');
}
