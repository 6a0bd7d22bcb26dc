// Order-safety P11 and P12: keys are in the keychain or in memory, never anywhere else, and a
// failing keychain blocks nothing.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { KeyChain } from '#core/profiles/key-chain.ts';
import { loadKeytar, openSecretStore } from '#core/profiles/secret-store.ts';
import { CollectedLog } from './collected-log.ts';

const CANARY = 'canary-key-7c1f';
const SESSION_ONLY = { code: 'secrets.session-only' };

class FakeKeyChain implements KeyChain {
  readonly entries = new Map<string, string>();
  behavior: 'good' | 'locked' | 'silent' = 'good';

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
    if (this.behavior === 'locked') return Promise.reject(new Error(`denied: ${CANARY}`));
    return this.behavior === 'silent' ? new Promise(() => undefined) : Promise.resolve(act());
  }
}

let keyChain: FakeKeyChain;
let log: CollectedLog;
beforeEach(() => {
  vi.useFakeTimers();
  keyChain = new FakeKeyChain();
  log = new CollectedLog();
});
afterEach(() => {
  expect(JSON.stringify(log.lines)).not.toContain(CANARY);
  vi.useRealTimers();
});

const open = () => openSecretStore(async () => keyChain, log);

test('a working keychain stores the key under the profile, and no probe entry remains', async () => {
  const store = await open();
  expect(store.state()).toEqual({ persistent: true, text: { code: 'secrets.stored' } });
  expect(await store.set('p1', CANARY)).toBe('keychain');
  expect([...keyChain.entries]).toEqual([['Stratdesk/p1', CANARY]]);
  expect(await (await open()).get('p1')).toBe(CANARY);
  await store.delete('p1');
  expect(keyChain.entries.size).toBe(0);
  expect(await store.get('p1')).toBeNull();
});

test('without a keychain, keys are in memory for this session, and the state says so', async () => {
  const store = await openSecretStore(() => Promise.reject(new Error('libsecret-1.so.0: cannot open')), log);
  expect(store.state()).toEqual({ persistent: false, text: SESSION_ONLY });
  expect(await store.set('p1', CANARY)).toBe('session');
  expect(await store.get('p1')).toBe(CANARY);
  await store.delete('p1');
  expect(await store.get('p1')).toBeNull();
});

test('a keychain that refuses the probe is not used', async () => {
  keyChain.behavior = 'locked';
  // The fake puts the canary in every refusal, although the probe sends no key. So this log is not
  // searched for the canary.
  const store = await openSecretStore(async () => keyChain, new CollectedLog());
  expect(store.state().text).toEqual(SESSION_ONLY);
  expect(await store.set('p1', CANARY)).toBe('session');
  expect(keyChain.entries.size).toBe(0);
});

test('a keychain that does not answer delays the start by one second', async () => {
  keyChain.behavior = 'silent';
  let opened = false;
  const opening = open().then((store) => ((opened = true), store));
  await vi.advanceTimersByTimeAsync(999);
  expect(opened).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect((await opening).state().text).toEqual(SESSION_ONLY);
});

test('a keychain that was locked at the start is tried again when a key is needed', async () => {
  keyChain.entries.set('Stratdesk/p1', CANARY);
  keyChain.behavior = 'locked';
  const store = await openSecretStore(async () => keyChain, new CollectedLog());
  expect(await store.get('p1')).toBeNull();
  keyChain.behavior = 'good';
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

test('a keychain that returns another value is not used', async () => {
  keyChain.getPassword = () => Promise.resolve('other');
  expect((await open()).state().persistent).toBe(false);
});

test.each(['locked', 'silent'] as const)(
  'after a keychain becomes %s, it keeps its entry, and a new key is for the session only',
  async (behavior) => {
    const store = await open();
    await store.set('p1', 'old');
    keyChain.behavior = behavior;
    const setting = store.set('p1', CANARY);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await setting).toBe('session');
    expect(await store.get('p1')).toBe(CANARY);
    expect(store.state().persistent).toBe(false);
    expect([...keyChain.entries.values()]).toEqual(['old']);
    const reading = store.get('p2');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await reading).toBeNull();
    keyChain.behavior = 'good';
    expect(await store.set('p1', CANARY)).toBe('keychain');
    expect(store.state().persistent).toBe(true);
  },
);

test('deleting fails if the keychain cannot remove the key', async () => {
  const store = await open();
  await store.set('p1', 'old');
  keyChain.behavior = 'locked';
  await expect(store.delete('p1')).rejects.toThrow();
  expect(keyChain.entries.size).toBe(1);
});

test('a key that is in memory because the keychain fails stays there if the keychain cannot delete its older key', async () => {
  const store = await open();
  await store.set('p1', 'old');
  keyChain.behavior = 'locked';
  expect(await store.set('p1', CANARY)).toBe('session');
  await expect(store.delete('p1')).rejects.toThrow();
  keyChain.behavior = 'good';
  expect(await store.get('p1'), 'not the older key').toBe(CANARY);
  expect(await store.delete('p1')).toBe('deleted');
  expect(await store.get('p1')).toBeNull();
});

test('a key of an earlier run counts as deleted only after the keychain opened and deleted it', async () => {
  keyChain.entries.set('Stratdesk/p1', CANARY);
  keyChain.behavior = 'locked';
  const store = await openSecretStore(async () => keyChain, new CollectedLog());
  expect(await store.delete('p1')).toBe('not-opened');
  expect(keyChain.entries.size).toBe(1);
  keyChain.behavior = 'good';
  expect(await store.delete('p1')).toBe('deleted');
  expect(keyChain.entries.size).toBe(0);
});

test('when the keychain is turned off, a key is kept for the session only', async () => {
  const store = await openSecretStore(null, log);
  expect(store.state().persistent).toBe(false);
  expect(await store.set('p1', CANARY)).toBe('session');
});

test('the real add-on loads with the functions in use, or fails with a message', async () => {
  vi.useRealTimers();
  const loaded = await loadKeytar().catch((error: unknown) => error);
  if (loaded instanceof Error) expect(loaded.message).not.toBe('');
  else
    expect(Object.keys(loaded as object)).toEqual(
      expect.arrayContaining(['getPassword', 'setPassword', 'deletePassword']),
    );
});
