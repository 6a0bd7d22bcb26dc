import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProfileInput } from '#contract/model/profile.ts';
import { profileCommands } from '#core/commands/profile-commands.ts';
import { modeOf } from '#core/owner.ts';
import { ProfileFile } from '#core/profiles/profile-file.ts';
import { Profiles } from '#core/profiles/profiles.ts';
import { sessionSecrets } from '#core/profiles/session-secrets.ts';
import { SessionKeeper } from '#core/session/session-keeper.ts';
import { systemRandom } from '#hosts/desktop/system-random.ts';
import { CollectedLog } from '#tests/hosts/collected-log.ts';

let dir: string;
/** Ids of the connections that were opened. */
let opened: string[];
let isExitRunning: boolean;
/** Ends the deletion of a key. */
let deletion: PromiseWithResolvers<'deleted'>;
let keeper: SessionKeeper;
let commands: ReturnType<typeof profileCommands>;
let profileId: string;

const address = { baseUrl: 'https://api.example.com', altBaseUrl: null, platformId: null };
const renamed = (): ProfileInput => ({
  ...{ id: profileId, name: 'Other name', kind: 'world', ...address, paceMs: 1_000, key: null },
});

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'remove-connection-'));
  opened = [];
  isExitRunning = false;
  deletion = Promise.withResolvers();
  const profiles = new Profiles({
    file: new ProfileFile(dir),
    secrets: { ...sessionSecrets(), delete: () => deletion.promise },
    random: systemRandom,
    practice: { failure: 'none here' },
    openOrders: () => [],
  });
  keeper = new SessionKeeper({
    profiles,
    opener: {
      open: async (profile) => {
        opened.push(profile.id);
        // The members that the keeper uses.
        const exits = { isRunning: isExitRunning };
        return { profile, mode: modeOf(profile), exits, close: async () => undefined } as never;
      },
    },
    changed: () => undefined,
    secondaryChanged: () => undefined,
    log: new CollectedLog(),
  });
  commands = profileCommands({ sessions: keeper, profiles } as unknown as Parameters<typeof profileCommands>[0]);
  const saved = await profiles.save({
    ...{ id: null, name: 'Main account', kind: 'world', ...address, paceMs: 1_000, key: 'CANARY-key-31c7' },
  });
  if (!saved.ok) throw new Error('not saved');
  profileId = saved.value.id;
  await keeper.change('practice');
});
afterEach(() => rmSync(dir, { recursive: true }));

test('a connection that is being removed cannot be opened', async () => {
  const removed = commands['profiles.remove']({ profileId });
  const changed = commands['profiles.select']({ profileId });
  const openedAsSecondary = keeper.open(profileId);
  expect(await changed).toMatchObject({ ok: false, failure: { code: 'unknown-profile' } });
  expect(await openedAsSecondary).toMatchObject({ ok: false, failure: { code: 'unknown-profile' } });
  expect(await commands['profiles.remove']({ profileId })).toMatchObject({ failure: { code: 'unknown-profile' } });
  deletion.resolve('deleted');
  expect(await removed).toEqual({ ok: true, value: { keyMayRemain: false } });
  expect(opened).toEqual(['practice']);
});

test('a connection that is being opened is not removed', async () => {
  const changed = commands['profiles.select']({ profileId });
  expect(await commands['profiles.remove']({ profileId })).toMatchObject({ failure: { code: 'in-use' } });
  expect(await changed).toMatchObject({ ok: true, value: { id: profileId } });
});

test('a connection whose key could not be deleted can be opened again', async () => {
  const removed = commands['profiles.remove']({ profileId });
  deletion.reject(new Error('locked'));
  expect(await removed).toMatchObject({ ok: false, failure: { code: 'secret-store' } });
  expect(await commands['profiles.select']({ profileId })).toMatchObject({ ok: true, value: { id: profileId } });
});

test('a secondary connection is saved while exits run on the one in use', async () => {
  isExitRunning = true;
  await keeper.reopen('practice');
  isExitRunning = false;
  await keeper.open(profileId);
  expect(await commands['profiles.save'](renamed())).toMatchObject({ ok: true, value: { name: 'Other name' } });
  expect(opened).toEqual(['practice', 'practice', profileId, profileId]);
});

test('a connection with running exits is left only if the user agrees, and is not saved meanwhile', async () => {
  await commands['profiles.select']({ profileId });
  isExitRunning = true;
  await keeper.reopen(profileId);
  const refused = { ok: false, failure: { code: 'exit-running' } };
  expect(await commands['profiles.select']({ profileId: 'practice' })).toMatchObject(refused);
  expect(await commands['profiles.save'](renamed())).toMatchObject(refused);
  expect(keeper.inUseOrNull()?.profile.id).toBe(profileId);
  isExitRunning = false;
  expect(await commands['profiles.select']({ profileId: 'practice', endsExits: true })).toMatchObject({ ok: true });
});
