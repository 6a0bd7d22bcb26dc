// Copies of the files that must not be lost, in `backups/` beside them, one folder per file. The
// folder also records that the file existed: a file that is missing although its folder exists was
// lost.
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export type Copy = { readonly path: string; /** Wall clock milliseconds. */ readonly at: number };

/** `name`: the file's path inside the data folder, for example `orders-live/journal.db`. */
const folderOf = (dataDir: string, name: string): string => join(dataDir, 'backups', name.replaceAll('/', '.'));

export const isKnown = (dataDir: string, name: string): boolean => existsSync(folderOf(dataDir, name));

export const markKnown = (dataDir: string, name: string): void =>
  void mkdirSync(folderOf(dataDir, name), { recursive: true, mode: 0o700 });

/** The copies of a file, newest first. */
export function copiesOf(dataDir: string, name: string): Copy[] {
  const folder = folderOf(dataDir, name);
  if (!isKnown(dataDir, name)) return [];
  return readdirSync(folder)
    .filter((entry) => /^\d+$/.test(entry))
    .map((entry) => ({ path: join(folder, entry), at: Number(entry) }))
    .sort((left, right) => right.at - left.at);
}

/**
 * The path of the next copy. Its name is its time, which is later than that of every earlier copy.
 */
export function nextCopy(dataDir: string, name: string, now: number): string {
  markKnown(dataDir, name);
  const [newest] = copiesOf(dataDir, name);
  return join(folderOf(dataDir, name), String(Math.max(now, (newest?.at ?? 0) + 1)));
}

/** Deletes the unfinished files of copies that failed or were interrupted. */
export function removePartsOf(dataDir: string, name: string): void {
  const folder = folderOf(dataDir, name);
  for (const entry of readdirSync(folder)) if (/^\d+\.part/.test(entry)) rmSync(join(folder, entry), { force: true });
}

/** Deletes the copies of a file that was cleared on purpose, so that no copy restores it. */
export const removeCopies = (dataDir: string, name: string): void =>
  rmSync(folderOf(dataDir, name), { recursive: true, force: true });

/** Deletes all copies of a file except the newest `count`. */
export function deleteOldCopies(dataDir: string, name: string, count: number): void {
  for (const { path } of copiesOf(dataDir, name).slice(count)) rmSync(path, { force: true });
}
