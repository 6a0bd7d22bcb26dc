import type { DatabaseSync } from 'node:sqlite';
import { arrayRows } from './row.ts';
import { rowHash } from './row-hash.ts';
import { writtenTrades } from './trades-columns.ts';

/** Below this an answer is compared with the rows themselves: to read them all would cost more than it spares. */
const manyTrades = 1_000;

/**
 * What stands in the rows of a strategy's trades, as fingerprints: most of an answer says again what is known, and then no row is
 * touched. Kept by the one connection that writes; a transaction that fails must forget.
 */
const known = new WeakMap<DatabaseSync, Map<string, Map<string, number>>>();

/** Fingerprints by trade id, before an answer of `count` trades is written; null where rows are better compared themselves. */
export const knownTrades = (db: DatabaseSync, systemId: string, count: number): Map<string, number> | null => {
  const found = known.get(db)?.get(systemId);
  if (found !== undefined || count < manyTrades) return found ?? null;
  const read = readHashes(db, systemId);
  // The first answer of a strategy is compared with nothing, and its fingerprints are taken when there is a second one.
  if (read.size === 0) return null;
  const systems = known.get(db) ?? new Map<string, Map<string, number>>();
  known.set(db, systems.set(systemId, read));
  return read;
};

/** These rows no longer are what the last answer said. */
export const forgetTrade = (db: DatabaseSync, systemId: string, tradeId: string): void => {
  known.get(db)?.get(systemId)?.delete(tradeId);
};

export const forgetTrades = (db: DatabaseSync, systemId: string): void => {
  known.get(db)?.delete(systemId);
};

export const forgetAllTrades = (db: DatabaseSync): void => {
  known.delete(db);
};

const readHashes = (db: DatabaseSync, systemId: string): Map<string, number> => {
  const { keys, columns } = writtenTrades;
  const hashes = new Map<string, number>();
  const rows = arrayRows(db, `SELECT ${[...keys, ...columns].join(', ')} FROM trades WHERE system_id = ?`, systemId);
  for (const row of rows) hashes.set(String(row[1]), rowHash(row));
  return hashes;
};
