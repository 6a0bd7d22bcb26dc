// Puts a new file in the place of a file that cannot be used. The new file is written under a
// temporary name and gets the real name in the last step. A kill before that leaves no file
// that could be taken for complete, and the next start repeats everything.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const reasons = ['damaged', 'newer'] as const;
type Reason = (typeof reasons)[number];

/**
 * The suffixes of a database's files: the database itself, its write-ahead log and the index of the
 * log.
 */
const parts = ['', '-wal', '-shm'] as const;
const logsFirst = parts.toReversed();

/**
 * The path to which the readable content of a file is copied. `now` is also part of the name under
 * which the old file is saved.
 */
export const salvagePath = (file: string, now: number): string => `${file}.salvage-${now}`;

/**
 * Replaces a file by `newFile`, which is at its `salvagePath`. Returns the path to which the old
 * file was moved. If moving fails it throws, the old file is back at its name, and `newFile` is
 * deleted.
 */
export function replaceFile(file: string, newFile: string, reason: Reason): string {
  const aside = `${file}.${reason}-${newFile.slice(salvageStart(file).length)}`;
  try {
    move(file, aside);
  } catch (error) {
    removeDatabase(newFile);
    throw error;
  }
  try {
    renameSync(newFile, file);
  } catch (error) {
    removeDatabase(newFile);
    putBack(file, aside);
    throw error;
  }
  return aside;
}

/** Moves a file to another name without a replacement. */
export function putAside(file: string, now: number): string {
  const aside = `${file}.damaged-${now}`;
  move(file, aside);
  return aside;
}

/** Moves the saved file back to its name. A replacement that is already there is deleted. */
export function putBack(file: string, aside: string): void {
  removeDatabase(file);
  move(aside, file, logsFirst);
}

/**
 * Undoes a replacement that the end of the program interrupted: the old file is moved back to its
 * name if it had been moved. Returns whether there was such a replacement: if so, the last run
 * found the old file unusable.
 */
export function undoReplacing(file: string): boolean {
  const start = basename(salvageStart(file));
  const unfinished = namesIn(dirname(file)).filter(
    (name) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)),
  );
  for (const name of unfinished) {
    const number = name.slice(start.length);
    for (const reason of reasons) {
      const aside = `${file}.${reason}-${number}`;
      if (!existsSync(file) && existsSync(aside)) move(aside, file, logsFirst);
    }
    removeDatabase(`${file}.salvage-${number}`);
  }
  return unfinished.length > 0;
}

export function removeDatabase(path: string): void {
  for (const part of parts) rmSync(path + part, { force: true });
}

const salvageStart = (file: string): string => `${file}.salvage-`;

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/**
 * Moves all parts, or none if one cannot be moved. The database is moved away first and moved back
 * last (`logsFirst`), so that after a kill at any point a database at its name has its log.
 */
function move(from: string, to: string, order: readonly string[] = parts): void {
  const moved: string[] = [];
  try {
    for (const part of order.filter((one) => existsSync(from + one))) {
      renameSync(from + part, to + part);
      moved.unshift(part);
    }
  } catch (error) {
    for (const part of moved) renameSync(to + part, from + part);
    throw error;
  }
}
