/**
 * The tables of a cache that a bundle includes. A bundle is given to other people, so a new table
 * is excluded until it is added here. A test checks that every table is in this list or in
 * `excludedTables`.
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
 * Personal data is not shared. The roster is the platform's public list of strategies and no part
 * of a strategy. The content of unreadable records is unknown.
 */
export const excludedTables: readonly string[] = ['subscribers', 'brokers', 'roster', 'people', 'unreadable_signals'];
