import type { Signal } from '#contract/model/signal.ts';

/** The list with the changes applied. Unchanged rows remain the same objects in the same order. */
export function mergeSignals(
  list: readonly Signal[],
  changed: readonly Signal[],
  removedRowIds: readonly string[],
): readonly Signal[] {
  if (changed.length === 0 && removedRowIds.length === 0) return list;
  const updates = new Map(changed.map((signal) => [signal.rowId, signal]));
  const removed = new Set(removedRowIds);
  const rows = list.flatMap((signal) => {
    if (removed.has(signal.rowId)) return [];
    const updated = updates.get(signal.rowId);
    updates.delete(signal.rowId);
    return [updated ?? signal];
  });
  return [...rows, ...updates.values()];
}
