import type { OwnPerson } from '#contract/model/own-person.ts';
import type { ActDesk } from '#core/acts/act-desk.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { isActOf } from '#core/acts/act-type.ts';
import { changePersonAttribute } from '#core/acts/person-acts.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import type { DataSync } from '#core/sync/data-sync.ts';

type Parts = {
  readonly acts: Pick<ActDesk, 'rowsOf'>;
  readonly cache: Pick<CacheReader, 'details' | 'strategies'>;
  readonly sync: Pick<DataSync, 'access'>;
  readonly isPlatform: boolean;
  readonly profileId: string;
};

/**
 * The person to whom the key belongs. Only the details of an own strategy name this person. If no
 * details name the person, the target of the last confirmed person act of this connection is
 * returned. On a private platform nothing names the person, because acts there may be for anyone.
 */
export function ownPerson({ acts, cache, isPlatform, profileId, sync }: Parts): OwnPerson {
  if (isPlatform) return { personId: null, source: null, screenName: null, lastChange: null };
  // The desk also returns the acts of other connections to this address. Their keys may belong to
  // other people.
  const rows = acts.rowsOf('person').filter((row) => row.profileId === profileId);
  const lastConfirmed = rows.findLast(({ state }) => state === 'DONE');
  const lastChange = lastChangeOf(rows);
  const owned = cache.strategies().filter(({ systemId }) => sync.access.of(systemId) === 'owner');
  for (const { systemId } of owned) {
    const details = cache.details(systemId);
    const personId = details?.ownerPersonId ?? null;
    if (personId !== null)
      return { personId, source: 'strategy', screenName: details?.ownerScreenName || null, lastChange };
  }
  if (lastConfirmed === undefined) return { personId: null, source: null, screenName: null, lastChange };
  return { personId: lastConfirmed.target.id, source: 'change', screenName: null, lastChange };
}

function lastChangeOf(rows: readonly ActRow[]): OwnPerson['lastChange'] {
  const row = rows.findLast((one) => isActOf(changePersonAttribute, one));
  return row === undefined ? null : { at: Math.floor(row.createdAt / 1000), state: row.state };
}
