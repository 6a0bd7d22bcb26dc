/**
 * Every table of a cache, and whether a bundle includes it. A bundle is given to other people, so a
 * new table is excluded until it is listed here. A test compares the two lists with the cache.
 */
export const bundledTables = [
  'readings',
  'strategies',
  'details',
  'margin',
  'signals',
  'signal_slices',
  'trades',
  'point_values',
  'components',
  'equity',
  'equity_scale',
  'desired',
] as const;

/**
 * Personal data is not shared, the platform's public list is no part of a strategy, and the content
 * of unreadable records is unknown.
 */
export const excludedTables: readonly string[] = ['subscribers', 'brokers', 'roster', 'people', 'unreadable_signals'];
