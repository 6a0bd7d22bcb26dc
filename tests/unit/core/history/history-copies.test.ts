import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { copiesOf, removeCopies } from '#core/files/copies.ts';
import { openHistoryWithCopies } from '#core/history/history-copies.ts';
import { openHistoryDatabase } from '#core/history/history-file.ts';
import { words } from '#renderer/messages/words.ts';
import { temporaryCaches } from '../cache/temporary-cache.ts';

const name = 'history-p.db';
const page = { before: null, limit: 10 };

let caches: ReturnType<typeof temporaryCaches>;
beforeEach(() => {
  caches = temporaryCaches();
});
afterEach(() => caches.remove());

const options = () => ({
  ports: caches.ports,
  profileId: 'p',
  notify: ({ title }: { title: Parameters<typeof words>[0] }) => caches.notices.push(words(title)),
});

/** A run that records one reading and ends. */
async function runOnce(readAt: number): Promise<void> {
  const { history, copies } = openHistoryWithCopies(options());
  const db = openHistoryDatabase(history.file ?? '');
  db.exec(`INSERT INTO moments VALUES ('7', ${readAt}, 1)`);
  db.close();
  await copies?.close();
  history.close();
}

const totalAtNextStart = async (): Promise<number> => {
  const { history, copies } = openHistoryWithCopies(options());
  const { total } = history.moments('7', page);
  await copies?.close();
  history.close();
  return total;
};

const removeFile = (): void => {
  for (const part of ['', '-wal', '-shm']) rmSync(`${caches.dataDir}/${name}${part}`, { force: true });
};

it('missing past readings are restored from their newest copy, with a notice', async () => {
  await runOnce(1_000);
  await runOnce(2_000);
  removeFile();
  expect(await totalAtNextStart()).toBe(2);
  expect(caches.notices).toEqual([`${name} was lost`]);
});

it('past readings whose file was emptied are restored from their newest copy, with a notice', async () => {
  await runOnce(1_000);
  removeFile();
  closeSync(openSync(`${caches.dataDir}/${name}`, 'w'));
  expect(await totalAtNextStart()).toBe(1);
  expect(caches.notices).toEqual([`${name} was lost`]);
});

it('without a readable copy the past readings are empty, and they are restored later', async () => {
  await runOnce(1_000);
  removeFile();
  const copy = copiesOf(caches.dataDir, name)[0]?.path ?? '';
  renameSync(copy, `${copy}.elsewhere`);
  mkdirSync(copy);
  expect(await totalAtNextStart()).toBe(0);
  expect(caches.notices).toEqual(['Past readings are not stored']);
  rmSync(copy, { recursive: true });
  renameSync(`${copy}.elsewhere`, copy);
  expect(await totalAtNextStart()).toBe(1);
});

it('a run without a new reading makes no copy', async () => {
  await runOnce(1_000);
  const before = copiesOf(caches.dataDir, name);
  await totalAtNextStart();
  expect(copiesOf(caches.dataDir, name)).toEqual(before);
  expect(before).toHaveLength(1);
});

it('past readings that were cleared are not restored', async () => {
  await runOnce(1_000);
  removeFile();
  removeCopies(caches.dataDir, name);
  expect(await totalAtNextStart()).toBe(0);
  expect(caches.notices).toEqual([]);
});

it('past readings that are damaged during a run neither end the program nor keep a connection open', async () => {
  await runOnce(1_000);
  const { history, copies } = openHistoryWithCopies(options());
  const path = history.file ?? '';
  const db = openHistoryDatabase(path);
  db.exec(`INSERT INTO moments VALUES ('7', 2000, 1); PRAGMA wal_checkpoint(TRUNCATE)`);
  const root = Number(db.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'moments'`).get()?.['rootpage']);
  db.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4_096, 0xff), 0, 4_096, (root - 1) * 4_096);
  closeSync(file);
  const before = copiesOf(caches.dataDir, name);
  await caches.ports.clock.advance(5_000);
  await caches.ports.clock.advance(300_000);
  await copies?.close();
  history.close();
  expect(copiesOf(caches.dataDir, name), 'no damaged copy takes the place of a good one').toEqual(before);
});
