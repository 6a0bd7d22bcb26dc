import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProfileInput } from '#contract/model/profile.ts';
import { profileCommands } from '#core/commands/profile-commands.ts';
import { ProfileFile } from '#core/profiles/profile-file.ts';
import { Profiles } from '#core/profiles/profiles.ts';
import { sessionSecrets } from '#core/profiles/session-secrets.ts';
import { closedConnection } from '#core/session/closed-connection.ts';
import { systemClock } from '#hosts/desktop/system-clock.ts';
import { systemRandom } from '#hosts/desktop/system-random.ts';
import { TestHttpServer } from '#tests/fixtures/loopback-server.ts';
import { CollectedLog } from '#tests/hosts/collected-log.ts';

const canary = 'CANARY-key-77b1';
let dir: string;
let service: TestHttpServer;
let received: string[];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'key-origin-'));
  received = [];
  service = await TestHttpServer.start(({ body }, response) => {
    received.push(body);
    response.end(JSON.stringify({ ok: 1, response: [] }));
  });
});

afterEach(async () => {
  await service.close();
  rmSync(dir, { recursive: true });
});

function setUp() {
  const practice = { failure: 'none here' };
  const profiles = new Profiles({
    file: new ProfileFile(dir),
    secrets: sessionSecrets(),
    random: systemRandom,
    practice,
    openOrders: () => [],
  });
  const ports = { clock: systemClock, random: systemRandom, log: new CollectedLog() };
  const session = { profile: profiles.practice(), connection: closedConnection(0, 'none') };
  const sessions = { current: () => session, ownOrNull: () => session, all: () => [session] };
  const parts = { ports, sessions, profiles } as unknown as Parameters<typeof profileCommands>[0];
  return { profiles, commands: profileCommands(parts) };
}

const typed: ProfileInput = {
  id: null,
  name: 'Main account',
  kind: 'world',
  baseUrl: 'https://api.example.com',
  altBaseUrl: null,
  platformId: null,
  paceMs: 1000,
  key: canary,
};

test('a stored key is sent to no other address until the key is typed again', async () => {
  const { profiles, commands } = setUp();
  const saved = await profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  const moved = { ...typed, id: saved.value.id, baseUrl: service.baseUrl };
  expect(await commands['profiles.test']({ ...moved, key: null })).toMatchObject({
    ok: false,
    failure: { code: 'missing-key', field: 'key' },
  });
  expect(received).toEqual([]);
  expect(await commands['profiles.test'](moved)).toMatchObject({ ok: true });
  expect(received).toHaveLength(1);
});
