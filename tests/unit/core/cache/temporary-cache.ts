import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openCache, type Cache } from '#core/cache/open-cache.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';

/** A data folder and what its caches told. */
export const temporaryCaches = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'stratdesk-cache-test-'));
  const told: string[] = [];
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const ports = { dataDir, clock: new FakeClock(), log };
  return {
    dataDir,
    told,
    ports,
    file: join(dataDir, 'cache-p.db'),
    open: (): Cache => openCache({ ports, profileId: 'p', tell: ({ title }) => told.push(title) }),
    openIn: (other: typeof ports, heard: string[]): Cache =>
      openCache({ ports: other, profileId: 'p', tell: ({ title }) => heard.push(title) }),
    remove: () => rmSync(dataDir, { recursive: true, force: true }),
  };
};
