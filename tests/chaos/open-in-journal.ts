import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { World } from './world.ts';

/** What an ended process left open: the number of orders, and the intents of acts. */
export type OpenInJournal = { readonly orders: number; readonly acts: readonly string[] };

/**
 * Open rows in the journal of an ended process; null if it was killed before the journal had its
 * tables. Reads a copy, because the next process must find the files unchanged.
 */
export function openInJournal(world: World): OpenInJournal | null {
  const from = join(world.dataDir, 'orders-practice');
  if (!existsSync(join(from, 'journal.db'))) return { orders: 0, acts: [] };
  const to = join(world.folder, 'copy');
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to);
  for (const file of ['journal.db', 'journal.db-wal'].filter((one) => existsSync(join(from, one)))) {
    cpSync(join(from, file), join(to, file));
  }
  const database = new DatabaseSync(join(to, 'journal.db'));
  try {
    const orders = `SELECT count(*) AS open FROM orders WHERE state IN ('UNKNOWN', 'SENDING')
      OR (state IN ('AMBIGUOUS', 'PROBABLY_ABSENT') AND json_extract(body, '$.acknowledged') = 0)`;
    const acts = `SELECT intent_id AS id FROM acts WHERE state IN ('UNKNOWN', 'SENDING') AND command IS NOT NULL`;
    return {
      orders: Number(database.prepare(orders).get()?.['open'] ?? 0),
      acts: database
        .prepare(acts)
        .all()
        .map(({ id }) => String(id)),
    };
  } catch {
    return null;
  } finally {
    database.close();
  }
}
