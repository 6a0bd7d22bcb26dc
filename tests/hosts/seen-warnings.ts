/**
 * The warnings that the trader of these tests confirms: prices and sizes are chosen for their
 * effect.
 */
export const seenWarnings = [
  'price-far',
  'large-value',
  'beyond-buying-power',
  'over-median',
  'stop-at-once',
  'market-closed',
  'links-unknown',
  'replace-without-target',
  'replace-without-stop',
];
