import type { OrderRow } from './order-row.ts';

/** Service ids that belong to these rows. */
export function claimedIds(rows: Iterable<OrderRow>): Set<string> {
  const claimed = new Set<string>();
  for (const { serviceIds } of rows) {
    const { signal, target, stop, parent } = serviceIds;
    for (const id of [signal, target, stop, parent]) if (id !== null) claimed.add(id);
  }
  return claimed;
}

/**
 * Service ids that belong to other rows: each platform record belongs to one row at most
 * (order-safety J7).
 */
export const claimedByOthers = (rows: Iterable<OrderRow>, rowId: string): Set<string> =>
  claimedIds([...rows].filter((row) => row.rowId !== rowId));
