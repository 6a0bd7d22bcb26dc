import type { Dataset, DatasetState } from '#contract/model/status.ts';
import type { CacheReader, StoredState } from '#core/cache/cache-reader.ts';
import { staleAfterSeconds, type SyncIntervals } from './sync-intervals.ts';

/** How each dataset of a strategy stands in the cache, the equity as that of the commission plan which is shown. */
export const storedStates = (
  cache: CacheReader,
  systemId: string,
  plan: string,
): Readonly<Record<Dataset, StoredState>> => {
  const stored = cache.datasets(systemId);
  return plan === '' ? stored : { ...stored, equity: cache.equityState(systemId, plan) };
};

/** Asked several times for every order: without all that is told of the others. */
export const workingAge = (
  cache: CacheReader,
  intervals: SyncIntervals,
  systemId: string,
): Pick<DatasetState, 'readAt' | 'staleAfterSeconds'> => ({
  readAt: cache.datasets(systemId).signalsWorking.readAt,
  staleAfterSeconds: staleAfterSeconds(intervals, 'signalsWorking'),
});
