import type { DatabaseSync } from 'node:sqlite';
import { tradeHashes } from './row-hashes.ts';
import { arrayRows } from '#core/sqlite/row.ts';
import { rowHash } from './row-hash.ts';
import { writtenTradesTable } from './trades-columns.ts';

/**
 * An answer with fewer trades is compared with the rows themselves, because hashing all rows would
 * cost more.
 */
const minHashedTrades = 1_000;

/**
 * Hashes by trade id, before an answer of `count` trades is written; null when comparing the
 * rows is cheaper.
 */
export const tradeHashesOf = (db: DatabaseSync, systemId: string, count: number): Map<string, number> | null => {
  const found = tradeHashes.of(db, systemId);
  if (found !== undefined || count < minHashedTrades) return found ?? null;
  const read = readHashes(db, systemId);
  // Before the first answer of a strategy there are no rows to compare it with. The hashes of its
  // rows are computed before the second answer is written.
  return read.size === 0 ? null : tradeHashes.replace(db, systemId, read);
};

const readHashes = (db: DatabaseSync, systemId: string): Map<string, number> => {
  const { keys, columns } = writtenTradesTable;
  const hashes = new Map<string, number>();
  const rows = arrayRows(db, `SELECT ${[...keys, ...columns].join(', ')} FROM trades WHERE system_id = ?`, systemId);
  for (const row of rows) hashes.set(String(row[1]), rowHash(row));
  return hashes;
};
