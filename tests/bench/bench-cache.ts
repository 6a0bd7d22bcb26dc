import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCache, type Cache } from '#core/cache/queries/open-cache.ts';

/** A cache in a temporary folder, and a function that closes the cache and deletes the folder. */
export function benchCache(): { readonly cache: Cache; readonly remove: () => void } {
  const dataDir = mkdtempSync(join(tmpdir(), 'stratdesk-bench-cache-'));
  const clock = { now: () => Date.now(), monotonic: () => performance.now(), after: () => () => undefined };
  const cache = openCache({ ports: { dataDir, clock, log: silentLog }, profileId: 'bench', notify: () => undefined });
  const remove = (): void => {
    cache.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { cache, remove };
}

export const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };

export const ingestEntry = new URL('../../src-main/core/ingest/worker.ts', import.meta.url);

export const tradesJob = {
  dataset: 'trades',
  systemId: '7',
  readAt: 1_780_000_000,
  slice: null,
  wantRecords: false,
  renewsAge: true,
} as const;
