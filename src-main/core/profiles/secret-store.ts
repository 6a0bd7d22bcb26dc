// Where API keys live is decided once, at start, by trying: a probe entry is written, read back and removed. Whatever
// goes wrong — the add-on does not load (no libsecret), no keyring daemon, a locked or refusing one, one that does not
// answer within a second — leads to keys in memory for this session, which the window shows in a sentence. There is no
// third place: no file, no "basic text" back end, no preference.
import { randomUUID } from 'node:crypto';
import type { Log, SecretStore } from '../ports.ts';
import type { KeyChain } from './key-chain.ts';
import { keytarSecrets, SERVICE } from './keytar-secrets.ts';
import { sessionSecrets } from './session-secrets.ts';
import { withTimeLimit } from './time-limit.ts';

const PROBE_MS = 1_000;

/** Loads keytar; a rejection is a computer without it. */
export async function loadKeytar(): Promise<KeyChain> {
  const keytar = await import('keytar');
  return 'default' in keytar ? keytar.default : keytar;
}

/** Opens the best store there is. `load` is `loadKeytar`, or null where the user wants no keychain touched. */
export async function openSecretStore(load: (() => Promise<KeyChain>) | null, log: Log): Promise<SecretStore> {
  if (load === null) return sessionSecrets('Your key is kept for this session only, as the program was told at start.');
  try {
    const keyChain = await load();
    await withTimeLimit(probe(keyChain), PROBE_MS);
    return keytarSecrets(keyChain);
  } catch (error) {
    // The message of a native loader names paths and libraries, never a secret: no key has been seen yet.
    log.warn('no secure store', { error: error instanceof Error ? error.message : 'unknown' });
    return sessionSecrets();
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
