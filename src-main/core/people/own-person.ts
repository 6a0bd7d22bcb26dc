import type { OwnPerson } from '#contract/model/own-person.ts';
import type { ActDesk } from '#core/acts/act-desk.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import type { DataSync } from '#core/sync/data-sync.ts';

type Parts = {
  readonly acts: Pick<ActDesk, 'rowsOf'>;
  readonly cache: Pick<CacheReader, 'details' | 'strategies'>;
  readonly sync: Pick<DataSync, 'access'>;
};

/**
 * The person of the key. Only the details of an own strategy name it (screens D7). Without one, it
 * is the person that a confirmed act of this connection was for.
 */
export function ownPerson({ acts, cache, sync }: Parts): OwnPerson {
  const owned = cache.strategies().filter(({ systemId }) => sync.access.of(systemId) === 'owner');
  for (const { systemId } of owned) {
    const details = cache.details(systemId);
    const personId = details?.ownerPersonId ?? null;
    if (personId !== null) return { personId, source: 'strategy', screenName: details?.ownerScreenName || null };
  }
  const last = acts.rowsOf('person').findLast(({ state }) => state === 'DONE');
  if (last === undefined) return { personId: null, source: null, screenName: null };
  return { personId: last.target.id, source: 'change', screenName: null };
}
