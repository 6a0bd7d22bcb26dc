// How a file that can not be used makes room for what was read of it. What takes its place is made beside it under a name of its
// own, and gets the name that is opened as the last step of all: until then a kill leaves nothing that could be believed, and
// everything begins again.
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname } from 'node:path';

const reasons = ['damaged', 'newer'] as const;
type Reason = (typeof reasons)[number];

/** A database and its write-ahead log, which belongs to it. */
const parts = ['', '-wal', '-shm'] as const;
const logsFirst = parts.toReversed();

/** Where what can be read of a file is copied to; `now` is in the name under which that file is kept, too. */
export const salvagePath = (file: string, now: number): string => `${file}.salvage-${now}`;

/**
 * Puts `fresh`, at its `salvagePath`, in the place of a file. Returns where that is kept. All or nothing: throws what moving a
 * file throws, and then both are as they were but for `fresh`, which is gone.
 */
export function replaceFile(file: string, fresh: string, reason: Reason): string {
  const aside = `${file}.${reason}-${fresh.slice(salvageStart(file).length)}`;
  try {
    move(file, aside);
  } catch (error) {
    removeDatabase(fresh);
    throw error;
  }
  try {
    renameSync(fresh, file);
  } catch (error) {
    removeDatabase(fresh);
    putBack(file, aside);
    throw error;
  }
  return aside;
}

/** The file leaves its name, and nothing takes its place yet. */
export function putAside(file: string, now: number): string {
  const aside = `${file}.damaged-${now}`;
  move(file, aside);
  return aside;
}

/** What took its place is no better: the file that was kept comes back to its name. */
export function putBack(file: string, aside: string): void {
  removeDatabase(file);
  move(aside, file, logsFirst);
}

/**
 * The program ended while a new file was being made: the old one comes back to its name if it had been moved. True when there was
 * one; then the old one is damaged.
 */
export function undoReplacing(file: string): boolean {
  const start = basename(salvageStart(file));
  const begun = namesIn(dirname(file)).filter(
    (name) => name.startsWith(start) && /^\d+$/.test(name.slice(start.length)),
  );
  for (const name of begun) {
    const number = name.slice(start.length);
    for (const reason of reasons) {
      const aside = `${file}.${reason}-${number}`;
      if (!existsSync(file) && existsSync(aside)) move(aside, file, logsFirst);
    }
    removeDatabase(`${file}.salvage-${number}`);
  }
  return begun.length > 0;
}

export function removeDatabase(path: string): void {
  for (const part of parts) rmSync(path + part, { force: true });
}

const salvageStart = (file: string): string => `${file}.salvage-`;

const namesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/**
 * All parts, or none where one of them can not be moved. The database leaves its name first and comes back to it last (`logsFirst`):
 * where it stands there, its log does too, wherever this is cut off.
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
