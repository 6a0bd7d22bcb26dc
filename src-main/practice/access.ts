import { timingSafeEqual } from 'node:crypto';
import type { Account } from './account.ts';
import type { MetaStore } from './store/meta-store.ts';

export type Credentials = {
  readonly worldKey: string;
  readonly platformKey: string;
  readonly controlToken: string;
  readonly worldPerson: string;
  readonly platformId: string;
};

/** Who asks: a world person acts on what is his own, a private platform on what its people own. */
export type Caller = { readonly context: 'world' | 'platform'; readonly personIds: readonly string[] };

export type Door = { readonly context: 'world' } | { readonly context: 'platform'; readonly platformId: string };

export function readCredentials(meta: MetaStore): Credentials {
  return {
    worldKey: meta.need('worldKey'),
    platformKey: meta.need('platformKey'),
    controlToken: meta.need('controlToken'),
    worldPerson: meta.need('worldPerson'),
    platformId: meta.need('platformId'),
  };
}

/** The caller behind a key at a door; undefined when the key does not open it. */
export function authenticate(door: Door, key: string, credentials: Credentials): Caller | undefined {
  const personIds = [credentials.worldPerson];
  if (door.context === 'world')
    return sameSecret(key, credentials.worldKey) ? { context: 'world', personIds } : undefined;
  const fits = door.platformId === credentials.platformId && sameSecret(key, credentials.platformKey);
  return fits ? { context: 'platform', personIds } : undefined;
}

export function mayAccess(caller: Caller, account: Account): boolean {
  return caller.personIds.includes(account.strategy.ownerPersonId);
}

export function sameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
