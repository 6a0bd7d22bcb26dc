/** Padding of a cell, and the widest an upright bold digit or capital gets in the largest of the three densities, CSS px. */
const padding = 20;
const perLetter = 8.6;
const longest = 13;

/**
 * A symbol that is cut off could be another: the column is as wide as the longest one listed. Options need twice the width
 * of stocks, and a desk without them keeps it for the reason beside.
 */
export function symbolWidth(rows: readonly { readonly symbol: string }[]): number {
  const letters = rows.reduce((most, { symbol }) => Math.max(most, symbol.length), 6);
  return padding + Math.ceil(Math.min(letters, longest) * perLetter);
}
