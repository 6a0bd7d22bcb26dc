import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';

let program: CoreOnPractice;
let systemId: string;
beforeEach(async () => {
  program = await CoreOnPractice.start();
  systemId = program.practice.world.systemids[0] ?? '';
});
afterEach(() => program.dispose());

const read = (): Promise<object> =>
  program.call('sync.refresh', { systemId, datasets: ['signalsWorking', 'tradesOpen', 'trades', 'equity', 'margin'] });

const saveConnection = async (name: string): Promise<string> => {
  const { baseUrl, world } = program.practice;
  const more = { altBaseUrl: null, platformId: null, paceMs: 1_000, key: world.apikey };
  const saved = await program.call('profiles.save', { id: null, name, kind: 'world', baseUrl, ...more });
  return saved.id;
};

test('stored data is counted by connection and strategy, and can be cleared', async () => {
  await read();
  const before = await program.call('storage.report', {});
  const practice = before.profiles.find(({ open }) => open);
  expect(practice).toMatchObject({ profileId: 'practice', removed: false });
  expect(practice?.cacheBytes).toBeGreaterThan(statSync(join(program.dataDir, 'cache-practice.db')).size - 1);
  const counts = before.strategies?.find((one) => one.systemId === systemId);
  expect(counts?.trades).toBeGreaterThan(10);
  expect(counts?.readings).toBeGreaterThan(0);
  expect(before.modes.find(({ mode }) => mode === 'PRACTICE')?.journalBytes).toBeGreaterThan(0);

  const after = await program.call('storage.clear', { profileId: 'practice', history: false });
  expect(after.strategies?.find((one) => one.systemId === systemId)).toMatchObject({
    trades: 0,
    points: 0,
    readings: counts?.readings,
  });
  expect(after.profiles.find(({ open }) => open)?.cacheBytes).toBeLessThan(practice?.cacheBytes ?? 0);
  expect(await program.call('positions.list', { systemId })).toEqual([]);

  await read();
  const afterRead = await program.call('storage.report', {});
  expect(afterRead.strategies?.find((one) => one.systemId === systemId)?.trades).toBe(counts?.trades);
  const afterClear = await program.call('storage.clear', { profileId: 'practice', history: true });
  expect(afterClear.strategies?.every(({ readings }) => readings === 0)).toBe(true);
});

test('data of a connection that is not in use can be cleared, and an unknown one is refused', async () => {
  await read();
  await program.call('profiles.select', { profileId: await saveConnection('Elsewhere') });
  const report = await program.call('storage.clear', { profileId: 'practice', history: true });
  expect(report.profiles.find(({ profileId }) => profileId === 'practice')).toMatchObject({
    open: false,
    historyBytes: 0,
  });
  expect(existsSync(join(program.dataDir, 'notes-practice', 'notes.db'))).toBe(true);
  const refused = await program.outcome('storage.clear', { profileId: '../orders-practice/journal', history: true });
  expect(refused).toMatchObject({ ok: false, failure: { code: 'unknown-profile' } });
});

test('files of a removed connection and quarantined files are counted and can be cleared', async () => {
  const removedCachePath = join(program.dataDir, 'cache-0b0e4f5e-gone.db');
  writeFileSync(`${removedCachePath}.damaged-17`, 'x'.repeat(4_000));
  // Left by an interrupted salvage.
  writeFileSync(`${removedCachePath}.salvage-18`, 'x'.repeat(1_000));
  const report = await program.call('storage.report', {});
  expect(report.profiles.find(({ removed }) => removed)).toMatchObject({
    profileId: '0b0e4f5e-gone',
    quarantinedBytes: 5_000,
  });
  const after = await program.call('storage.clear', { profileId: '0b0e4f5e-gone', history: false });
  expect(after.profiles.some(({ removed }) => removed)).toBe(false);
});

test('a retention period is saved, and an invalid one is refused', async () => {
  const keep = { readingsDays: 366, signalsDays: null };
  expect((await program.call('storage.keep', { keep })).keep).toEqual(keep);
  expect((await program.call('preferences.get', {})).keep).toEqual(keep);
  const wrong = { keep: { readingsDays: 0, signalsDays: null } };
  expect(await program.outcome('storage.keep', wrong)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
});

test('the equity of a newly chosen commission plan is read at once while equity is in view', async () => {
  await program.call('sync.watch', { systemId, datasets: ['equity'] });
  await program.until('strategy.changed', { systemId }, ({ equity }) => equity.readAt !== null);
  expect(await program.call('equity.plans', { systemId })).toEqual({ plan: null, stored: [] });
  await program.call('equity.choose', { systemId, plan: 'perTrade' });
  await program.call('sync.watch', { systemId, datasets: ['equity'] });
  await program.until(
    'strategy.changed',
    { systemId },
    ({ plan, equity }) => plan === 'perTrade' && equity.readAt !== null,
  );
  const curve = await program.call('equity.get', { systemId });
  expect(curve.plan).toBe('perTrade');
  expect(curve.times.length).toBeGreaterThan(10);
  await program.call('equity.choose', { systemId, plan: null });
  const curveWithoutPlan = await program.call('equity.get', { systemId });
  expect(curveWithoutPlan.withCost).not.toEqual(curve.withCost);
  expect(curveWithoutPlan.plan).toBeUndefined();
  const bad = { systemId, plan: ' x' };
  expect(await program.outcome('equity.choose', bad)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
});

test('stored subscribers, list of all strategies and target list are shown without the service', async () => {
  expect((await program.call('roster.list', { fresh: false })).readAt).toBeNull();
  const roster = await program.call('roster.list', { fresh: true });
  expect(roster.failure).toBeNull();
  expect(roster.entries.map((entry) => entry.systemId)).toContain(systemId);
  await program.call('sync.refresh', { systemId, datasets: ['subscribers', 'desired'] });
  const { subscribers } = await program.call('subscribers.list', { systemId });
  expect(subscribers.length).toBeGreaterThan(0);
  await program.call('sync.watch', { systemId, datasets: ['desired'] });
  expect(await program.call('desired.get', { systemId, fresh: false })).toMatchObject({
    mode: 'off',
    readFailure: null,
  });

  await program.stopCore();
  await program.stopPractice();
  await program.startCore();
  const readRoster = () => program.call('roster.list', { fresh: true });
  expect(await readRoster()).toMatchObject({ readAt: roster.readAt, entries: roster.entries });
  // No second read is tried within 200 ms of the first, and a start can take less.
  await expect.poll(async () => (await readRoster()).failure).toMatch(/practice service/);
  expect((await program.call('subscribers.list', { systemId })).subscribers).toEqual(subscribers);
  await program.call('sync.watch', { systemId, datasets: ['desired'] });
  expect(await program.call('desired.get', { systemId, fresh: false })).toMatchObject({ mode: 'off' });
});

test('one command starts a full sync, and an open window gets its progress', async () => {
  await program.call('sync.watch', { systemId: null, datasets: [] });
  await program.call('sync.read-whole', { systemId });
  await program.call('sync.watch', { systemId: null, datasets: [] });
  const { fullSync } = await program.until(
    'strategy.changed',
    { systemId },
    (facts) => facts.fullSync?.state === 'done',
  );
  expect(fullSync?.done).toBe(fullSync?.total);
  expect(fullSync?.records).toBeGreaterThan(500);
  const report = await program.call('storage.report', {});
  const counts = report.strategies?.find((one) => one.systemId === systemId);
  expect(counts?.signals).toBeGreaterThan(500);
  expect(counts?.trades).toBeGreaterThan(100);
});
