import type { DatabaseSync } from 'node:sqlite';
import { tradeFingerprints } from './row-fingerprints.ts';
import { arrayRows } from '#core/sqlite/row.ts';
import { rowFingerprint } from './row-fingerprint.ts';
import { writtenTrades } from './trades-columns.ts';

/**
 * Below this an answer is compared with the rows themselves: reading all of them would cost more.
 */
const manyTrades = 1_000;

/**
 * Fingerprints by trade id, before an answer of `count` trades is written; null when comparing the
 * rows is cheaper.
 */
export const tradeFingerprintsOf = (db: DatabaseSync, systemId: string, count: number): Map<string, number> | null => {
  const found = tradeFingerprints.of(db, systemId);
  if (found !== undefined || count < manyTrades) return found ?? null;
  const read = readFingerprints(db, systemId);
  // The first answer of a strategy is compared with nothing. Its fingerprints are computed at the
  // second one.
  return read.size === 0 ? null : tradeFingerprints.begin(db, systemId, read);
};

const readFingerprints = (db: DatabaseSync, systemId: string): Map<string, number> => {
  const { keys, columns } = writtenTrades;
  const fingerprints = new Map<string, number>();
  const rows = arrayRows(db, `SELECT ${[...keys, ...columns].join(', ')} FROM trades WHERE system_id = ?`, systemId);
  for (const row of rows) fingerprints.set(String(row[1]), rowFingerprint(row));
  return fingerprints;
};
