// A probe decides where API keys are stored: an entry is written, read back and removed. After any
// failure (the add-on does not load without libsecret, no keyring daemon, a locked or refusing one,
// no answer within a second) keys are in memory only, until the end of this run, and the window
// says so. There is no third place: no file, no "basic text" back end, no preference. The keychain
// is tried again whenever a key is needed: it may have been locked at the start, or waiting for its
// owner's password.
import { randomUUID } from 'node:crypto';
import type { Log, SecretStore } from '../ports.ts';
import type { KeyChain } from './key-chain.ts';
import { keytarSecrets, SERVICE } from './keytar-secrets.ts';
import { sessionSecrets } from './session-secrets.ts';
import { withTimeLimit } from './time-limit.ts';

const PROBE_MS = 1_000;

/** Loads keytar; rejects on a computer without it. */
export async function loadKeytar(): Promise<KeyChain> {
  const keytar = await import('keytar');
  return 'default' in keytar ? keytar.default : keytar;
}

/**
 * Opens the best available store. `load` is `loadKeytar`, or null if the user wants no keychain.
 */
export async function openSecretStore(load: (() => Promise<KeyChain>) | null, log: Log): Promise<SecretStore> {
  if (load === null) return sessionSecrets({ code: 'secrets.session-chosen' });
  const store = new RetriedSecrets(load, log);
  await store.tryOpen();
  return store;
}

/** Keys in the keychain once it answers. Until then they are in memory only. */
class RetriedSecrets implements SecretStore {
  readonly #load: () => Promise<KeyChain>;
  readonly #log: Log;
  readonly #session = sessionSecrets();
  #keyChain: SecretStore | null = null;
  /** The running probe: a keychain that waits for its owner is not asked twice. */
  #probing: Promise<SecretStore> | null = null;

  constructor(load: () => Promise<KeyChain>, log: Log) {
    this.#load = load;
    this.#log = log;
  }

  /**
   * Tries the keychain again if it has not answered yet. Null if it does not answer in time.
   */
  async tryOpen(): Promise<SecretStore | null> {
    if (this.#keyChain !== null) return this.#keyChain;
    try {
      this.#probing ??= this.#probe();
      return await withTimeLimit(this.#probing, PROBE_MS);
    } catch (error) {
      // The message of a native loader names paths and libraries, never a secret: the probe uses no
      // key.
      this.#log.warn('secrets.not-opened', { error: error instanceof Error ? error.message : 'unknown' });
      return null;
    }
  }

  state() {
    return (this.#keyChain ?? this.#session).state();
  }

  async get(account: string): Promise<string | null> {
    const cached = await this.#session.get(account);
    return cached ?? (await (await this.tryOpen())?.get(account)) ?? null;
  }

  async set(account: string, secret: string): Promise<'keychain' | 'session'> {
    const keyChain = await this.tryOpen();
    if (keyChain === null) return this.#session.set(account, secret);
    await this.#session.delete(account);
    return keyChain.set(account, secret);
  }

  async delete(account: string): Promise<'deleted' | 'not-opened'> {
    const deletion = (await (await this.tryOpen())?.delete(account)) ?? 'not-opened';
    await this.#session.delete(account);
    return deletion;
  }

  async #probe(): Promise<SecretStore> {
    try {
      const keyChain = await this.#load();
      await probe(keyChain);
      this.#keyChain = keytarSecrets(keyChain);
      return this.#keyChain;
    } finally {
      this.#probing = null;
    }
  }
}

async function probe(keyChain: KeyChain): Promise<void> {
  const account = `probe-${randomUUID()}`;
  const secret = randomUUID();
  await keyChain.setPassword(SERVICE, account, secret);
  const read = await keyChain.getPassword(SERVICE, account);
  await keyChain.deletePassword(SERVICE, account);
  if (read !== secret) throw new Error('the secure store gave back something else than it was given');
}
