import { words } from '#renderer/messages/words.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#core/sqlite/database.ts';
import { openCache, type Cache } from '#core/cache/queries/open-cache.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';

/** A data folder with its caches and their notices. */
export const temporaryCaches = (clock = new FakeClock()) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stratdesk-cache-test-'));
  const notices: string[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const ports = { dataDir, clock, log };
  return {
    dataDir,
    notices,
    ports,
    file: join(dataDir, 'cache-p.db'),
    open: (): Cache => openCache({ ports, profileId: 'p', notify: ({ title }) => notices.push(words(title)) }),
    openIn: (other: typeof ports, received: string[]): Cache =>
      openCache({ ports: other, profileId: 'p', notify: ({ title }) => received.push(words(title)) }),
    /** Deletes the cache file. The next open creates a new one. */
    deleteCacheFile: () => {
      for (const part of ['', '-wal', '-shm']) rmSync(join(dataDir, `cache-p.db${part}`), { force: true });
    },
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
};

/** A new cache, and a second connection to its file that writes as the ingest thread does. */
export const openedCache = () => {
  const caches = temporaryCaches();
  const cache = caches.open();
  const db = openDatabase(caches.file);
  const close = (): void => {
    db.close();
    cache.close();
    caches.remove();
  };
  return { ...caches, cache, db, close };
};
