import type { Dataset } from '#contract/model/status.ts';
import type { CacheReader, StoredState } from '#core/cache/cache-reader.ts';

/** How each dataset of a strategy stands in the cache, the equity as that of the commission plan which is shown. */
export const storedStates = (
  cache: CacheReader,
  systemId: string,
  plan: string,
): Readonly<Record<Dataset, StoredState>> => {
  const stored = cache.datasets(systemId);
  return plan === '' ? stored : { ...stored, equity: cache.equityState(systemId, plan) };
};
