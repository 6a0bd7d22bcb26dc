import type { OrderRow } from '#core/orders/order-row.ts';
import { isOwn, type Owner } from '#core/orders/owner.ts';

/** Service ids that orders entered here stand for or may stand for: what the lists said of them is never given up. */
export function keptSignals(orders: Iterable<OrderRow>, owner: Owner): string[] {
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
