import type { OrderRow } from '#core/orders/order-row.ts';

/** Service ids that orders entered here stand for or may stand for: what the lists said of them is never given up. */
export function keptSignals(orders: Iterable<OrderRow>, profileId: string): string[] {
  const ids = new Set<string>();
  for (const { profileId: owner, serviceIds, candidates } of orders) {
    if (owner !== profileId) continue;
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
