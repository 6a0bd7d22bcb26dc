// Order-safety P11 and P12: keys are in the keychain or in memory, never anywhere else, and a bad keychain blocks nothing.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KeyChain } from '#core/profiles/key-chain.ts';
import { loadKeytar, openSecretStore } from '#core/profiles/secret-store.ts';
import { SilentLog } from './silent-log.ts';

const CANARY = 'canary-key-7c1f';
const SESSION_ONLY = 'Your key is kept for this session only: no secure store on this computer.';

class FakeKeyChain implements KeyChain {
  readonly entries = new Map<string, string>();
  mood: 'good' | 'locked' | 'silent' = 'good';

  getPassword(service: string, account: string): Promise<string | null> {
    return this.#answer(() => this.entries.get(`${service}/${account}`) ?? null);
  }

  setPassword(service: string, account: string, password: string): Promise<void> {
    return this.#answer(() => void this.entries.set(`${service}/${account}`, password));
  }

  deletePassword(service: string, account: string): Promise<boolean> {
    return this.#answer(() => this.entries.delete(`${service}/${account}`));
  }

  #answer<T>(act: () => T): Promise<T> {
    if (this.mood === 'locked') return Promise.reject(new Error(`denied: ${CANARY}`));
    return this.mood === 'silent' ? new Promise(() => undefined) : Promise.resolve(act());
  }
}

let keyChain: FakeKeyChain;
let log: SilentLog;
beforeEach(() => {
  vi.useFakeTimers();
  keyChain = new FakeKeyChain();
  log = new SilentLog();
});
afterEach(() => {
  expect(JSON.stringify(log.lines)).not.toContain(CANARY);
  vi.useRealTimers();
});

const open = () => openSecretStore(async () => keyChain, log);

test('a good keychain keeps the key under the profile, and no probe is left in it', async () => {
  const store = await open();
  expect(store.state()).toEqual({ persistent: true, text: 'Your key is kept in the secure store of this computer.' });
  expect(await store.set('p1', CANARY)).toBe('keychain');
  expect([...keyChain.entries]).toEqual([['Stratdesk/p1', CANARY]]);
  expect(await (await open()).get('p1')).toBe(CANARY);
  await store.delete('p1');
  expect(keyChain.entries.size).toBe(0);
  expect(await store.get('p1')).toBeNull();
});

test('no keychain at all: memory of this session, and it says so', async () => {
  const store = await openSecretStore(() => Promise.reject(new Error('libsecret-1.so.0: cannot open')), log);
  expect(store.state()).toEqual({ persistent: false, text: SESSION_ONLY });
  expect(await store.set('p1', CANARY)).toBe('session');
  expect(await store.get('p1')).toBe(CANARY);
  await store.delete('p1');
  expect(await store.get('p1')).toBeNull();
});

test('a keychain that refuses the probe', async () => {
  keyChain.mood = 'locked';
  // The message of the refusal could hold anything the keychain was told; a probe was never told a key.
  const store = await openSecretStore(async () => keyChain, new SilentLog());
  expect(store.state().text).toBe(SESSION_ONLY);
  expect(await store.set('p1', CANARY)).toBe('session');
  expect(keyChain.entries.size).toBe(0);
});

test('a keychain that does not answer holds the start up for one second', async () => {
  keyChain.mood = 'silent';
  let opened = false;
  const opening = open().then((store) => ((opened = true), store));
  await vi.advanceTimersByTimeAsync(999);
  expect(opened).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect((await opening).state().text).toBe(SESSION_ONLY);
});

test('a keychain that was locked at the start is asked again when a key is wanted', async () => {
  keyChain.entries.set('Stratdesk/p1', CANARY);
  keyChain.mood = 'locked';
  const store = await openSecretStore(async () => keyChain, new SilentLog());
  expect(await store.get('p1')).toBeNull();
  keyChain.mood = 'good';
  expect(await store.get('p1')).toBe(CANARY);
  expect(store.state().persistent).toBe(true);
  expect(await store.set('p2', CANARY)).toBe('keychain');
});

test('a keychain that asks its owner for a password is used as soon as it answers', async () => {
  let unlock: () => void = () => undefined;
  const unlocked = new Promise<void>((resolve) => (unlock = resolve));
  const set = keyChain.setPassword.bind(keyChain);
  let asked = 0;
  keyChain.setPassword = (...args) => {
    asked += 1;
    return unlocked.then(() => set(...args));
  };
  const opening = open();
  await vi.advanceTimersByTimeAsync(1_000);
  const store = await opening;
  const reading = store.get('p1');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await reading).toBeNull();
  expect(asked).toBe(1);
  unlock();
  await vi.advanceTimersByTimeAsync(0);
  expect(store.state().persistent).toBe(true);
});

test('a keychain that answers with something else than it was given', async () => {
  keyChain.getPassword = () => Promise.resolve('other');
  expect((await open()).state().persistent).toBe(false);
});

test.each(['locked', 'silent'] as const)(
  'a keychain that is %s later: the old entry stays, a new key is for the session',
  async (mood) => {
    const store = await open();
    await store.set('p1', 'old');
    keyChain.mood = mood;
    const setting = store.set('p1', CANARY);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await setting).toBe('session');
    expect(await store.get('p1')).toBe(CANARY);
    expect(store.state().persistent).toBe(false);
    expect([...keyChain.entries.values()]).toEqual(['old']);
    const reading = store.get('p2');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await reading).toBeNull();
    keyChain.mood = 'good';
    expect(await store.set('p1', CANARY)).toBe('keychain');
    expect(store.state().persistent).toBe(true);
  },
);

test('a key that could not be removed is not called removed', async () => {
  const store = await open();
  await store.set('p1', 'old');
  keyChain.mood = 'locked';
  await expect(store.delete('p1')).rejects.toThrow();
  expect(keyChain.entries.size).toBe(1);
});

test('a store that was not wanted is not touched', async () => {
  const store = await openSecretStore(null, log);
  expect(store.state().persistent).toBe(false);
  expect(await store.set('p1', CANARY)).toBe('session');
});

test('the real add-on either loads with what is used of it, or says that it does not', async () => {
  vi.useRealTimers();
  const loaded = await loadKeytar().catch((error: unknown) => error);
  if (loaded instanceof Error) expect(loaded.message).not.toBe('');
  else
    expect(Object.keys(loaded as object)).toEqual(
      expect.arrayContaining(['getPassword', 'setPassword', 'deletePassword']),
    );
});
