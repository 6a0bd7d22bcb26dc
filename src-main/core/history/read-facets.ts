import type { DatabaseSync } from 'node:sqlite';
import type { Dataset } from '#contract/model/status.ts';
import { storedState } from '#core/cache/queries/readings.ts';
import { storedFacets, type StoredFacet } from './account-facets.ts';

const sources: Readonly<Record<StoredFacet, Dataset>> = {
  margin: 'margin',
  equity: 'equity',
  position: 'tradesOpen',
  mark: 'tradesOpen',
  working: 'signalsWorking',
  desired: 'desired',
  statistic: 'details',
};

/**
 * The facets that this cache has read. A new cache has not read the others yet and cannot show that
 * a value ended.
 */
export const facetsReadBy = (cache: DatabaseSync, systemId: string): ReadonlySet<string> =>
  new Set(storedFacets.filter((facet) => storedState(cache, { systemId, dataset: sources[facet] }).readAt !== null));
