import type { Dataset, DatasetState } from '#contract/model/status.ts';
import type { CacheReader, StoredState } from '#core/cache/queries/cache-reader.ts';
import { staleAfterSeconds, type SyncIntervals } from './sync-intervals.ts';

/**
 * The cached state of each dataset of a strategy. The state of equity is that of the commission
 * plan `plan`; an empty `plan` is the default of the platform.
 */
export const storedStates = (
  cache: CacheReader,
  systemId: string,
  plan: string,
): Readonly<Record<Dataset, StoredState>> => {
  const stored = cache.datasets(systemId);
  return plan === '' ? stored : { ...stored, equity: cache.variantState(systemId, 'equity', plan) };
};

/**
 * When the working list was read. Called several times for every order, so the state of the equity
 * curve of a commission plan is not read.
 */
export const workingReading = (
  cache: CacheReader,
  intervals: SyncIntervals,
  systemId: string,
): Pick<DatasetState, 'readAt' | 'staleAfterSeconds'> => ({
  readAt: cache.datasets(systemId).signalsWorking.readAt,
  staleAfterSeconds: staleAfterSeconds(intervals, 'signalsWorking'),
});
