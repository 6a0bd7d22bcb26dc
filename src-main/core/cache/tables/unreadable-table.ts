import type { DatabaseSync } from 'node:sqlite';
import { couldBe, type UnreadableSignal } from '#core/unreadable-signal.ts';
import { flag, number, oneOfOrNull, text, textOrNull, numberOrNull, type Row } from '#core/sqlite/row.ts';
import { words } from './words.ts';

/**
 * The list of an answer. `slice`: the requested posting times, unix seconds; null for the working
 * list.
 */
type AnsweredList = {
  readonly systemId: string;
  readonly slice: { readonly from: number; readonly to: number } | null;
  /** How many records the answer had, readable or not. */
  readonly listedCount: number;
  /** Service ids of the readable records. */
  readonly readIds: readonly string[];
};

/** Replaces the records of earlier answers of the same list; returns true when they differ. */
export const writeUnreadable = (
  db: DatabaseSync,
  answer: AnsweredList,
  records: readonly UnreadableSignal[],
): boolean => {
  const { systemId, slice, listedCount, readIds } = answer;
  const before = JSON.stringify(readUnreadable(db, systemId));
  if (before === '[]' && records.length === 0) return false;
  if (slice === null) {
    db.prepare('DELETE FROM unreadable_signals WHERE system_id = ? AND from_at IS NULL').run(systemId);
  } else {
    db.prepare(
      `DELETE FROM unreadable_signals WHERE system_id = ?1 AND from_at IS NOT NULL
       AND (posted_at BETWEEN ?2 AND ?3 OR (posted_at IS NULL AND from_at >= ?2 AND to_at <= ?3))`,
    ).run(systemId, slice.from, slice.to);
  }
  // Deletes records that this list now has in readable form.
  db.prepare(
    `DELETE FROM unreadable_signals WHERE system_id = ?
     AND service_id IN (SELECT value FROM json_each(?)) AND (from_at IS NULL) = ?`,
  ).run(systemId, JSON.stringify(readIds), Number(slice === null));
  const insert = db.prepare('INSERT INTO unreadable_signals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  for (const one of records) {
    insert.run(
      systemId,
      slice?.from ?? null,
      slice?.to ?? null,
      listedCount,
      one.serviceId,
      one.ownId,
      one.symbol,
      one.action,
      one.postedAt,
      one.problem,
      one.raw,
      Number(one.contradicts),
    );
  }
  return JSON.stringify(readUnreadable(db, systemId)) !== before;
};

/**
 * A stored record. `listedCount` is the number of records in its list. `working` is true for the
 * working list.
 */
export type StoredUnreadable = UnreadableSignal & { readonly working: boolean; readonly listedCount: number };

/** Records of the working list first. */
export const readUnreadable = (db: DatabaseSync, systemId: string): StoredUnreadable[] =>
  db
    .prepare('SELECT * FROM unreadable_signals WHERE system_id = ? ORDER BY from_at IS NOT NULL, rowid')
    .all(systemId)
    .map(unreadableOf);

export const unreadableOf = (row: Row): StoredUnreadable => ({
  systemId: text(row, 'system_id'),
  serviceId: textOrNull(row, 'service_id'),
  ownId: textOrNull(row, 'own_id'),
  symbol: textOrNull(row, 'symbol'),
  action: oneOfOrNull(row, 'action', words.action),
  postedAt: numberOrNull(row, 'posted_at'),
  contradicts: flag(row, 'contradicts'),
  problem: text(row, 'problem'),
  raw: text(row, 'raw'),
  working: row['from_at'] === null,
  listedCount: number(row, 'listed'),
});

/**
 * Service ids of live signals that are missing in this list and may be one of its unreadable
 * records. The list does not prove that these signals are missing.
 */
export const possiblyListedIds = (
  db: DatabaseSync,
  systemId: string,
  listedIds: readonly string[],
  unreadable: readonly UnreadableSignal[],
): string[] => {
  if (unreadable.length === 0) return [];
  return db
    .prepare(
      `SELECT service_id, own_id, symbol, action, posted_at FROM signals
       WHERE system_id = ? AND live = 1 AND service_id NOT IN (SELECT value FROM json_each(?))`,
    )
    .all(systemId, JSON.stringify(listedIds))
    .filter((row) => unreadable.some((record) => couldBe(record, traitsOf(row, systemId))))
    .map((row) => text(row, 'service_id'));
};

const noIds: ReadonlySet<string> = new Set();

const traitsOf = (row: Row, systemId: string) => {
  const at = numberOrNull(row, 'posted_at');
  const action = oneOfOrNull(row, 'action', words.action) ?? 'BTO';
  return {
    systemId,
    serviceId: text(row, 'service_id'),
    ownId: textOrNull(row, 'own_id'),
    symbol: text(row, 'symbol'),
    action,
    posted: at === null ? null : { from: at, to: at },
    otherIds: noIds,
  };
};
