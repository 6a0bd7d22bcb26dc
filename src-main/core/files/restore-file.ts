import { copyFileSync } from 'node:fs';
import { removeDatabase, replaceFile, salvagePath, undoReplacing } from '#core/durable/replace-file.ts';

/** Puts a copy in the place of a file, which is put aside. A kill at any step leaves the one or the other. */
export function restoreFile(path: string, copy: string, now: number): void {
  undoReplacing(path);
  const fresh = salvagePath(path, now);
  removeDatabase(fresh);
  copyFileSync(copy, fresh);
  replaceFile(path, fresh, 'damaged');
}
