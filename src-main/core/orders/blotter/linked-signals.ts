import type { CachedSignal } from '#core/cache/tables/cached-signal.ts';
import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { linksOf, type RowIndex } from '#core/orders/journal/row-index.ts';
import { linksOfRecord, type SignalIndex } from './signal-index.ts';

/** The rows and records of a strategy, indexed by their ids. */
export type StrategyIndexes = {
  readonly systemId: string;
  readonly index: RowIndex;
  readonly listed: SignalIndex;
};

type Selection = { readonly rows: readonly OrderRow[]; readonly records: readonly CachedSignal[] };

/**
 * Returns the given rows and records with all others that are linked to them or to `ids`, over any
 * number of links. The result is in the order of the whole blotter. Two signals are linked if they
 * name the same id: of an order, a parent, a group, a replaced order or a candidate. The blotter of
 * the result shows each signal below the same parent, with the same cause and the same record, as
 * the blotter of all rows and records does.
 */
export function withLinked(
  from: {
    readonly rows: Iterable<OrderRow>;
    readonly records: Iterable<CachedSignal>;
    readonly ids?: Iterable<string>;
  },
  { systemId, index, listed }: StrategyIndexes,
): Selection {
  const rows = new Set(from.rows);
  const records = new Set(from.records);
  const ids = new Set(from.ids ?? []);
  for (const row of rows) for (const id of linksOf(row)) ids.add(id);
  for (const record of records) for (const id of linksOfRecord(record)) ids.add(id);
  // Iterating a Set also visits the values that are added during the iteration.
  for (const id of ids) {
    for (const row of index.rowsNaming(systemId, id)) {
      if (rows.has(row)) continue;
      rows.add(row);
      for (const link of linksOf(row)) ids.add(link);
    }
    for (const record of listed.recordsNaming(id)) {
      if (records.has(record)) continue;
      records.add(record);
      for (const link of linksOfRecord(record)) ids.add(link);
    }
  }
  return { rows: index.inOrder(rows), records: listed.inOrder(records) };
}
