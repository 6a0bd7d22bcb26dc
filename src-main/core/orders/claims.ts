import type { OrderRow } from './order-row.ts';

/** Service ids that rows other than this one hold: each platform record belongs to one row at most (J7). */
export function claimedByOthers(rows: Iterable<OrderRow>, rowId: string): Set<string> {
  const claimed = new Set<string>();
  for (const row of rows) {
    if (row.rowId === rowId) continue;
    const { signal, target, stop, parent } = row.serviceIds;
    for (const id of [signal, target, stop, parent]) if (id !== null) claimed.add(id);
  }
  return claimed;
}
