import type { DatabaseSync } from 'node:sqlite';
import type { Dataset } from '#contract/model/status.ts';
import { storedState } from '#core/cache/queries/readings.ts';
import type { StoredFacet } from './account-facets.ts';

/** The dataset of each facet. `read` has none, because what was read once remains read. */
const sources: Readonly<Record<Exclude<StoredFacet, 'read'>, Dataset>> = {
  margin: 'margin',
  equity: 'equity',
  position: 'tradesOpen',
  mark: 'tradesOpen',
  working: 'signalsWorking',
  desired: 'desired',
  statistic: 'details',
};

/**
 * The facets that this cache has read. A value that the cache lacks counts as ended only if its
 * facet is one of these: a new cache has not read the other facets yet.
 */
export const facetsReadBy = (cache: DatabaseSync, systemId: string): ReadonlySet<string> =>
  new Set(
    Object.entries(sources)
      .filter(([, dataset]) => storedState(cache, { systemId, dataset }).readAt !== null)
      .map(([facet]) => facet),
  );
