import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ProfileInput } from '#contract/model/profile.ts';
import type { SecretStore } from '#core/ports.ts';
import { ProfileFile } from '#core/profiles/profile-file.ts';
import { Profiles } from '#core/profiles/profiles.ts';

const canary = 'CANARY-key-5f3a';
let dir: string;
beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'profiles-'))));
afterEach(() => rmSync(dir, { recursive: true }));

class MemorySecrets implements SecretStore {
  readonly secrets = new Map<string, string>();
  refusing = false;
  readonly persistent: boolean;
  constructor(persistent: boolean) {
    this.persistent = persistent;
  }
  state() {
    return { persistent: this.persistent, text: '' };
  }
  get(account: string) {
    return Promise.resolve(this.secrets.get(account) ?? null);
  }
  set(account: string, secret: string) {
    if (this.refusing) return Promise.reject(new Error(`denied ${secret}`));
    this.secrets.set(account, secret);
    return Promise.resolve(this.persistent ? ('keychain' as const) : ('session' as const));
  }
  delete(account: string) {
    this.secrets.delete(account);
    return Promise.resolve();
  }
}

function open(secrets = new MemorySecrets(true)) {
  let count = 0;
  const random = { fraction: () => 0.5, uuid: () => `id-${++count}-${secrets.secrets.size}` };
  const practice = { baseUrl: 'http://127.0.0.1:1', controlToken: 't', apiKey: 'practice-key' };
  return { secrets, profiles: new Profiles({ file: new ProfileFile(dir), secrets, random, practice }) };
}

const typed: ProfileInput = {
  id: null,
  name: 'Main account',
  kind: 'world',
  baseUrl: 'https://api.example.com/',
  altBaseUrl: null,
  platformId: null,
  paceMs: 1000,
  key: canary,
};

test('the practice connection is always first, with a key of its own', async () => {
  const { profiles } = open();
  const [practice] = profiles.list();
  expect(practice).toMatchObject({ id: 'practice', kind: 'practice', paceMs: 0, keyPlace: 'built-in' });
  expect(practice && (await profiles.key(practice))).toBe('practice-key');
});

test('a saved connection is there after a restart, its key only in the secret store', async () => {
  const { profiles, secrets } = open();
  const saved = await profiles.save(typed);
  expect(saved).toMatchObject({ ok: true, value: { baseUrl: 'https://api.example.com', keyPlace: 'keychain' } });
  const again = open(secrets).profiles;
  const profile = again.find('Main account');
  expect(profile && (await again.key(profile))).toBe(canary);
  for (const file of readdirSync(dir)) expect(readFileSync(join(dir, file), 'utf8')).not.toContain(canary);
});

test('a key of one session is known to be gone after a restart', async () => {
  await open(new MemorySecrets(false)).profiles.save(typed);
  const { profiles } = open(new MemorySecrets(false));
  await profiles.verifyKeyPlaces();
  expect(profiles.find('Main account')?.keyPlace).toBe('none');
});

test('changing a connection without a key keeps the key it has', async () => {
  const { profiles } = open();
  const saved = await profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  await profiles.save({ ...typed, id: saved.value.id, name: 'Renamed', key: null });
  const renamed = profiles.find('Renamed');
  expect(renamed && (await profiles.key(renamed))).toBe(canary);
});

test.each([
  [{ baseUrl: 'http://api.example.com' }, 'insecure-address', 'baseUrl'],
  [{ baseUrl: 'nonsense' }, 'bad-address', 'baseUrl'],
  [{ altBaseUrl: 'http://www.example.com' }, 'insecure-address', 'altBaseUrl'],
  [{ kind: 'platform' as const }, 'missing-platform-id', 'platformId'],
  [{ name: 'Practice' }, 'name-taken', 'name'],
  [{ id: 'gone' }, 'unknown-profile', undefined],
])('%j is refused as %s and nothing is stored', async (change, code, field) => {
  const { profiles, secrets } = open();
  const saved = await profiles.save({ ...typed, ...change });
  expect(saved.ok ? null : saved.failure).toMatchObject({ code, ...(field ? { field } : {}) });
  expect(secrets.secrets.size).toBe(0);
  expect(open().profiles.list().length).toBe(1);
});

test('a secret store that refuses leaves nothing behind, and its error text does not come through', async () => {
  const { profiles, secrets } = open();
  secrets.refusing = true;
  const saved = await profiles.save(typed);
  expect(saved).toMatchObject({ ok: false, failure: { code: 'secret-store', field: 'key' } });
  expect(JSON.stringify(saved)).not.toContain(canary);
  expect(profiles.list().length).toBe(1);
});

test('removing forgets the key too', async () => {
  const { profiles, secrets } = open();
  const saved = await profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  await profiles.remove(saved.value.id);
  expect(secrets.secrets.size).toBe(0);
  expect(open().profiles.list().length).toBe(1);
});

test('a damaged file is put aside, not overwritten, and a look at it before changes nothing', () => {
  writeFileSync(join(dir, 'profiles.json'), '{"version":1,"profiles":[{"name":"half');
  expect(new ProfileFile(dir).peek()).toEqual([]);
  const { profiles } = open();
  expect(profiles.setAside).toContain('profiles.json.damaged-');
  expect(readFileSync(profiles.setAside ?? '', 'utf8')).toContain('half');
});
