import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import type { Journal } from '#core/orders/journal/journal.ts';
import { placeOf } from '#core/profiles/place-of.ts';
import { Storage, type StorageDeps } from '#core/storage/storage.ts';
import { newOrder, startWall } from '#tests/unit/core/orders/order-fixtures.ts';

const baseUrl = 'https://api.example.com/';
let dataDir: string;
let journal: Journal;
let cleared: string[];
/** The signals that the last `clear` did not delete. */
let retained: readonly string[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'stratdesk-clear-'));
  mkdirSync(join(dataDir, 'orders'));
  writeFileSync(join(dataDir, 'cache-other.db'), '');
  ({ journal } = openJournal({ dataDir: join(dataDir, 'orders'), now: startWall }));
  cleared = [];
  retained = [];
});
afterEach(() => {
  journal.close();
  rmSync(dataDir, { recursive: true });
});

/** The storage of a program with these connections. The connection `other` is not open. */
const storageOf = (profileIds: readonly string[]): Storage => {
  const inUseSession = {
    storage: {
      clearOther: (file: string, signals: readonly string[]) => {
        cleared.push(file);
        retained = signals;
        return Promise.resolve(null);
      },
    },
  };
  const deps = {
    ports: { dataDir },
    profiles: { list: () => profileIds.map((id) => ({ id, kind: 'world', baseUrl, platformId: null })) },
    sessions: { inUse: () => inUseSession, all: () => [] },
    files: { journal: () => journal },
  };
  // The other members are not used by `clear`.
  return new Storage(deps as unknown as StorageDeps);
};

const sendOrder = (profileId = 'other'): string => {
  const { rowId } = journal.create({ ...newOrder(1), profileId, mode: 'LIVE' }, () => '155000000000001');
  journal.apply(rowId, { type: 'slot-free', at: startWall, monotonic: 0, preExistingMatches: [] });
  return rowId;
};

it('clearing is refused for a closed connection with an order whose outcome is unknown', async () => {
  sendOrder();
  expect(await storageOf(['other']).clear('other', false)).toMatchObject({ code: 'unknown-order' });
  expect(cleared).toEqual([]);
});

it('clearing works for a connection without unknown orders, and for a removed connection', async () => {
  expect(await storageOf(['other']).clear('other', false)).toBeNull();
  sendOrder();
  expect(await storageOf([]).clear('other', false)).toBeNull();
  expect(cleared).toHaveLength(2);
});

it('clearing is refused if a removed connection to the same address has an unknown order', async () => {
  journal.recordPlace(placeOf({ kind: 'world', baseUrl, platformId: null }), 'removed');
  sendOrder('removed');
  expect(await storageOf(['other']).clear('other', false)).toMatchObject({ code: 'unknown-order' });
});

it('clearing retains the signals of orders that an earlier connection to the same address sent', async () => {
  journal.recordPlace(placeOf({ kind: 'world', baseUrl, platformId: null }), 'removed');
  const rowId = sendOrder('removed');
  const serviceIds = { signal: '88', target: null, stop: null, ocaGroup: null, parent: null };
  const mirror = { status: 'working', tradedPrice: null, at: null } as const;
  journal.apply(rowId, { type: 'accepted', at: startWall, serviceIds, mirror, alarm: null, answer: [] });
  expect(await storageOf(['other']).clear('other', false)).toBeNull();
  expect(retained).toEqual(['88']);
});
