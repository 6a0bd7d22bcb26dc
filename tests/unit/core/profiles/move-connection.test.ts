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
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'move-connection-'))));
afterEach(() => rmSync(dir, { recursive: true }));

const typed: ProfileInput = {
  ...{ id: null, name: 'Main account', kind: 'world', baseUrl: 'https://one.example.com', altBaseUrl: null },
  ...{ platformId: null, paceMs: 1_000, key: 'CANARY-key-31c7' },
};

test('a moved connection takes no order at its old address while the keychain deletes its old key', async () => {
  const deletion = Promise.withResolvers<'deleted'>();
  const steps: string[] = [];
  const profiles = new Profiles({
    file: new ProfileFile(dir),
    secrets: { ...sessionSecrets(), delete: () => deletion.promise },
    random: systemRandom,
    practice: { failure: 'none here' },
    openOrders: () => [],
  });
  const keeper = new SessionKeeper({
    profiles,
    opener: {
      open: async (profile) => {
        steps.push(`open ${profile.baseUrl}`);
        const close = async () => void steps.push(`close ${profile.baseUrl}`);
        // The members that the keeper uses.
        return { profile, mode: modeOf(profile), exits: { isRunning: false }, close } as never;
      },
    },
    changed: () => undefined,
    secondaryChanged: () => undefined,
    log: new CollectedLog(),
  });
  const commands = profileCommands({ sessions: keeper, profiles } as unknown as Parameters<typeof profileCommands>[0]);
  const saved = await profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  await keeper.change(saved.value.id);
  const moved = commands['profiles.save']({ ...typed, id: saved.value.id, baseUrl: 'https://two.example.com' });
  await expect.poll(() => steps).toContain('open https://two.example.com');
  expect(steps).toEqual([
    'open https://one.example.com',
    'close https://one.example.com',
    'open https://two.example.com',
  ]);
  deletion.resolve('deleted');
  expect(await moved).toMatchObject({ ok: true, value: { baseUrl: 'https://two.example.com' } });
});
