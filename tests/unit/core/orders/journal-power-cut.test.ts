// A power cut: what was written and not yet synced is lost, torn or there out of order, while what a commit has synced stays. The
// journal runs once for real, in WAL with synchronous=FULL, and after each commit that returned its files are kept. Between
// two commits the log grows by frames none of which is synced before the second returns, so any part of them may be there
// after a cut; each such state is built and opened. (That a commit syncs is SQLite's word, read back when the file is opened;
// no system here loses what it was asked to sync.)
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJournal } from '#core/orders/open-journal.ts';
import type { OrderRow } from '#core/orders/order-row.ts';
import { promiseFigure } from '#tests/fixtures/promise-figure.ts';
import { liveAll, lives, slot } from './journal-script.ts';
import { newOrder, seededRandom, temporaryFolder } from './order-fixtures.ts';

/** The log after a commit that returned, and what the journal held then. */
type Committed = { readonly wal: Buffer; readonly rows: readonly OrderRow[] };
type State = { readonly database: Buffer; readonly wal: Buffer };

const pageBytes = 4_096;
const frameBytes = pageBytes + 24;

let folder: string;
let database: Buffer;
let after: Buffer;
const commits: Committed[] = [];
const figures = { cuts: 0, lost: 0, damaged: 0 };

beforeAll(() => {
  folder = temporaryFolder();
  const live = join(folder, 'live');
  mkdirSync(live);
  // The tables in the file itself, so that from here on only the log grows.
  openJournal({ dataDir: live, now: 1 }).journal.close();
  database = readFileSync(join(live, 'journal.db'));
  const { journal } = openJournal({ dataDir: live, now: 1 });
  const keep = <Value>(value: Value): Value => {
    commits.push({ wal: readFileSync(join(live, 'journal.db-wal')), rows: [...journal.orders()] });
    return value;
  };
  liveAll({
    create: (order, drawId) => keep(journal.create(order, drawId)),
    apply: (rowId, event) => keep(journal.apply(rowId, event)),
    saveCancel: (row) => keep(journal.saveCancel(row)),
    saveAct: (row) => keep(journal.saveAct(row)),
    reserveGroup: (system, drawId) => keep(journal.reserveGroup(system, drawId)),
  });
  // One that may leave at once: both of its arrows are one commit.
  const leaves = ({ rowId }: OrderRow): void => void journal.apply(rowId, slot);
  keep(journal.create(newOrder(lives.length), () => '177246180009901', leaves));
  // Closing moves the log into the file: the file as a checkpoint leaves it.
  journal.close();
  after = readFileSync(join(live, 'journal.db'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  promiseFigure('P2', `acknowledged rows lost in ${figures.cuts} power cuts`, figures.lost);
  promiseFigure('P9', `journals that were not whole after ${figures.cuts} power cuts`, figures.damaged);
});

/** What the journal holds when the program starts after the cut. */
function reopened({ database: file, wal }: State): readonly OrderRow[] {
  const dataDir = join(folder, 'cut');
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, 'journal.db'), file);
  writeFileSync(join(dataDir, 'journal.db-wal'), wal);
  const { journal, notices } = openJournal({ dataDir, now: 2 });
  const rows = [...journal.orders()];
  journal.close();
  const check = new DatabaseSync(join(dataDir, 'journal.db'), { readOnly: true });
  const verdict = Object.values(check.prepare('PRAGMA integrity_check').get() ?? {})[0];
  check.close();
  figures.cuts += 1;
  if (verdict !== 'ok' || notices.length > 0) figures.damaged += 1;
  return rows;
}

const isSame = (a: readonly OrderRow[], b: readonly OrderRow[]): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The frames that the next commit wrote, in every way in which they may be there before it is synced. */
function* unsynced(before: Buffer, next: Buffer): Generator<{ wal: Buffer; whole: boolean }> {
  const frames = (next.length - before.length) / frameBytes;
  const from = (frame: number): number => before.length + frame * frameBytes;
  for (let frame = 0; frame <= frames; frame++) {
    yield { wal: next.subarray(0, from(frame)), whole: frame === frames };
    if (frame === frames) return;
    const torn = Buffer.from(next);
    torn.fill(0, from(frame) + 512, from(frame + 1));
    // Its first sector alone, the log ending there, and with all that was written after it.
    yield { wal: torn.subarray(0, from(frame + 1)), whole: false };
    yield { wal: torn, whole: false };
    const missing = Buffer.from(next);
    missing.fill(0, from(frame), from(frame + 1));
    yield { wal: missing, whole: false };
  }
}

describe('a power cut (P2, P9)', () => {
  it(
    'between any two commits keeps all that was acknowledged, and of the next one all or nothing',
    { timeout: 120_000 },
    () => {
      const empty: Committed = { wal: Buffer.alloc(0), rows: [] };
      commits.forEach((next, index) => {
        const before = commits[index - 1] ?? { ...empty, wal: next.wal.subarray(0, 32) };
        expect((next.wal.length - 32) % frameBytes, 'a log of whole frames').toBe(0);
        for (const { wal, whole } of unsynced(before.wal, next.wal)) {
          const rows = reopened({ database, wal });
          const right = isSame(rows, whole ? next.rows : before.rows);
          if (!right) figures.lost += 1;
        }
      });
      expect(figures).toMatchObject({ lost: 0, damaged: 0 });
      expect(figures.cuts).toBeGreaterThan(1_000);
    },
  );

  it('while the log is moved into the file keeps all, whichever pages have arrived', () => {
    const last = commits.at(-1);
    const random = seededRandom(3);
    for (let round = 0; round < 100; round++) {
      const mixed = Buffer.from(after);
      for (let page = 0; page < after.length; page += pageBytes) {
        const old = database.subarray(page, page + pageBytes);
        if (random.fraction() < 0.5 && old.length === pageBytes) old.copy(mixed, page);
        else if (random.fraction() < 0.2) mixed.fill(0, page + 512, page + pageBytes);
      }
      if (!isSame(reopened({ database: mixed, wal: last?.wal ?? Buffer.alloc(0) }), last?.rows ?? []))
        figures.lost += 1;
    }
    expect(figures).toMatchObject({ lost: 0, damaged: 0 });
  });

  it('would be seen: a log cut back to before a commit has lost it', () => {
    const [first, second] = commits;
    expect(isSame(reopened({ database, wal: first?.wal ?? Buffer.alloc(0) }), second?.rows ?? [])).toBe(false);
  });
});
