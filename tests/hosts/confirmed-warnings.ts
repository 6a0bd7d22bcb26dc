/**
 * The warnings that these tests confirm with each order. Prices and sizes of the orders are chosen
 * for a test, so they cause warnings.
 */
export const confirmedWarnings = [
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
