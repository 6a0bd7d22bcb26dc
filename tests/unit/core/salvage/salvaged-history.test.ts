import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { historyTables } from '#core/history/history-tables.ts';
import { pruneReadings } from '#core/history/prune-readings.ts';
import { withDamages, damages, misplacements } from './damages.ts';
import { fillHistory, momentCount, pageBytes, pagesOf, rootPagesOf, rowsOf, StoredFile } from './stored-file.ts';

let stored: StoredFile;
let whole: Buffer;
/** The value of each key at each moment. */
let original: ReadonlyMap<string, string>;
/** The number of changed values at each moment. */
let changeCounts: ReadonlyMap<string, number>;

/** The values that the time machine shows at each listed moment. */
function shown(path: string): Map<string, string> {
  const found = new Map<string, string>();
  const rows = rowsOf(path, 'SELECT * FROM readings_of ORDER BY system_id, read_at');
  const values = new Map<string, SQLOutputValue>();
  let next = 0;
  for (const { system_id: systemId, read_at: at } of rowsOf(
    path,
    'SELECT * FROM moments ORDER BY system_id, read_at',
  )) {
    for (let row = rows[next]; row !== undefined && isReadUpTo(row, systemId, at); row = rows[next]) {
      values.set(`${String(row['system_id'])} ${String(row['facet'])} ${String(row['name'])}`, row['value'] ?? null);
      next += 1;
    }
    for (const [key, value] of values) {
      if (value !== null && key.startsWith(`${String(systemId)} `)) found.set(`${String(at)} ${key}`, String(value));
    }
  }
  return found;
}

const isReadUpTo = (row: Record<string, unknown>, systemId: unknown, at: unknown): boolean =>
  String(row['system_id']) < String(systemId) ||
  (row['system_id'] === systemId && Number(row['read_at']) <= Number(at));

const changeCountsOf = (path: string): Map<string, number> =>
  new Map(
    rowsOf(path, 'SELECT * FROM moments').map((row) => [
      `${String(row['system_id'])} ${String(row['read_at'])}`,
      Number(row['changes']),
    ]),
  );

beforeAll(() => {
  stored = new StoredFile();
  stored.openHistory().close();
  fillHistory(stored.path);
  whole = stored.bytes();
  original = shown(stored.path);
  changeCounts = changeCountsOf(stored.path);
});
afterAll(() => stored.remove());
beforeEach(() => stored.replaceWith(whole));

const open = (): void => {
  const history = stored.openHistory();
  for (const systemId of ['7', '8']) {
    const { moments: listed } = history.moments(systemId, { before: null, limit: 5 });
    for (const { at } of listed) history.account(systemId, at);
  }
  history.close();
};

/** Every shown value was valid at its moment, and every listed moment is an original one. */
const expectNothingInvented = (): Map<string, string> => {
  const left = shown(stored.path);
  expect([...left].filter(([key, value]) => original.get(key) !== value)).toEqual([]);
  expect([...changeCountsOf(stored.path)].filter(([key, count]) => changeCounts.get(key) !== count)).toEqual([]);
  return left;
};

/** Stores 400 readings of subscribers. Each adds or changes one record. */
function fillSubscribers(): void {
  const db = new DatabaseSync(stored.path);
  const record = db.prepare('INSERT INTO subscriber_records VALUES (?, ?, ?, ?, 1, ?)');
  const reading = db.prepare('INSERT INTO subscriber_readings VALUES (?, ?, 0, 0, 0, 1)');
  db.exec('BEGIN');
  for (let at = 1_000; at < 1_400; at += 1) {
    record.run('7', `sub-${at % 20}`, at, '44', JSON.stringify({ at, text: 'x'.repeat(200) }));
    reading.run('7', at);
  }
  db.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  db.close();
}

const damagePages = (pages: readonly number[]): void => {
  if (pages.length === 0) throw new Error('no page to damage');
  const content = stored.bytes();
  for (const page of pages) content.fill(0xa5, (page - 1) * pageBytes, page * pageBytes);
  stored.replaceWith(content);
};

describe('a damaged file of past readings', () => {
  it('shows only values that were valid at their moment, after any damage', () => {
    let repairCount = 0;
    fc.assert(
      fc.property(damages, (list) => {
        stored.replaceWith(withDamages(whole, list));
        open();
        expectNothingInvented();
        repairCount += stored.notices.length;
      }),
      { numRuns: 15, endOnFailure: true },
    );
    expect(repairCount).toBeGreaterThan(8);
  });

  it('rejects pages in the wrong place', () => {
    fc.assert(
      fc.property(misplacements, (list) => {
        stored.replaceWith(whole);
        const roots = rootPagesOf(stored.path);
        // A leaf of the same table in the place of the root looks like a small table.
        const outsideRoots = list.filter(({ at }) => !roots.has(Math.floor((whole.length * at) / pageBytes) + 1));
        stored.replaceWith(withDamages(whole, outsideRoots));
        stored.salvage(historyTables);
        expectNothingInvented();
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });

  it('keeps the rows of the other pages and reports the missing ones', () => {
    const [, page = 0] = pagesOf(stored.path, 'readings_of', 'leaf');
    damagePages([page]);
    open();
    const left = expectNothingInvented();
    expect(left.size).toBeGreaterThan(original.size * 0.7);
    expect(left.size).toBeLessThan(original.size);
    expect(changeCountsOf(stored.path)).toEqual(changeCounts);
    expect(stored.notices).toMatchObject([{ title: 'Past readings were repaired' }]);
    expect(stored.notices[0]?.text).toMatch(
      /Recovered: [\d,]+ values and 360 moments\. Lost: some of the values\. What was lost/,
    );
  });

  it('restores all moments of a damaged page from the values', () => {
    // Enough moments that the second page has moments of the first strategy only.
    fillHistory(stored.path, { from: momentCount, to: 1_200 });
    const before = changeCountsOf(stored.path);
    const pages = pagesOf(stored.path, 'moments', 'leaf');
    expect(pages.length).toBeGreaterThan(2);
    damagePages(pages.slice(1, 2));
    open();
    expect(stored.notices[0]?.text).toMatch(/Lost: some of the moments\./);
    expect(changeCountsOf(stored.path)).toEqual(before);
  });

  it('restores moments from the values when all pages of moments are damaged', () => {
    // Moments earlier than the first value that replaced another are not restored.
    const [row] = rowsOf(
      stored.path,
      `SELECT min(read_at) AS at FROM readings_of AS value WHERE EXISTS (SELECT 1 FROM readings_of AS other WHERE
         other.system_id = value.system_id AND other.facet = value.facet AND other.name = value.name
         AND other.read_at < value.read_at)`,
    );
    const first = Number(row?.['at']);
    damagePages(pagesOf(stored.path, 'moments', 'leaf'));
    open();
    expect(stored.notices[0]?.text).toMatch(/Lost: all moments\./);
    expect(expectNothingInvented().size).toBeGreaterThan(original.size * 0.7);
    const expected = [...changeCounts].filter(([key]) => Number(key.split(' ')[1]) >= first);
    expect(expected.length).toBeGreaterThan(changeCounts.size * 0.6);
    expect(changeCountsOf(stored.path)).toEqual(new Map(expected));
  });

  it('does not restore pruned moments', () => {
    const db = new DatabaseSync(stored.path);
    while (pruneReadings(db, 1_050) > 0);
    db.close();
    const pruned = changeCountsOf(stored.path);
    damagePages(pagesOf(stored.path, 'moments', 'leaf'));
    open();
    const left = [...changeCountsOf(stored.path).keys()];
    expect(left.length).toBeGreaterThan(100);
    expect(left.filter((key) => !pruned.has(key))).toEqual([]);
  });

  it.each(['subscriber_records', 'subscriber_readings'] as const)(
    'deletes every reading of subscribers if %s is damaged, and keeps the values',
    (table) => {
      fillSubscribers();
      const history = stored.openHistory();
      expect(history.subscriberReadings('7')).toHaveLength(400);
      history.close();
      damagePages(pagesOf(stored.path, table, 'leaf').slice(0, 1));
      open();
      const repaired = stored.openHistory();
      expect(repaired.subscriberReadings('7')).toEqual([]);
      expect(repaired.subscriberSteps('7', 'sub-1')).toEqual([]);
      repaired.close();
      expect(expectNothingInvented().size).toBe(original.size);
    },
  );

  it('keeps the readings of subscribers if another table is damaged', () => {
    fillSubscribers();
    damagePages(pagesOf(stored.path, 'readings_of', 'leaf').slice(1, 2));
    open();
    const repaired = stored.openHistory();
    expect(repaired.subscriberReadings('7')).toHaveLength(400);
    repaired.close();
  });

  it('starts empty, with a notice, when nothing can be read', () => {
    damagePages([1]);
    open();
    expect(expectNothingInvented().size).toBe(0);
    expect(stored.notices).toMatchObject([{ title: 'Past readings start over' }]);
  });
});
