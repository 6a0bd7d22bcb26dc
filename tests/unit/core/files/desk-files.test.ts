import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NoticeText } from '#core/events/notices.ts';
import { copiesOf } from '#core/files/copies.ts';
import { DeskFiles } from '#core/session/desk-files.ts';
import { FakeClock } from '#tests/fixtures/fake-clock.ts';
import { CollectedLog } from '#tests/hosts/collected-log.ts';
import { newOrder, startWall } from '../orders/order-fixtures.ts';

const orders = 'orders-live/journal.db';
const notes = 'notes-live/notes.db';
const dayNote = { systemId: '1', subject: { kind: 'day', day: '2026-03-02' }, version: 0 } as const;
const content = { text: 'a note', tags: [], rating: null, setup: '', images: [] };
let dir = '';
let clock: FakeClock;
let notices: NoticeText[];
let opened: DeskFiles[];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'desk-files-'));
  clock = new FakeClock(startWall);
  notices = [];
  opened = [];
});
afterEach(async () => {
  for (const one of opened) await one.close();
  rmSync(dir, { recursive: true });
});

const open = (): DeskFiles => {
  const files = new DeskFiles({ dataDir: dir, clock, log: new CollectedLog() }, (notice) => notices.push(notice));
  opened.push(files);
  return files;
};

const close = async (files: DeskFiles): Promise<void> => {
  opened = opened.filter((one) => one !== files);
  await files.close();
};

/** A run that enters three orders and a note, and ends. */
async function runOnce(first = 1): Promise<void> {
  const files = open();
  for (const number of [first, first + 1, first + 2])
    files.journal('LIVE').create(newOrder(number), () => `1550000000000${String(number).padStart(2, '0')}`);
  files
    .notes('LIVE')
    .save({ ...dayNote, version: files.notes('LIVE').get('1', dayNote.subject)?.version ?? 0, content });
  await close(files);
}

const damages: readonly (readonly [string, (file: string) => void])[] = [
  ['missing', (file) => rmSync(file)],
  ['empty', (file) => truncateSync(file, 0)],
  ['cut to half', (file) => truncateSync(file, Math.floor(readFileSync(file).length / 2))],
  ['garbage', (file) => writeFileSync(file, Buffer.alloc(20_000, 7))],
  ['a folder', (file) => (rmSync(file), mkdirSync(file))],
  ['of a later version', (file) => alter(file, 'PRAGMA user_version = 99')],
  ['of another program', (file) => alter(file, 'PRAGMA application_id = 1')],
  ['half made', leaveHalfMade],
  ['in a folder that is missing', (file) => rmSync(dirname(file), { recursive: true })],
  [
    'in a folder that is a file',
    (file) => (rmSync(dirname(file), { recursive: true }), writeFileSync(dirname(file), 'not a folder')),
  ],
  ['without a table', (file) => alter(file, `DROP TABLE ${file.endsWith('journal.db') ? 'ids' : 'images'}`)],
];

/**
 * Leaves what a kill during the first transaction of a new file leaves: one page, and a rollback
 * journal for an empty file.
 */
function leaveHalfMade(file: string): void {
  for (const part of ['', '-wal', '-shm']) rmSync(file + part, { force: true });
  alter(file, 'PRAGMA user_version = 1');
  const header = Buffer.alloc(512);
  header.write('d9d505f920a163d7', 'hex');
  header.writeUInt32BE(512, 20);
  header.writeUInt32BE(4_096, 24);
  writeFileSync(`${file}-journal`, header);
}

function alter(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

describe.each([orders, notes])('%s', (name) => {
  it.each(damages)('that is %s is repaired, or replaced by a copy or a new file', async (_what, damage) => {
    for (const choice of ['copy', 'new'] as const) {
      await runOnce(choice === 'copy' ? 1 : 10);
      damage(join(dir, name));
      notices = [];
      const files = open();
      files.notes('LIVE');
      const lost = files.lost().find((one) => one.name === name);
      expect(lost !== undefined || notices.length > 0, 'it is reported').toBe(true);
      if (lost) {
        expect(lost.copies.length).toBeGreaterThan(0);
        const [newest] = lost.copies;
        expect(files.recover(name, choice === 'copy' ? (newest ?? 0) : null)).toBe('done');
        expect(files.lost()).toEqual([]);
      }
      expect(files.journal('LIVE').problem()).toBeNull();
      expect(files.notes('LIVE').problem()).toBeNull();
      if (name === orders && (lost !== undefined || notices.length > 0)) {
        const hasOrders = [...files.journal('LIVE').orders()].length > 0;
        // Salvaged rows are reconciled. After a recovery, or if no row was salvaged, new risk is
        // locked until the lists of the platform were read.
        if (lost !== undefined || !hasOrders) expect(files.journal('LIVE').restoredAt('94679653')).not.toBeNull();
        for (const { state } of files.journal('LIVE').orders())
          expect(['UNKNOWN', 'QUEUED', 'SENDING']).toContain(state);
      }
      if (name === orders && choice === 'copy' && lost) expect([...files.journal('LIVE').orders()]).toHaveLength(3);
      if (name === notes && choice === 'copy' && lost) expect([...files.notes('LIVE').all()]).toHaveLength(1);
      await close(files);
      expect(existsSync(join(dir, name))).toBe(true);
      clock = new FakeClock(clock.now() + 60_000);
    }
  });
});

it.each([orders, notes])('%s is created again after a kill during its creation', (name) => {
  mkdirSync(dirname(join(dir, name)));
  leaveHalfMade(join(dir, name));
  const files = open();
  expect([files.journal('LIVE').problem(), files.notes('LIVE').problem()]).toEqual([null, null]);
  expect([files.lost(), notices]).toEqual([[], []]);
});

describe('copies', () => {
  const copyCount = (): number => copiesOf(dir, orders).length;
  /** SQLite makes the copy in real time, not by the fake clock. */
  const copiesWritten = (count: number): Promise<void> =>
    vi.waitFor(() => expect(copyCount()).toBe(count), { timeout: 10_000 });

  it('are made at the end of a run, per fifty rows and per five minutes with changes, up to ten', async () => {
    await runOnce();
    expect(copyCount()).toBe(1);
    const files = open();
    const journal = files.journal('LIVE');
    await clock.advance(400_000);
    expect(copyCount()).toBe(1);
    for (let number = 10; number < 60; number++)
      journal.create(newOrder(number), () => String(155_000_000_000_000 + number));
    await clock.advance(6_000);
    await copiesWritten(2);
    journal.create(newOrder(60), () => '155000000000060');
    await clock.advance(290_000);
    expect(copyCount()).toBe(2);
    await clock.advance(20_000);
    await copiesWritten(3);
    await close(files);
    for (let run = 0; run < 12; run++) {
      clock = new FakeClock(clock.now() + 60_000);
      await runOnce(100 + 3 * run);
    }
    expect(copyCount()).toBe(10);
  });

  it('that a kill interrupted are never offered', async () => {
    await runOnce();
    const [copy] = copiesOf(dir, orders);
    writeFileSync(`${copy?.path}9.part`, 'half of a copy');
    expect(copiesOf(dir, orders)).toEqual([copy]);
  });

  it('cause no loss of orders if a kill ends a restore during a write or between two renames', async () => {
    await runOnce();
    const file = join(dir, orders);
    const [copy] = copiesOf(dir, orders);
    // An order that the copy does not have, so that the file and its copy differ.
    const journal = open().journal('LIVE');
    journal.create(newOrder(4), () => '155000000000004');
    const before = [...journal.orders()];
    for (const one of [...opened]) await close(one);
    expect(before).toHaveLength(4);
    // Killed while the new file was made, then between the two renames.
    writeFileSync(`${file}.salvage-5`, readFileSync(copy?.path ?? '').subarray(0, 5_000));
    expect([...open().journal('LIVE').orders()]).toEqual(before);
    for (const one of [...opened]) await close(one);
    writeFileSync(`${file}.salvage-6`, readFileSync(copy?.path ?? ''));
    for (const part of ['', '-wal', '-shm'])
      if (existsSync(file + part)) renameSync(file + part, `${file}.damaged-6${part}`);
    expect([...open().journal('LIVE').orders()]).toEqual(before);
    expect(readdirSync(join(dir, 'orders-live')).some((entry) => entry.includes('salvage'))).toBe(false);
  });
});
