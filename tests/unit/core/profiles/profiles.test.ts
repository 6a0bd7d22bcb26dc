import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ProfileInput } from '#contract/model/profile.ts';
import type { Text } from '#contract/message.ts';
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
  locked = false;
  readonly persistent: boolean;
  constructor(persistent: boolean) {
    this.persistent = persistent;
  }
  state() {
    return { persistent: this.persistent, text: { code: 'secrets.stored' as const } };
  }
  get(account: string) {
    return Promise.resolve(this.locked ? null : (this.secrets.get(account) ?? null));
  }
  set(account: string, secret: string) {
    if (this.refusing) return Promise.reject(new Error(`denied ${secret}`));
    this.secrets.set(account, secret);
    return Promise.resolve(this.persistent ? ('keychain' as const) : ('session' as const));
  }
  delete(account: string): Promise<'deleted' | 'not-opened'> {
    this.secrets.delete(account);
    return Promise.resolve(this.persistent ? 'deleted' : 'not-opened');
  }
}

function open(
  secrets = new MemorySecrets(true),
  openOrders: Text[] = [],
  platform: { apiKey: string; platformId: string } | null = null,
) {
  let count = 0;
  const random = { fraction: () => 0.5, uuid: () => `id-${++count}-${secrets.secrets.size}` };
  const practice = { baseUrl: 'http://127.0.0.1:1', controlToken: 't', apiKey: 'practice-key', platform };
  return {
    secrets,
    profiles: new Profiles({ file: new ProfileFile(dir), secrets, random, practice, openOrders: () => openOrders }),
  };
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

/** The refusal when the file cannot be written. `key` is what was already done with the key. */
const fileNotWritten = (key: 'stored' | 'deleted' | null) => ({
  ok: false,
  failure: { code: 'not-stored', message: { code: 'connection.not-stored', key } },
});

test('the practice connection is always first, with its own key', async () => {
  const { profiles } = open();
  const [practice] = profiles.list();
  expect(practice).toMatchObject({ id: 'practice', kind: 'practice', paceMs: 0, keyPlace: 'built-in' });
  expect(practice && (await profiles.key(practice))).toBe('practice-key');
});

test('a private platform of the practice service has a second connection, with the operator key', async () => {
  const { profiles } = open(new MemorySecrets(true), [], { apiKey: 'operator-key', platformId: '4021' });
  const [person, operator] = profiles.list();
  expect([person?.platformId, operator?.platformId]).toEqual([null, '4021']);
  expect(operator).toMatchObject({ id: 'practice-operator', name: 'Practice (operator)', kind: 'practice', paceMs: 0 });
  expect(operator && (await profiles.key(operator))).toBe('operator-key');
  expect(person && (await profiles.key(person))).toBe('practice-key');
  expect(await profiles.save({ ...typed, name: 'Practice (operator)' })).toMatchObject({
    failure: { code: 'name-taken' },
  });
});

test('a saved connection survives a restart, with its key only in the secret store', async () => {
  const { profiles, secrets } = open();
  const saved = await profiles.save(typed);
  expect(saved).toMatchObject({ ok: true, value: { baseUrl: 'https://api.example.com', keyPlace: 'keychain' } });
  const reopened = open(secrets).profiles;
  const profile = reopened.find('Main account');
  expect(profile && (await reopened.key(profile))).toBe(canary);
  for (const file of readdirSync(dir, { recursive: true, withFileTypes: true }))
    if (file.isFile()) expect(readFileSync(join(file.parentPath, file.name), 'utf8')).not.toContain(canary);
});

test('a key saved for one session is reported as missing after a restart', async () => {
  await open(new MemorySecrets(false)).profiles.save(typed);
  const { profiles } = open(new MemorySecrets(false));
  await profiles.verifyKeyPlaces();
  expect(profiles.find('Main account')?.keyPlace).toBe('none');
});

test('a key is reported as in the keychain even if the keychain opens only when the key is read', async () => {
  const { secrets } = open();
  const saved = await open(secrets).profiles.save(typed);
  let isOpen = false;
  secrets.state = () => ({ persistent: isOpen, text: { code: 'secrets.stored' } });
  secrets.get = (account) => {
    isOpen = true;
    return Promise.resolve(secrets.secrets.get(account) ?? null);
  };
  const { profiles } = open(secrets);
  await profiles.verifyKeyPlaces();
  expect(saved.ok && profiles.find(saved.value.id)?.keyPlace).toBe('keychain');
});

test('a connection that is changed without typing a key keeps its stored key', async () => {
  const { profiles } = open();
  const saved = await profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  await profiles.save({ ...typed, id: saved.value.id, name: 'Renamed', key: null });
  const renamed = profiles.find('Renamed');
  expect(renamed && (await profiles.key(renamed))).toBe(canary);
});

const otherAddresses = [
  ['another host', { baseUrl: 'https://other.example.com' }],
  ['another port', { baseUrl: 'https://api.example.com:8443' }],
  ['a second address elsewhere', { altBaseUrl: 'https://other.example.com' }],
] as const;

test.each(otherAddresses)('a stored key is neither sent to nor saved for %s', async (_name, change) => {
  const { profiles, secrets } = open();
  const saved = await profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  const moved = { ...typed, ...change, id: saved.value.id, key: null };
  expect(await profiles.keyFor(moved)).toMatchObject({ ok: false, failure: { code: 'missing-key', field: 'key' } });
  expect(await profiles.save(moved)).toMatchObject({ ok: false, failure: { code: 'missing-key', field: 'key' } });
  expect(open(secrets).profiles.find('Main account')).toEqual(saved.value);
  expect([...secrets.secrets]).toEqual([[saved.value.id, canary]]);
});

describe.each([
  ['unlocked now', false],
  ['still locked', true],
])('with a keychain that was locked at the start and is %s', (_state, locked) => {
  test.each(otherAddresses)('a stored key is not used for %s', async (_name, change) => {
    const { profiles: before, secrets } = open();
    const saved = await before.save(typed);
    if (!saved.ok) throw new Error('not saved');
    secrets.locked = true;
    const { profiles } = open(secrets);
    await profiles.verifyKeyPlaces();
    secrets.locked = locked;
    const moved = { ...typed, ...change, id: saved.value.id, key: null };
    expect(await profiles.save(moved)).toMatchObject({ ok: false, failure: { code: 'missing-key', field: 'key' } });
    expect([...secrets.secrets]).toEqual([[saved.value.id, canary]]);
  });
});

test('a move to another path of the same host keeps the key and gives the connection a new id', async () => {
  const { profiles, secrets } = open();
  const saved = await profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  const moved = { ...typed, id: saved.value.id, baseUrl: 'https://api.example.com/v4', key: null };
  expect(await profiles.keyFor(moved)).toEqual({ ok: true, value: canary });
  const after = await profiles.save(moved);
  if (!after.ok) throw new Error('not saved');
  expect(after.value.id).not.toBe(saved.value.id);
  expect([...secrets.secrets]).toEqual([[after.value.id, canary]]);
  expect(profiles.list()).toHaveLength(2);
});

test('a key that the store does not return is not lost when its connection moves', async () => {
  const { profiles, secrets } = open();
  const saved = await profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  secrets.locked = true;
  const moved = { ...typed, id: saved.value.id, baseUrl: 'https://api.example.com/v4', key: null };
  expect(await profiles.save(moved)).toMatchObject({
    failure: { code: 'secret-store', field: 'key', message: { code: 'connection.key-not-read' } },
  });
  expect(profiles.find('Main account')).toEqual(saved.value);
  expect([...secrets.secrets]).toEqual([[saved.value.id, canary]]);
});

test('a moved connection is saved when the store does not delete its old key', async () => {
  const { profiles, secrets } = open();
  const saved = await profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  secrets.delete = () => Promise.reject(new Error('denied'));
  const moved = await profiles.save({ ...typed, id: saved.value.id, baseUrl: 'https://api.example.com/v4', key: null });
  if (!moved.ok) throw new Error('not moved');
  expect(profiles.find('Main account')).toEqual(moved.value);
  expect(secrets.secrets.get(moved.value.id)).toBe(canary);
});

test('a connection with open orders cannot be removed or moved, and the orders are named', async () => {
  const secrets = new MemorySecrets(true);
  const saved = await open(secrets).profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  const orders: Text[] = ['Buy to open 5 TSLA: working'];
  const { profiles } = open(secrets, orders);
  const refused = { ok: false, failure: { code: 'open-orders', details: orders } };
  const { id } = saved.value;
  expect(await profiles.remove(id)).toMatchObject(refused);
  for (const change of [
    { baseUrl: 'https://other.example.com' },
    { altBaseUrl: 'https://other.example.com' },
    { kind: 'platform' as const, platformId: '7' },
  ])
    expect(await profiles.save({ ...typed, ...change, id })).toMatchObject(refused);
  expect(profiles.find(id)).toEqual(saved.value);
  expect(await profiles.save({ ...typed, id, name: 'Renamed' })).toMatchObject({ ok: true, value: { id } });
  expect([...secrets.secrets]).toEqual([[id, canary]]);
});

test('if an order sent during a save blocks the change, the refusal says that the key was saved', async () => {
  const secrets = new MemorySecrets(true);
  const saved = await open(secrets).profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  const orders: Text[] = [];
  const { profiles } = open(secrets, orders);
  const set = secrets.set.bind(secrets);
  secrets.set = (account, secret) => {
    orders.splice(0, 1, 'Buy to open 5 TSLA: working');
    return set(account, secret);
  };
  const { id } = saved.value;
  const refused = (key: 'stored' | null) => ({
    failure: { code: 'open-orders', message: { code: 'connection.open-orders', key }, details: orders },
  });
  const alternative = { ...typed, id, altBaseUrl: 'https://other.example.com', key: 'another-key' };
  expect(await profiles.save(alternative)).toMatchObject(refused('stored'));
  expect([...secrets.secrets]).toEqual([[id, 'another-key']]);
  orders.length = 0;
  expect(await profiles.save({ ...typed, id, baseUrl: 'https://other.example.com' })).toMatchObject(refused(null));
  expect([...secrets.secrets]).toEqual([[id, 'another-key']]);
});

test('a live key with fewer than 8 characters is not used', async () => {
  const { profiles, secrets } = open();
  const saved = await profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  secrets.secrets.set(saved.value.id, '1234567');
  expect(await profiles.key(saved.value)).toBeNull();
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

test('no connection is saved if the secret store refuses, and its error text is not shown', async () => {
  const { profiles, secrets } = open();
  secrets.refusing = true;
  const saved = await profiles.save(typed);
  expect(saved).toMatchObject({ ok: false, failure: { code: 'secret-store', field: 'key' } });
  expect(JSON.stringify(saved)).not.toContain(canary);
  expect(profiles.list().length).toBe(1);
});

test('removing a connection deletes its key', async () => {
  const { profiles, secrets } = open();
  const saved = await profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  expect(await profiles.remove(saved.value.id)).toEqual({ ok: true, value: { keyMayRemain: false } });
  expect(secrets.secrets.size).toBe(0);
  expect(open().profiles.list().length).toBe(1);
});

test('a connection can be removed without a keychain, but its key may remain', async () => {
  const { profiles } = open(new MemorySecrets(false));
  const saved = await profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  expect(await profiles.remove(saved.value.id)).toEqual({ ok: true, value: { keyMayRemain: true } });
  expect(open().profiles.list().length).toBe(1);
});

test('a connection that is removed while it is saved leaves no key', async () => {
  const { profiles, secrets } = open();
  const saved = await profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  const { id } = saved.value;
  const [changed, removed] = await Promise.all([profiles.save({ ...typed, id, name: 'New' }), profiles.remove(id)]);
  expect(removed.ok).toBe(true);
  expect(changed).toMatchObject({ ok: false, failure: { code: 'unknown-profile' } });
  expect(secrets.secrets.size).toBe(0);
  expect(open().profiles.list().length).toBe(1);
});

test('a connection is not removed when the store does not delete its key', async () => {
  const { profiles, secrets } = open();
  const saved = await profiles.save(typed);
  if (!saved.ok) throw new Error('not saved');
  secrets.delete = () => Promise.reject(new Error('denied'));
  expect(await profiles.remove(saved.value.id)).toMatchObject({
    failure: { code: 'secret-store', message: { code: 'connection.key-not-removed' } },
  });
  expect(profiles.find('Main account')).toEqual(saved.value);
});

test('a connection that cannot be written to the disk is neither saved nor removed', async () => {
  const { profiles, secrets } = open();
  const saved = await profiles.save(typed);
  const id = saved.ok ? saved.value.id : '';
  const before = profiles.list();
  mkdirSync(join(dir, 'profiles.json.next'));
  expect(await profiles.save({ ...typed, name: 'Second' })).toEqual(fileNotWritten(null));
  expect([...secrets.secrets.keys()]).toEqual([id]);
  expect(await profiles.save({ ...typed, id, name: 'Renamed', key: null })).toEqual(fileNotWritten(null));
  expect(await profiles.save({ ...typed, id, name: 'Renamed', key: 'another-key' })).toEqual(fileNotWritten('stored'));
  expect(await profiles.remove(id)).toEqual(fileNotWritten('deleted'));
  expect(profiles.list()).toEqual(before);
});

test('a damaged list of connections is quarantined and its newest copy is used', async () => {
  const saved = await open().profiles.save(typed);
  writeFileSync(join(dir, 'profiles.json'), '{"version":1,"profiles":[{"name":"half');
  expect(new ProfileFile(dir).peek()).toEqual([]);
  const { profiles } = open();
  expect(profiles.lost?.quarantinedPath).toContain('profiles.json.damaged-');
  expect(readFileSync(profiles.lost?.quarantinedPath ?? '', 'utf8')).toContain('half');
  expect(profiles.list().slice(1)).toEqual(saved.ok ? [saved.value] : []);
  expect(open().profiles.lost).toBeNull();
});

test('the number of connections is limited, and existing ones can be changed', async () => {
  const { profiles } = open();
  const saved = [];
  for (let number = 0; number < 51; number += 1)
    saved.push(await profiles.save({ ...typed, name: `Number ${number}` }));
  expect(saved.filter(({ ok }) => ok)).toHaveLength(50);
  expect(saved.at(-1)).toMatchObject({
    failure: { code: 'too-many', message: { code: 'connection.too-many', limit: 50 } },
  });
  expect(profiles.list()).toHaveLength(51);
  const [first] = saved;
  const id = first?.ok === true ? first.value.id : null;
  expect(await profiles.save({ ...typed, id, name: 'Renamed' })).toMatchObject({ ok: true });
});
