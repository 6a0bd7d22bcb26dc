import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { Storage, type StorageDeps } from '#core/storage/storage.ts';
import { newOrder, startWall } from '#tests/unit/core/orders/order-fixtures.ts';

let dataDir: string;
let journal: Journal;
let cleared: string[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'stratdesk-clear-'));
  mkdirSync(join(dataDir, 'orders'));
  writeFileSync(join(dataDir, 'cache-other.db'), '');
  ({ journal } = openJournal({ dataDir: join(dataDir, 'orders'), now: startWall }));
  cleared = [];
});
afterEach(() => {
  journal.close();
  rmSync(dataDir, { recursive: true });
});

/** The connection `other` is not open. */
const storageOf = (profileIds: readonly string[]): Storage => {
  const own = {
    storage: {
      clearOther: (file: string) => {
        cleared.push(file);
        return Promise.resolve(null);
      },
    },
  };
  const deps = {
    ports: { dataDir },
    profiles: { list: () => profileIds.map((id) => ({ id, kind: 'live' })) },
    sessions: { own: () => own, all: () => [] },
    journals: { of: () => journal },
  };
  // The other members are not used by `clear`.
  return new Storage(deps as unknown as StorageDeps);
};

const sending = (): void => {
  const { rowId } = journal.create({ ...newOrder(1), profileId: 'other', mode: 'LIVE' }, () => '155000000000001');
  journal.apply(rowId, { type: 'slot-free', at: startWall, monotonic: 0, preExistingMatches: [] });
};

it('is refused for a connection that is not open and has an order whose outcome is unknown', async () => {
  sending();
  expect(await storageOf(['other']).clear('other', false)).toMatchObject({ code: 'unknown-order' });
  expect(cleared).toEqual([]);
});

it('is done for one without such an order, and for a removed one, which cannot look for it', async () => {
  expect(await storageOf(['other']).clear('other', false)).toBeNull();
  sending();
  expect(await storageOf([]).clear('other', false)).toBeNull();
  expect(cleared).toHaveLength(2);
});
