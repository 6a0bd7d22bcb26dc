// Simulates a power cut. Data that was written and not yet synced is lost, torn or stored out of
// order; data that a commit has synced remains. The journal runs once for real, in WAL mode with
// synchronous=FULL, and its files are saved after each commit. Between two commits the log grows by
// frames that are synced only when the second commit returns. After a cut any part of these frames
// may be on the disk. The test builds a log with the first frames only, one with a torn frame and
// one with a missing frame, and opens each. It assumes that the operating system keeps synced data.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { printSafetyFigure } from '#tests/fixtures/safety-figure.ts';
import { writeAll, histories, slotFree } from './journal-script.ts';
import { newOrder, seededRandom, temporaryFolder } from './order-fixtures.ts';

/** The log after a commit that returned, and the rows of the journal at that time. */
type Committed = { readonly wal: Buffer; readonly rows: readonly OrderRow[] };
type FilesAfterCut = { readonly database: Buffer; readonly wal: Buffer };

const pageBytes = 4_096;
const frameBytes = pageBytes + 24;

let folder: string;
let database: Buffer;
/** The database file after the log was moved into it. */
let checkpointed: Buffer;
const commits: Committed[] = [];
const figures = { cuts: 0, lost: 0, damaged: 0 };

beforeAll(() => {
  folder = temporaryFolder();
  const live = join(folder, 'live');
  mkdirSync(live);
  // Creates the tables in the file itself, so that from here on only the log grows.
  openJournal({ dataDir: live, now: 1 }).journal.close();
  database = readFileSync(join(live, 'journal.db'));
  const { journal } = openJournal({ dataDir: live, now: 1 });
  const saveFiles = <Value>(value: Value): Value => {
    commits.push({ wal: readFileSync(join(live, 'journal.db-wal')), rows: [...journal.orders()] });
    return value;
  };
  writeAll({
    create: (order, drawId) => saveFiles(journal.create(order, drawId)),
    apply: (rowId, event) => saveFiles(journal.apply(rowId, event)),
    saveCancel: (row) => saveFiles(journal.saveCancel(row)),
    saveAct: (row) => saveFiles(journal.saveAct(row)),
    reserveGroup: (system, drawId) => saveFiles(journal.reserveGroup(system, drawId)),
  });
  // An order that may be sent at once: both of its transitions are one commit.
  const sendAtOnce = ({ rowId }: OrderRow): void => void journal.apply(rowId, slotFree);
  saveFiles(journal.create(newOrder(histories.length), () => '177246180009901', sendAtOnce));
  // Closing moves the log into the file, as a checkpoint does.
  journal.close();
  checkpointed = readFileSync(join(live, 'journal.db'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
  printSafetyFigure('P2', `acknowledged rows lost in ${figures.cuts} power cuts`, figures.lost);
  printSafetyFigure('P9', `journals that were not whole after ${figures.cuts} power cuts`, figures.damaged);
});

/** The rows of the journal when the program starts after the cut. */
function rowsAfterCut({ database: file, wal }: FilesAfterCut): readonly OrderRow[] {
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

/**
 * The logs that a cut before the sync can leave: with only the first frames of the next commit,
 * with one torn frame, or with one missing frame. `whole` is true if every frame is intact.
 */
function* logsAfterCut(before: Buffer, next: Buffer): Generator<{ wal: Buffer; whole: boolean }> {
  const frames = (next.length - before.length) / frameBytes;
  const from = (frame: number): number => before.length + frame * frameBytes;
  for (let frame = 0; frame <= frames; frame++) {
    yield { wal: next.subarray(0, from(frame)), whole: frame === frames };
    if (frame === frames) return;
    const torn = Buffer.from(next);
    torn.fill(0, from(frame) + 512, from(frame + 1));
    // Only the first sector of the frame was written. The log ends with this frame, or continues
    // with all later frames.
    yield { wal: torn.subarray(0, from(frame + 1)), whole: false };
    yield { wal: torn, whole: false };
    const missing = Buffer.from(next);
    missing.fill(0, from(frame), from(frame + 1));
    yield { wal: missing, whole: false };
  }
}

describe('the journal after a power cut (order-safety P2, P9)', () => {
  it('has every acknowledged commit, and the next one whole or not at all', { timeout: 120_000 }, () => {
    const empty: Committed = { wal: Buffer.alloc(0), rows: [] };
    commits.forEach((next, index) => {
      const before = commits[index - 1] ?? { ...empty, wal: next.wal.subarray(0, 32) };
      expect((next.wal.length - 32) % frameBytes, 'a log of whole frames').toBe(0);
      for (const { wal, whole } of logsAfterCut(before.wal, next.wal)) {
        const rows = rowsAfterCut({ database, wal });
        const isExpected = isSame(rows, whole ? next.rows : before.rows);
        if (!isExpected) figures.lost += 1;
      }
    });
    expect(figures).toMatchObject({ lost: 0, damaged: 0 });
    expect(figures.cuts).toBeGreaterThan(1_000);
  });

  it('has every commit if the cut was during a checkpoint, whichever pages were written', () => {
    const last = commits.at(-1);
    const random = seededRandom(3);
    for (let round = 0; round < 100; round++) {
      const mixed = Buffer.from(checkpointed);
      for (let page = 0; page < checkpointed.length; page += pageBytes) {
        const old = database.subarray(page, page + pageBytes);
        if (random.fraction() < 0.5 && old.length === pageBytes) old.copy(mixed, page);
        else if (random.fraction() < 0.2) mixed.fill(0, page + 512, page + pageBytes);
      }
      if (!isSame(rowsAfterCut({ database: mixed, wal: last?.wal ?? Buffer.alloc(0) }), last?.rows ?? []))
        figures.lost += 1;
    }
    expect(figures).toMatchObject({ lost: 0, damaged: 0 });
  });

  it('the comparison fails for a journal that loses a commit', () => {
    const [first, second] = commits;
    expect(isSame(rowsAfterCut({ database, wal: first?.wal ?? Buffer.alloc(0) }), second?.rows ?? [])).toBe(false);
  });
});
