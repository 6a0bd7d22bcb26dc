import type { Account } from './account/account.ts';
import type { MetaStore } from './store/meta-store.ts';
import type { Store } from './store/store.ts';

export type Credentials = {
  readonly worldKey: string;
  readonly platformKey: string;
  readonly controlToken: string;
  readonly worldPerson: string;
  /** The caller of the world key, which is valid until its person is deleted. */
  readonly worldCaller: Caller;
  readonly platformId: string;
};

/**
 * Who sends a request: a world person, who acts on their own strategies, or a private platform,
 * which acts on its people and their strategies.
 */
export type Caller = {
  readonly context: 'world' | 'platform';
  /**
   * The people for whom the caller acts: the owner of the API key, or the people of the platform who
   * are not deleted.
   */
  readonly personIds: readonly string[];
  /**
   * The people whose strategies are accessible: a platform keeps access to the strategies of
   * deleted people.
   */
  readonly owners: ReadonlySet<string>;
  readonly platformId: string | null;
};

export type RequestContext = { readonly kind: 'world' } | { readonly kind: 'platform'; readonly platformId: string };

/** Title and message of the specification's errors table. */
export const NO_SYSTEM_ACCESS = {
  title: 'Unable to access this systemid',
  message: 'Credentials provided do not allow access to this systemid',
};

export function readCredentials(meta: MetaStore): Credentials {
  const worldPerson = meta.need('worldPerson');
  return {
    worldKey: meta.need('worldKey'),
    platformKey: meta.need('platformKey'),
    controlToken: meta.need('controlToken'),
    worldPerson,
    worldCaller: { context: 'world', personIds: [worldPerson], owners: new Set([worldPerson]), platformId: null },
    platformId: meta.need('platformId'),
  };
}

/** The caller of a key in a context; undefined if the key is not valid there. */
export function authenticate(
  context: RequestContext,
  key: string,
  credentials: Credentials,
  store: Store,
): Caller | undefined {
  if (context.kind === 'world')
    return sameSecret(key, credentials.worldKey) ? validWorldCaller(credentials, store) : undefined;
  const { platformId } = credentials;
  if (context.platformId !== platformId || !sameSecret(key, credentials.platformKey)) return undefined;
  const { notDeleted, all } = store.people.members(platformId);
  return { context: 'platform', personIds: notDeleted, owners: all, platformId };
}

/** The world key is not valid after its person was deleted. */
function validWorldCaller({ worldPerson, worldCaller, platformId }: Credentials, store: Store): Caller | undefined {
  return store.people.members(platformId).notDeleted.includes(worldPerson) ? worldCaller : undefined;
}

export function mayAccess(caller: Caller, account: Account): boolean {
  return caller.owners.has(account.strategy.ownerPersonId);
}

/**
 * Whether a person for whom the caller acts subscribes to the strategy (tag S of the
 * specification).
 */
export function subscribes(caller: Caller, account: Account, store: Store): boolean {
  return caller.personIds.some((personId) => store.subscriptions.live(account.strategy.id, personId) !== undefined);
}

/** Takes the same time for a right key and for every wrong one of its length. */
export function sameSecret(given: string, expected: string): boolean {
  if (given.length !== expected.length) return false;
  let differs = 0;
  for (let at = 0; at < expected.length; at += 1) differs |= given.charCodeAt(at) ^ expected.charCodeAt(at);
  return differs === 0;
}
