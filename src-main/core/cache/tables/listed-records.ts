import type { DatabaseSync } from 'node:sqlite';
import { flag, text } from '#core/sqlite/row.ts';
import { upsert } from './upsert.ts';

/**
 * Tables of records that arrive as one list; `system_id` is empty when the list belongs to no
 * strategy.
 */
export type ListTable = 'subscribers' | 'roster';

export type ListedItem<Item> = { readonly id: string; readonly item: Item };

/**
 * Writes a list and returns how many rows are new, different, or no longer listed. Unlisted rows
 * stay. `isWhole`: every record of the answer could be read.
 */
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
  const listedIds = items.map(({ id }) => id);
  return isWhole ? changed + unlistMissing(db, table, systemId, listedIds) : changed;
};

/**
 * Called for whole answers only: in any other answer, the record that seems missing may be one that
 * could not be read.
 */
export const unlistMissing = (
  db: DatabaseSync,
  table: ListTable | 'people',
  systemId: string,
  listedIds: readonly string[],
): number =>
  Number(
    db
      .prepare(
        `UPDATE ${table} SET listed = 0 WHERE system_id = ? AND listed = 1
         AND item_id NOT IN (SELECT value FROM json_each(?))`,
      )
      .run(systemId, JSON.stringify(listedIds)).changes,
  );

/**
 * In the order of the last answer, unlisted records last. A record of an older version that does
 * not fit is skipped.
 */
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
      const found: unknown = typeof record === 'object' ? { ...record, listed: flag(row, 'listed') } : null;
      return check.Check(found) ? [found] : [];
    });
