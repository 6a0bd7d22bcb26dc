import type { DatabaseSync } from 'node:sqlite';
import { text, truth } from './row.ts';
import { upsert } from './upsert.ts';

/** Tables of records that come as one list; `system_id` is empty where the list is of no strategy. */
export type ListTable = 'subscribers' | 'roster';

export type ListedItem<Item> = { readonly id: string; readonly item: Item };

/** How many rows are new, different, or no longer listed; those stay. `isWhole`: every record of the answer could be read. */
export const writeList = (
  db: DatabaseSync,
  table: ListTable,
  systemId: string,
  items: readonly ListedItem<object>[],
  isWhole: boolean,
): number => {
  const write = upsert(db, { table, keys: ['system_id', 'item_id'], columns: ['place', 'listed', 'record'] });
  let changed = 0;
  for (const [place, { id, item }] of items.entries()) {
    if (write([systemId, id, place, 1, JSON.stringify(item)])) changed += 1;
  }
  const stillThere = items.map(({ id }) => id);
  return isWhole ? changed + leaveList(db, table, systemId, stillThere) : changed;
};

/** Records that could not be read may be the ones that seem to be missing: only a whole answer is asked this. */
const leaveList = (db: DatabaseSync, table: ListTable, systemId: string, stillThere: readonly string[]): number =>
  Number(
    db
      .prepare(
        `UPDATE ${table} SET listed = 0 WHERE system_id = ? AND listed = 1
         AND item_id NOT IN (SELECT value FROM json_each(?))`,
      )
      .run(systemId, JSON.stringify(stillThere)).changes,
  );

/** In the order of the last answer, those that left the list behind. What does not fit (an older version) is left out. */
export const readList = <Item extends object>(
  db: DatabaseSync,
  table: ListTable,
  systemId: string,
  check: { Check(value: unknown): value is Item & { listed: boolean } },
): (Item & { listed: boolean })[] =>
  db
    .prepare(`SELECT listed, record FROM ${table} WHERE system_id = ? ORDER BY listed DESC, place, item_id`)
    .all(systemId)
    .flatMap((row) => {
      const record: unknown = JSON.parse(text(row, 'record'));
      const found: unknown = typeof record === 'object' ? { ...record, listed: truth(row, 'listed') } : null;
      return check.Check(found) ? [found] : [];
    });
