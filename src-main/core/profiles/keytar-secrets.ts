import type { SecretStore } from '../ports.ts';
import type { KeyChain } from './key-chain.ts';
import { sessionSecrets } from './session-secrets.ts';
import { withTimeLimit } from './time-limit.ts';

/** One entry per profile under this name in the operating system's keychain. */
export const SERVICE = 'Stratdesk';

/**
 * A keychain may ask its owner before it answers. After this time the program continues without it.
 */
const ANSWER_MS = 5_000;

/**
 * Keys in the operating system's keychain, after it has passed the probe of `secret-store.ts`. If
 * the keychain fails later (locked, denied, missing), the old entry is left unchanged, a newly
 * entered key is in memory only, and the state says so. A key is never written anywhere else.
 */
export function keytarSecrets(keyChain: KeyChain): SecretStore {
  const session = sessionSecrets();
  let failing = false;
  const ask = async <T>(question: Promise<T>): Promise<T> => {
    try {
      const answer = await withTimeLimit(question, ANSWER_MS);
      failing = false;
      return answer;
    } catch (error) {
      failing = true;
      throw error;
    }
  };
  return {
    state: () =>
      failing
        ? { persistent: false, text: { code: 'secrets.not-answering' } }
        : { persistent: true, text: { code: 'secrets.stored' } },
    async get(account) {
      const cached = await session.get(account);
      // A keychain that does not answer is a missing key to the caller; the state has the reason.
      return cached ?? (await ask(keyChain.getPassword(SERVICE, account)).catch(() => null));
    },
    async set(account, secret) {
      try {
        await ask(keyChain.setPassword(SERVICE, account, secret));
        await session.delete(account);
        return 'keychain';
      } catch {
        return session.set(account, secret);
      }
    },
    async delete(account) {
      // If this fails, the newer key in memory remains. Otherwise the older one would be used again.
      await ask(keyChain.deletePassword(SERVICE, account));
      await session.delete(account);
      return 'deleted';
    },
  };
}
