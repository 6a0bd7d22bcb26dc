import type { Signal, UnreadableRecord } from '#contract/model/signal.ts';
import type { StoredUnreadable } from '#core/cache/tables/unreadable-table.ts';
import { serviceRowId } from './blotter-rows.ts';

/**
 * The unreadable records as the window shows them: under the row with the same id, else under a new
 * row id, or without a row id if the id of the record cannot be read. A record of the list of all
 * orders is left out if the working list has an unreadable record with the same id (`working`: the
 * record is from the working list).
 */
export function unreadableRecords(
  stored: readonly StoredUnreadable[],
  signals: () => readonly Signal[],
): UnreadableRecord[] {
  if (stored.length === 0) return [];
  const rowIds = new Map(signals().map(({ serviceId, rowId }) => [serviceId, rowId]));
  const inWorking = new Set(stored.filter(({ working }) => working).map(({ serviceId }) => serviceId));
  return stored
    .filter(({ serviceId, working }) => working || serviceId === null || !inWorking.has(serviceId))
    .map(({ systemId: _, ...record }) => {
      const { serviceId } = record;
      return { ...record, rowId: serviceId === null ? null : (rowIds.get(serviceId) ?? serviceRowId(serviceId)) };
    });
}
