import type { DatabaseSync } from 'node:sqlite';
import { arrayRows } from './row.ts';

/**
 * What the last answers said of each trade, as fingerprints: most of an answer says again what is known, and then no row is
 * touched. Kept by the one connection that writes; a transaction that fails must forget.
 */
const known = new WeakMap<DatabaseSync, Map<string, Map<string, number>>>();

/** Fingerprints by trade id. */
export const knownTrades = (db: DatabaseSync, systemId: string): Map<string, number> => {
  const systems = known.get(db) ?? new Map<string, Map<string, number>>();
  known.set(db, systems);
  const found = systems.get(systemId) ?? readHashes(db, systemId);
  systems.set(systemId, found);
  return found;
};

export const forgetTrades = (db: DatabaseSync, systemId: string): void => {
  known.get(db)?.delete(systemId);
};

export const forgetAllTrades = (db: DatabaseSync): void => {
  known.delete(db);
};

const readHashes = (db: DatabaseSync, systemId: string): Map<string, number> =>
  new Map(
    arrayRows(db, 'SELECT trade_id, answer_hash FROM trades WHERE system_id = ?', systemId).map(([tradeId, hash]) => [
      String(tradeId),
      Number(hash),
    ]),
  );
