// Damages every file of the data folder in every way between two runs. The core starts, the kill
// switch and the caps do not change without a message, and lost data can be restored.
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultCaps } from '#core/orders/risk/risk-checks.ts';
import { typedChoice } from '#contract/recovery-commands.ts';
import { plainTicket } from '#core/orders/plain-ticket.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

const template = mkdtempSync(join(tmpdir(), 'data-folder-'));
const perOrder = { ...defaultCaps.perOrder, quantity: '7' };
const subject = { kind: 'day' as const, day: '2026-02-27' };
const noteText = 'A note of this test.';
let files: string[] = [];
let systemId = '';

const isDatabase = (file: string): boolean => file.endsWith('.db');
const cut = (file: string, bytes: number): void => writeFileSync(file, readFileSync(file).subarray(0, bytes));
const damages: readonly (readonly [string, (file: string) => void])[] = [
  ['missing', (file) => rmSync(file)],
  ['empty', (file) => writeFileSync(file, '')],
  ['half', (file) => cut(file, Math.floor(readFileSync(file).length / 2))],
  ['garbage', (file) => writeFileSync(file, Buffer.alloc(9_000, 7))],
  ['a folder', (file) => (rmSync(file), mkdirSync(file))],
  ['read-only', (file) => chmodSync(file, 0o400)],
  ['of a newer version', markAsNewer],
];

function markAsNewer(file: string): void {
  if (!isDatabase(file)) {
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"version": ?\d+/, '"version": 99'));
    return;
  }
  const database = new DatabaseSync(file);
  database.exec('PRAGMA user_version = 99');
  database.close();
}

/** The template is the data folder of a run with a staged order, a note, a connection and caps. */
beforeAll(async () => {
  const program = await CoreOnPractice.start();
  systemId = program.practice.world.systemids[0] ?? '';
  await program.call('sync.watch', { systemId, datasets: ['signalsWorking', 'tradesOpen', 'equity'] });
  await program.until('status.changed', {}, ({ orderEntry }) => orderEntry.open);
  const ticket = {
    ...{ systemId, action: 'BTO' as const, quantity: '3', symbol: 'KO', instrument: 'stock' as const },
    ...{ price: { kind: 'limit' as const, limit: '1' }, duration: 'GTC' as const, ...plainTicket },
  };
  await program.call('orders.prepare', { intentId: crypto.randomUUID(), ticket });
  const { caps } = await program.call('risk.get', {});
  await program.call('risk.set', { caps: { ...caps, perOrder } });
  const content = { text: noteText, tags: [], rating: null, setup: '', images: [] };
  await program.call('notes.save', { systemId, subject, version: 0, content });
  const connection = { name: 'Mine', kind: 'world' as const, baseUrl: 'https://example.com', altBaseUrl: null };
  const saved = { ...connection, platformId: null, paceMs: 1_000, key: 'a-key-of-this-test' };
  await program.call('profiles.save', { id: null, ...saved });
  await program.stopCore();
  await program.stopPractice();
  cpSync(program.dataDir, template, { recursive: true });
  await program.dispose();
  const entries = readdirSync(template, { recursive: true, withFileTypes: true });
  files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(template, join(entry.parentPath, entry.name)))
    .filter((name) => !/^(practice|backups|log)\//.test(name) && !/-(wal|shm)$/.test(name));
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

/** Starts the core on a copy of the template with one damaged file, without a service. */
async function startDamaged(damage: (dir: string) => void): Promise<CoreOnPractice> {
  const program = new CoreOnPractice();
  cpSync(template, program.dataDir, { recursive: true });
  damage(program.dataDir);
  await program.startCore();
  return program;
}

test('the core starts with any damaged file, changes no limit silently, and restores lost files', async () => {
  let startCount = 0;
  let silentChangeCount = 0;
  let lossCount = 0;
  for (const name of files) {
    for (const [what, damage] of damages) {
      const label = `${name} ${what}`;
      const program = await startDamaged((dir) => damage(join(dir, name)));
      const { kill, caps } = await program.call('risk.get', {});
      const isUnchanged = !kill.on && caps.perOrder.quantity === '7';
      const isReported = kill.on && kill.reason !== '';
      if (!isUnchanged && !isReported) silentChangeCount += 1;
      expect(isUnchanged || isReported, `${label}: ${JSON.stringify({ kill, caps: caps.perOrder })}`).toBe(true);
      if (name !== 'risk.json') expect(isUnchanged, label).toBe(true);
      expect((await program.outcome('profiles.list', {})).ok, label).toBe(true);
      for (const { copies: copyTimes, name: lostName } of await program.call('recovery.list', {})) {
        lossCount += 1;
        const copyAt = copyTimes[0] ?? null;
        const confirmation = copyAt === null ? typedChoice.new : typedChoice.copy;
        expect(
          await program.outcome('recovery.choose', { name: lostName, copyAt, typed: confirmation }),
          label,
        ).toMatchObject({
          ok: true,
        });
      }
      expect(await program.call('recovery.list', {}), label).toEqual([]);
      const { note } = await program.call('notes.get', { systemId, subject });
      if (note === null) {
        // The readable rows of a notes file cut in half are kept. The note is not among them, and a
        // notice reports the repair.
        expect(label).toBe('notes-practice/notes.db half');
        const { notices } = await program.until('status.changed', {}, () => true);
        expect(notices.map(({ title }) => title)).toContainEqual({ code: 'notes.repaired-title' });
      } else expect(note.content.text, label).toBe(noteText);
      startCount += 1;
      await program.dispose();
    }
  }
  console.log(
    `data folder: started ${startCount} times, each with one of ${files.length} files damaged; limits changed silently: ${silentChangeCount}; files lost: ${lossCount}`,
  );
  expect(files).toEqual(
    expect.arrayContaining(['risk.json', 'profiles.json', 'orders-practice/journal.db', 'cache-practice.db']),
  );
  expect(lossCount).toBeGreaterThan(10);
}, 400_000);
