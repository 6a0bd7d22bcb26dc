/** A new or changed record of a list. `place` is counted from the end of the list. */
export type ListChange<Item> = { readonly place: number; readonly before: Item | null; readonly now: Item };

/**
 * What changed from one list to the next; null if records were removed or moved. The list of a
 * strategy gets new records at its beginning, and the others stay in their order. Records are never
 * changed in place, so comparing the objects is enough.
 */
export function listChanges<Item extends { readonly serviceId: string }>(
  before: readonly Item[],
  now: readonly Item[],
): ListChange<Item>[] | null {
  const changes: ListChange<Item>[] = [];
  const added = now.length - before.length;
  if (added < 0) return null;
  for (let at = now.length - 1; at >= 0; at -= 1) {
    const record = now[at];
    const previous = before[at - added] ?? null;
    if (record === undefined || record === previous) continue;
    if (previous !== null && previous.serviceId !== record.serviceId) return null;
    changes.push({ place: now.length - 1 - at, before: previous, now: record });
  }
  return changes;
}

/** The changed records, as they were and as they are. */
export const changedRecords = <Item>(changes: readonly ListChange<Item>[]): Item[] =>
  changes.flatMap(({ before, now }) => (before === null ? [now] : [before, now]));
