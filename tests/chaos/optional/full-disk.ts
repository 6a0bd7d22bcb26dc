// node tests/chaos/optional/full-disk.ts: order-safety P10 on a file system that is really full.
// A tmpfs of 8 MiB contains the journal, and a filler leaves 0 to 64 KiB free. If this user may not
// mount a tmpfs, the script says so and ends with 0.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Journal } from '#core/orders/journal/journal.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import { openJournal } from '#core/orders/journal/open-journal.ts';
import { intent, newOrder } from '#tests/unit/core/orders/order-fixtures.ts';
import { printSafetyFigure } from '#tests/fixtures/safety-figure.ts';

const stepBytes = 4_096;
const maxFreeBytes = 64 * 1_024;
const orderCount = 40;

type Totals = {
  rounds: number;
  sent: number;
  withoutRow: number;
  refused: number;
  unreadable: number;
  unrecorded: number;
};

const disk = mkdtempSync(join(tmpdir(), 'full-disk-'));
const skipReason = mount();
if (skipReason !== null) console.log(`skipped: ${skipReason}`);
else {
  try {
    run();
  } finally {
    execFileSync('umount', [disk]);
  }
}
rmSync(disk, { recursive: true, force: true });

/** Mounts the tmpfs. Returns null, or why that is impossible. */
function mount(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a tmpfs can be mounted only by root on Linux';
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', disk], { stdio: 'pipe' });
    return null;
  } catch (error) {
    return `no tmpfs can be mounted here (${error instanceof Error ? error.message.trim() : 'unknown'})`;
  }
}

function run(): void {
  const totals: Totals = { rounds: 0, sent: 0, withoutRow: 0, refused: 0, unreadable: 0, unrecorded: 0 };
  for (let free = 0; free <= maxFreeBytes; free += stepBytes) runRound(join(disk, `free-${free}`), free, totals);
  printSafetyFigure(
    'P10',
    `orders sent without a row, of ${totals.sent} sent at 0 to 64 KiB free in ${totals.rounds} rounds`,
    totals.withoutRow,
  );
  printSafetyFigure('P10', 'orders refused because the journal could not store them', totals.refused);
  printSafetyFigure('P10', 'journals that could not be read on the full disk', totals.unreadable);
  printSafetyFigure('P10', 'outcomes of orders on their way that could not be recorded', totals.unrecorded);
  process.exitCode = totals.withoutRow + totals.unreadable + totals.unrecorded === 0 && totals.refused > 0 ? 0 : 1;
}

/**
 * One order is on its way when the disk fills. Then more orders follow, which the journal stores or
 * refuses.
 */
function runRound(dataDir: string, free: number, totals: Totals): void {
  mkdirSync(dataDir);
  const { journal } = openJournal({ dataDir, now: 1 });
  const sent = [journalSend(journal, 0)].filter((rowId) => rowId !== null);
  const filler = join(disk, 'filler');
  fill(filler, free);
  for (let number = 1; number <= orderCount; number++) {
    const rowId = journalSend(journal, number);
    if (rowId === null) totals.refused += 1;
    else sent.push(rowId);
  }
  // The row id of an order is its intent id.
  if (!recordsOutcome(journal, intent(0))) totals.unrecorded += 1;
  if ([...journal.orders()].length === 0) totals.unreadable += 1;
  const rows = sentRowsOnDisk(join(dataDir, 'journal.db'));
  totals.withoutRow += sent.filter((rowId) => !rows.has(rowId)).length;
  totals.sent += sent.length;
  totals.rounds += 1;
  journal.close();
  rmSync(filler);
  rmSync(dataDir, { recursive: true });
}

/**
 * Writes an order and its transition to SENDING into the journal, after which it may be sent.
 * Returns the id of its row, or null if the journal could not store it.
 */
function journalSend(journal: Journal, number: number): string | null {
  try {
    const { rowId } = journal.create(newOrder(number), () => String(177_246_180_000_000 + number));
    journal.apply(rowId, { type: 'slot-free', at: 1, monotonic: 1, preExistingMatches: [] });
    return rowId;
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return null;
  }
}

function recordsOutcome(journal: Journal, rowId: string): boolean {
  try {
    return journal.apply(rowId, { type: 'lost', at: 2, reason: 'no answer', answer: [] }).state === 'UNKNOWN';
  } catch (error) {
    if (!(error instanceof JournalError)) throw error;
    return false;
  }
}

/** Leaves this many bytes of the disk free. */
function fill(path: string, free: number): void {
  writeFileSync(path, '');
  const { bavail, bsize } = statfsSync(path);
  writeFileSync(path, Buffer.alloc(Math.max(0, bavail * bsize - free)));
}

/** Ids of the rows that were sent, read by another connection. */
function sentRowsOnDisk(path: string): Set<string> {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare("SELECT row_id FROM orders WHERE state IN ('SENDING', 'UNKNOWN')").all();
  database.close();
  return new Set(rows.map((row) => String(row['row_id'])));
}
