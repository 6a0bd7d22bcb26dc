import type { Message } from '#contract/message.ts';
import type { SecretStore } from '../ports.ts';

/** Keys in the memory of this run only: for computers without a keychain, and for tests. */
export function sessionSecrets(text: Message = { code: 'secrets.session-only' }): SecretStore {
  const secrets = new Map<string, string>();
  return {
    state: () => ({ persistent: false, text }),
    get: async (account) => secrets.get(account) ?? null,
    set: async (account, secret) => {
      secrets.set(account, secret);
      return 'session';
    },
    delete: async (account) => {
      secrets.delete(account);
      return 'not-opened';
    },
  };
}
