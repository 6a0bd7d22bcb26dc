import type { OrderRow } from '#core/orders/journal/order-row.ts';
import { isOwn, type Owner } from '#core/owner.ts';

/**
 * Service ids of the signals, or possible signals, of orders entered here. The cache never deletes
 * the rows of these signals.
 */
export function retainedSignals(orders: Iterable<OrderRow>, owner: Owner): string[] {
  const ids = new Set<string>();
  for (const row of orders) {
    if (!isOwn(owner, row)) continue;
    const { serviceIds, candidates } = row;
    for (const id of [
      serviceIds.signal,
      serviceIds.target,
      serviceIds.stop,
      serviceIds.parent,
      ...(candidates ?? []),
    ]) {
      if (id !== null) ids.add(id);
    }
  }
  return [...ids];
}
