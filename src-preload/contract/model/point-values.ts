/** A future: prefix and root, the letter of the month, the last digit of the year (platform-notes 16). */
const futureSymbol = /^([@Q]?[A-Z0-9]{1,3})[FGHJKMNQUVXZ]\d$/;
const rootOf = (symbol: string): string | undefined => futureSymbol.exec(symbol)?.[1];

/** Point values by symbol, as `positions.point-values` answers them. */
export const pointValuesOf = (values: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(Object.entries(values));

/**
 * Dollars for one point of one unit of a symbol, from the known values by symbol. A future without
 * one has that of its other months, if these agree. Null if not known.
 */
export function pointValueIn(values: ReadonlyMap<string, string>, symbol: string): string | null {
  const known = values.get(symbol);
  const root = rootOf(symbol);
  if (known !== undefined || root === undefined) return known ?? null;
  const ofOtherMonths = [...values].flatMap(([other, value]) => (rootOf(other) === root ? [value] : []));
  return new Set(ofOtherMonths.map(Number)).size === 1 ? (ofOtherMonths[0] ?? null) : null;
}
