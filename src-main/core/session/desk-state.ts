import { limits } from '#contract/limits.ts';
import { pointValueIn } from '#contract/model/point-values.ts';
import type { CacheReader } from '#core/cache/queries/cache-reader.ts';
import type { DeskState } from '#core/orders/order-desk-deps.ts';
import type { DataSync } from '#core/sync/data-sync.ts';

/** What the order desk knows of the platform: the cached lists, and the readings of this run. */
export function deskState(cache: CacheReader, sync: DataSync): DeskState {
  return {
    signals: (systemId) => cache.signals(systemId, limits.blotterSignals),
    unreadable: (systemId) => cache.unreadable(systemId),
    positions: (systemId) => cache.positions(systemId),
    positionsReadAt: (systemId) => cache.datasets(systemId).tradesOpen.readAt,
    hasUnreadableTrades: (systemId) => cache.hasUnreadableTrades(systemId),
    workingStops: (systemId) => cache.workingStops(systemId),
    margin: (systemId) => cache.margin(systemId),
    pointValue: (systemId, symbol) => pointValueIn(cache.pointValues(systemId), symbol),
    workingReading: (systemId) => sync.workingReading(systemId),
    workingReadStartedAt: (systemId) => sync.workingReadStartedAt(systemId),
  };
}
