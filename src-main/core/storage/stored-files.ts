import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes on disk of one connection. */
export type FileSizes = { cache: number; history: number; quarantined: number };

const dataFilePattern = /^(cache|history)-([A-Za-z0-9_-]+)\.db(-wal|-shm)?$/;
const quarantinePattern = /^(cache|history)-([A-Za-z0-9_-]+)\.db\.(?:damaged|newer|salvage)-\d+(?:-wal|-shm)?$/;

/** The sizes of the files of each connection, by the file id in their names. */
export async function connectionFileSizes(dataDir: string): Promise<Map<string, FileSizes>> {
  const found = new Map<string, FileSizes>();
  for (const name of await readdir(dataDir)) {
    const dataFileMatch = dataFilePattern.exec(name);
    const [, part, id] = dataFileMatch ?? quarantinePattern.exec(name) ?? [];
    if (id === undefined) continue;
    const sizes = found.get(id) ?? { cache: 0, history: 0, quarantined: 0 };
    const bytes = await sizeOf(join(dataDir, name));
    if (dataFileMatch === null) sizes.quarantined += bytes;
    else if (part === 'cache') sizes.cache += bytes;
    else sizes.history += bytes;
    found.set(id, sizes);
  }
  return found;
}

/**
 * The size of all files of a folder with this name prefix: a database, its log, and its quarantined
 * files.
 */
export async function sizeOfAll(folder: string, prefix: string): Promise<number> {
  const names = await readdir(folder).catch(emptyIfAbsent);
  const sizes = await Promise.all(
    names.filter((name) => name.startsWith(prefix)).map((name) => sizeOf(join(folder, name))),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Removes the quarantined files of a part and, if `includesFile` is true, the file itself. */
export async function removeFiles(
  dataDir: string,
  part: 'cache' | 'history',
  id: string,
  includesFile: boolean,
): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const dataFileMatch = dataFilePattern.exec(name);
    const [, foundPart, foundId] = dataFileMatch ?? quarantinePattern.exec(name) ?? [];
    if (foundPart === part && foundId === id && (dataFileMatch === null || includesFile))
      await rm(join(dataDir, name), { force: true });
  }
}

/** A log that was just checkpointed is gone and counts as empty. */
const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    (error: unknown) => {
      emptyIfAbsent(error);
      return 0;
    },
  );

const emptyIfAbsent = (error: unknown): never[] => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
  throw error;
};
