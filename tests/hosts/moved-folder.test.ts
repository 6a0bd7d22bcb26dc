// Restores the backups of one data folder into an empty folder, as on another computer. Settings
// and staged changes are then the same. No change is sent twice, and none before the user resumes
// the run.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { NewChange } from '#contract/model/change-set.ts';
import { typedChoice } from '#contract/recovery-commands.ts';
import { copySettings } from '#tests/fixtures/copy-settings.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

let oldCore: CoreOnPractice;
let movedCore: CoreOnPractice | null = null;
let backups: string;
beforeEach(async () => {
  backups = mkdtempSync(join(tmpdir(), 'moved-folder-'));
  oldCore = await CoreOnPractice.start();
  await oldCore.call('profiles.select', { profileId: 'practice-operator' });
});
afterEach(async () => {
  await movedCore?.dispose();
  movedCore = null;
  await oldCore.dispose();
  rmSync(backups, { recursive: true, force: true });
});

const saveBackups = () => cpSync(join(oldCore.dataDir, 'backups'), backups, { recursive: true });

/**
 * Starts core with nothing but the backups, and restores the newest copy of each file that needs
 * a decision.
 */
async function move(): Promise<CoreOnPractice> {
  const access = oldCore.access;
  if ('failure' in access) throw new Error(access.failure);
  const core = await CoreOnPractice.startAt(access, (dir) =>
    cpSync(backups, join(dir, 'backups'), { recursive: true }),
  );
  movedCore = core;
  for (const { copies: times, name } of await core.call('recovery.list', {}))
    await core.call('recovery.choose', { name, copyAt: times[0] ?? null, typed: typedChoice.copy });
  expect(await core.call('recovery.list', {})).toEqual([]);
  await core.call('profiles.select', { profileId: 'practice-operator' });
  return core;
}

async function peopleWithoutLicense(count: number) {
  const reading = await oldCore.sessions.inUse().people.freshPeople(0);
  if (!reading.ok) throw new Error(JSON.stringify(reading.text));
  return reading.people
    .filter(({ deleted, licenses, listed }) => listed && deleted.text === '' && (licenses ?? []).length === 0)
    .slice(0, count)
    .map(({ personId }) => personId);
}

async function apply(changes: readonly NewChange[]): Promise<void> {
  await oldCore.call('changes.add', { changes: [...changes] });
  const { checks, planId } = await oldCore.call('changes.plan', {});
  await oldCore.call('changes.apply', { planId, confirmed: checks.map(({ code }) => code), typed: {} });
}

async function startAutoTradeCopy(systemId: string): Promise<void> {
  await oldCore.call('sync.refresh', { systemId, datasets: ['details', 'tradesOpen'] });
  await oldCore.call('sync.refresh', { systemId, datasets: ['brokers'] });
  const { brokers } = await oldCore.call('brokers.list', { systemId, personId: null });
  const brokerCode = brokers?.choices.find(({ needs }) => needs.password === true)?.code ?? '';
  const { checks, planId } = await oldCore.call('autotrade.plan', {
    request: { kind: 'start', systemId, personId: null, brokerCode, settings: copySettings },
  });
  await oldCore.call('autotrade.send', {
    ...{ intentId: crypto.randomUUID(), planId, confirmed: checks.map(({ code }) => code), typed: '4567' },
    credentials: { accountNumber: 'U1234567', userId: 'trader-1', password: 'pass-word' },
  });
}

/** What the backups must restore. The list of brokers is in no backup and is read again. */
const restoredData = async (core: CoreOnPractice, systemId: string) => ({
  links: (await core.call('autotrade.links', {})).links.map((link) => ({ ...link, brokerName: '', brokersReadAt: 0 })),
  drafts: await core.call('desired.drafts', { systemId }),
  changes: (await core.call('changes.get', {})).changes,
  audit: (await core.call('acts.list', {})).acts,
  connections: (await core.call('profiles.list', {})).map(({ id, name }) => ({ id, name })),
});

const sentCount = async (command: string): Promise<number> => {
  const { requests } = (await oldCore.control('GET', 'requests')) as { requests: readonly { url: string }[] };
  return requests.filter(({ url }) => url.endsWith(`/${command}`)).length;
};
const currentRun = async (core: CoreOnPractice) => (await core.call('changes.get', {})).run;
const stateOf = (core: CoreOnPractice) => async () => (await currentRun(core))?.state;

test('the backups of a closed program restore the same links, drafts, staged changes and audit', async () => {
  const systemId = oldCore.practice.world.systemids[0] ?? '';
  await startAutoTradeCopy(systemId);
  const lines = [{ symbol: 'KO', instrument: 'stock' as const, quantity: '100' }];
  await oldCore.call('desired.save-draft', { systemId, lines, revision: 0 });
  const connection = { name: 'Mine', kind: 'platform' as const, baseUrl: 'https://example.com', altBaseUrl: null };
  await oldCore.call('profiles.save', {
    id: null,
    ...connection,
    platformId: '7',
    paceMs: 1_000,
    key: 'a-key-of-this-test',
  });
  const ids = await peopleWithoutLicense(4);
  await oldCore.control('POST', 'faults', { command: 'changePersonAttribute', kind: 'dropBefore', count: 1 });
  await apply(ids.map((personId) => ({ op: 'person.change', personId, fields: { firstname: 'Moved' } })));
  await expect.poll(stateOf(oldCore), { timeout: 20_000 }).toBe('paused');
  await oldCore.call('changes.add', { changes: [{ op: 'user.delete', personId: ids[0] ?? '', fields: {} }] });
  const before = await restoredData(oldCore, systemId);
  expect([before.links.length, before.changes.length, before.drafts.draft?.lines.length]).toEqual([1, 1, 1]);
  await oldCore.stopCore();
  saveBackups();
  const core = await move();
  expect(await restoredData(core, systemId)).toEqual(before);
  const states = (await currentRun(core))?.rows.map(({ state }) => state);
  expect(states).toEqual(['unknown', 'waiting', 'waiting', 'waiting']);
  expect(await core.outcome('changes.resume', {})).toMatchObject({ ok: false });
  expect(await sentCount('changePersonAttribute')).toBe(1);
});

test('a run restored from backups made in its middle is paused, and creates nothing twice', async () => {
  const ids = await peopleWithoutLicense(20);
  await apply(
    ids.map((personId) => ({
      op: 'license.create',
      personId,
      fields: { license_type_requested: 'data_monthly' },
    })),
  );
  const isDone = ({ state }: { readonly state: string }): boolean => state === 'done';
  await expect
    .poll(async () => (await currentRun(oldCore))?.rows.filter(isDone).length, { interval: 5 })
    .toBeGreaterThanOrEqual(3);
  // Backups of the journal are made at intervals, so the latest requests are in none of them.
  saveBackups();
  await oldCore.stopCore();
  const before = await sentCount('create_software_license_record_platform');
  expect(before).toBeLessThan(ids.length);
  const core = await move();
  await core.sessions.inUse().people.freshPeople(0);
  expect(await currentRun(core)).toMatchObject({ state: 'paused', reason: { code: 'change.restarted' } });
  expect(await sentCount('create_software_license_record_platform')).toBe(before);
  // The limits come from a backup too, so the kill switch is on until the user has checked them.
  expect((await core.call('risk.get', {})).kill.on).toBe(true);
  await core.call('risk.release', {});
  await core.call('changes.resume', {});
  await expect.poll(stateOf(core), { timeout: 20_000 }).toBe('ended');
  expect(await sentCount('create_software_license_record_platform')).toBe(ids.length);
  const rows = (await currentRun(core))?.rows ?? [];
  expect(rows.filter(({ state }) => state === 'changed-since')).toHaveLength(before);
  const reading = await core.sessions.inUse().people.freshPeople(0);
  if (!reading.ok) throw new Error('not read');
  for (const id of ids) expect(reading.people.find(({ personId }) => personId === id)?.licenses).toHaveLength(1);
});
