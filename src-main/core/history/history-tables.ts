import type { StoredTables } from '#core/salvage/salvage-file.ts';
import { text, textOrNull, type Row } from '#core/sqlite/row.ts';
import { storedFacets } from './account-facets.ts';
import { historyMigrations } from './history-file.ts';
import { markHistoryIncomplete } from './mark-history-incomplete.ts';

/** Throws for a value that is not JSON. A statistic is the platform's own text. */
const isValue = (row: Row): boolean => {
  const facet = storedFacets.find((one) => one === text(row, 'facet'));
  if (facet !== undefined && facet !== 'statistic') JSON.parse(textOrNull(row, 'value') ?? 'null');
  return facet !== undefined;
};

/** Throws for a record that is not JSON. */
const isRecord = (row: Row): boolean => typeof JSON.parse(text(row, 'record')) === 'object';

export const historyTables: StoredTables = {
  migrations: historyMigrations,
  salvage: {
    rowChecks: () => ({ readings_of: isValue, subscriber_records: isRecord }),
    markIncomplete: markHistoryIncomplete,
  },
};
