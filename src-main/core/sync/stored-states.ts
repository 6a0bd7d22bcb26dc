import type { Dataset, DatasetState } from '#contract/model/status.ts';
import type { CacheReader, StoredState } from '#core/cache/queries/cache-reader.ts';
import { staleAfterSeconds, type SyncIntervals } from './sync-intervals.ts';

/**
 * The state of each dataset of a strategy in the cache; for equity, of the commission plan that is
 * shown.
 */
export const storedStates = (
  cache: CacheReader,
  systemId: string,
  plan: string,
): Readonly<Record<Dataset, StoredState>> => {
  const stored = cache.datasets(systemId);
  return plan === '' ? stored : { ...stored, equity: cache.variantState(systemId, 'equity', plan) };
};

/** Called several times for every order, so it reads only this dataset. */
export const workingAge = (
  cache: CacheReader,
  intervals: SyncIntervals,
  systemId: string,
): Pick<DatasetState, 'readAt' | 'staleAfterSeconds'> => ({
  readAt: cache.datasets(systemId).signalsWorking.readAt,
  staleAfterSeconds: staleAfterSeconds(intervals, 'signalsWorking'),
});
