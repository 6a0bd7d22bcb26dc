/**
 * Every table of a cache, and whether a bundle takes it. What a bundle takes is handed to other people, so a new table is
 * left out until somebody decides here; a test compares the two lists with the cache.
 */
export const takenTables = [
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
 * Names and addresses of people are not handed on; the service's public list is no part of a strategy; what a record that
 * cannot be read holds is not known.
 */
export const leftTables: readonly string[] = ['subscribers', 'roster', 'unreadable_signals'];
