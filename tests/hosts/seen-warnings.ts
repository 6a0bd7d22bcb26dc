/** Warnings that a trader confirms who means the order: prices and sizes of these tests are chosen for what they do. */
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
