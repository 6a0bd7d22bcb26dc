type FilteredRow<Filter extends string> = { readonly filters: readonly Filter[] };

/** How many rows each of these filters shows, in the order of `filters`. */
export function countFilters<Filter extends string>(
  filters: readonly Filter[],
  rows: readonly FilteredRow<Filter>[],
): ReadonlyMap<Filter, number> {
  const counts = new Map(filters.map((filter) => [filter, 0]));
  for (const row of rows) for (const filter of row.filters) counts.set(filter, (counts.get(filter) ?? 0) + 1);
  return counts;
}

/** The filters to choose from, each with its count. */
export const filterOptions = <Filter extends string>(
  words: Readonly<Record<Filter, string>>,
  counts: ReadonlyMap<Filter, number>,
) => [...counts].map(([value, count]) => ({ value, label: `${words[value]} (${count})` }));
