// The program switches to another connection, which may fail to open. During the switch, windows
// are subscribed to every event, and the desk of the old connection still reports changes.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPractice } from '#practice/service.ts';
import { CoreOnPractice } from '#tests/fixtures/core-on-practice.ts';
import { testWorldOptions } from '#tests/fixtures/test-world.ts';

let program: CoreOnPractice;
let folder: string;
let service: Awaited<ReturnType<typeof startPractice>>;

beforeEach(async () => {
  program = await CoreOnPractice.start();
  folder = mkdtempSync(join(tmpdir(), 'other-connection-'));
  service = await startPractice({ dataDir: folder, port: 0, ...testWorldOptions });
});
afterEach(async () => {
  await program.dispose();
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

const refusalOf = async (systemId: string): Promise<string> => {
  const outcome = await program.outcome('positions.list', { systemId });
  return outcome.ok ? '' : outcome.failure.code;
};

/** Saves another connection, to a service of its own, and returns its id. */
async function saveOther(): Promise<string> {
  const { baseUrl, world } = service.ready;
  const profileInput = { id: null, name: 'Other', kind: 'world', baseUrl, altBaseUrl: null, platformId: null } as const;
  return (await program.call('profiles.save', { ...profileInput, paceMs: 1_000, key: world.apikey })).id;
}

const rejectAsLocked = () => Promise.reject(new Error('The keychain is locked'));

test('if a connection cannot be opened, none is open, the reason is shown, and another can open', async () => {
  const [systemId = ''] = program.practice.world.systemids;
  const id = await saveOther();
  program.beforeKey = rejectAsLocked;
  const message = { code: 'connection.not-opened', name: 'Other', reason: 'The keychain is locked' };
  const refused = { ok: false, failure: { code: 'no-connection', message } };
  expect(await program.outcome('profiles.select', { profileId: id })).toMatchObject(refused);
  expect(await program.outcome('positions.list', { systemId })).toMatchObject(refused);
  const received = new Map<string, number>();
  program.listenToAll(systemId, (name) => void received.set(name, (received.get(name) ?? 0) + 1));
  const status = await program.until('status.changed', {}, () => true);
  expect(status).toMatchObject({
    profile: { id },
    mode: 'LIVE',
    connection: { state: 'not-opened', text: message },
    orderEntry: { open: false },
  });
  expect(received.has('desk.changed')).toBe(false);
  expect(await program.outcome('risk.kill', { reason: 'by hand' })).toMatchObject({
    failure: { message: { code: 'risk.killed-without-connection' } },
  });

  await program.call('profiles.select', { profileId: 'practice' });
  expect(await program.call('risk.get', {})).toMatchObject({ kill: { on: true, reason: 'by hand' } });
  await program.until('status.changed', {}, ({ connection }) => connection.state !== 'not-opened');
  await expect.poll(() => received.has('desk.changed')).toBe(true);
  program.beforeKey = () => Promise.resolve();
  expect(await program.call('profiles.select', { profileId: id })).toMatchObject({ id });
  expect(await program.outcome('positions.list', { systemId })).toMatchObject({ ok: true });
});

test('after a change of connection, each list is sent to the windows again', async () => {
  const [systemId = ''] = program.practice.world.systemids;
  const id = await saveOther();
  const received = new Set<string>();
  program.listenToAll(systemId, (name) => void received.add(name));
  await expect.poll(() => received.has('acts.changed') && received.has('people.changed')).toBe(true);
  received.clear();
  await program.call('profiles.select', { profileId: id });
  const lists = ['strategies.changed', 'notes.changed', 'changes.changed', 'acts.changed', 'people.changed'];
  await expect.poll(() => lists.filter((name) => !received.has(name))).toEqual([]);
});

test('a new pace reopens the connection in use; the reason for disarming is "opened-again"', async () => {
  const id = await saveOther();
  await program.call('profiles.select', { profileId: id });
  expect(await program.call('risk.get', {})).toMatchObject({ arming: { reason: 'connection-change' } });
  const { baseUrl } = service.ready;
  const profileInput = { id, name: 'Other', kind: 'world', baseUrl, altBaseUrl: null, platformId: null } as const;
  await program.call('profiles.save', { ...profileInput, paceMs: 2_000, key: null });
  expect(await program.call('risk.get', {})).toMatchObject({ arming: { armed: false, reason: 'opened-again' } });
});

test('what a page shows is read again after its connection was opened again', async () => {
  const id = await saveOther();
  await program.call('profiles.select', { profileId: id });
  const { baseUrl, world } = service.ready;
  const [systemId = ''] = world.systemids;
  await program.call('sync.watch', { systemId, datasets: ['signalsWorking'] });
  const profileInput = { id, name: 'Renamed', kind: 'world', baseUrl, altBaseUrl: null, platformId: null } as const;
  await program.call('profiles.save', { ...profileInput, paceMs: 1_000, key: null });
  const { profile } = await program.until('status.changed', {}, ({ orderEntry }) => orderEntry.open);
  expect(profile.name).toBe('Renamed');
});

test('the program starts even if the last connection cannot be opened', async () => {
  await program.call('profiles.select', { profileId: await saveOther() });
  await program.stopCore();
  let keyReads = 0;
  // The first call, at the start, only asks whether there is a key.
  program.beforeKey = () => ((keyReads += 1) === 1 ? Promise.resolve() : rejectAsLocked());
  await program.startCore();
  const { connection } = await program.until('status.changed', {}, () => true);
  expect(connection).toMatchObject({ state: 'not-opened', text: { name: 'Other' } });
  expect(await program.call('profiles.select', { profileId: 'practice' })).toMatchObject({ id: 'practice' });
});

test('a change of connection during events of every kind reads nothing from a closed file', async () => {
  const [systemId = ''] = program.practice.world.systemids;
  const id = await saveOther();
  program.beforeKey = () => new Promise((resolve) => setTimeout(resolve, 60));
  const refusals = new Set<string>();
  const received = new Map<string, number>();
  const listen = (): void =>
    program.listenToAll(systemId, (name) => void received.set(name, (received.get(name) ?? 0) + 1));
  listen();
  for (let turn = 0; turn < 6; turn++) {
    await program.call('sync.watch', { systemId, datasets: ['signalsWorking', 'margin', 'tradesOpen'] });
    const change = program.call('profiles.select', { profileId: turn % 2 === 0 ? id : 'practice' });
    // Throughout the change, the kill switch is turned on, positions are queried, and sometimes a
    // new window subscribes.
    for (let moment = 0; moment < 100; moment++) {
      await program.outcome('risk.kill', { reason: `moment ${moment}` });
      refusals.add(await refusalOf(systemId));
      if (moment % 20 === 7) listen();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await change;
  }
  // A command between two connections does nothing, and returns an error.
  expect([...refusals].sort()).toEqual(['', 'changing']);
  expect(received.get('status.changed')).toBeGreaterThan(6);
  expect(program.log.filter(([event]) => event === 'command.bug')).toEqual([]);
}, 60_000);
