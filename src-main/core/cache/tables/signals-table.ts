import type { DatabaseSync } from 'node:sqlite';
import type { CachedSignal } from './cached-signal.ts';
import { optionColumn, optionOf } from './option-column.ts';
import { signalHashes } from './row-hashes.ts';
import {
  decimal,
  decimalOrNull,
  flag,
  number,
  numberOrNull,
  oneOf,
  oneOfOrNull,
  text,
  textOrNull,
  type Row,
} from '#core/sqlite/row.ts';
import { rowHash } from './row-hash.ts';
import { upsert } from './upsert.ts';
import { words } from './words.ts';

/** A signal as parsed from one list, without its combined list state. */
export type ListedSignal = Omit<CachedSignal, 'inWorkingList' | 'unlisted'>;

const finals: readonly CachedSignal['status'][] = ['traded', 'canceled', 'expired'];
const finalStatuses = `(${finals.map((status) => `'${status}'`).join(', ')})`;
/**
 * Filled, canceled and expired are final (order-safety I1). A list that contradicts this later is
 * stale.
 */
const contradictsFinal = `old.status IN ${finalStatuses} AND new.status NOT IN ${finalStatuses}`;
const table = {
  table: 'signals',
  keys: ['system_id', 'service_id'],
  columns: [
    'own_id',
    'status',
    'status_text',
    'action',
    'quantity',
    'symbol',
    'name',
    'instrument',
    'kind',
    'limit_price',
    'stop_price',
    'duration',
    'posted_at',
    'traded_at',
    'canceled_at',
    'expired_at',
    'traded_price',
    'opening_trade_id',
    'closing_trade_id',
    'oca_id',
    'parent_id',
    'parked_until',
    'option_terms',
    'in_working',
    'unlisted',
  ],
  rules: {
    status: `CASE WHEN ${contradictsFinal} THEN old.status ELSE new.status END`,
    status_text: `CASE WHEN ${contradictsFinal} THEN old.status_text ELSE new.status_text END`,
    // The list of all signals (which writes 0) does not show whether a signal is working, so the
    // value of the working list remains.
    in_working: `CASE WHEN old.status IN ${finalStatuses} OR new.status IN ${finalStatuses} THEN 0
                 ELSE max(new.in_working, old.in_working) END`,
    unlisted: '0',
  },
  writtenAlong: ['revision'],
} as const;

/** The revision of the next write. Only one thread writes. */
const nextRevision = (db: DatabaseSync, systemId: string): number => newestRevision(db, systemId) + 1;

/** The maximum number of hashes per strategy. Lists that are read repeatedly have fewer signals. */
const maxHashes = 50_000;

/**
 * Writes signals and returns how many rows were new or different. `working`: they are from the
 * working list. The caller runs this in a transaction, and forgets the hashes if the transaction
 * fails.
 */
export const writeSignals = (
  db: DatabaseSync,
  systemId: string,
  signals: readonly ListedSignal[],
  working: boolean,
): number => {
  const write = upsert(db, table);
  const revision = nextRevision(db, systemId);
  const hashes = hashesOf(db, systemId);
  let changed = 0;
  for (const signal of signals) {
    const values = valuesOf(signal);
    if (!canChangeRow(hashes, signal.serviceId, rowHash(values), working)) continue;
    if (write([...values, Number(working && !finals.includes(signal.status)), 0, revision])) changed += 1;
  }
  return changed;
};

const hashesOf = (db: DatabaseSync, systemId: string): Map<string, number> => {
  const hashes = signalHashes.of(db, systemId);
  if (hashes !== undefined && hashes.size < maxHashes) return hashes;
  return signalHashes.replace(db, systemId, new Map());
};

/**
 * Whether an answer can change the row. The same answer twice leaves it unchanged. The list of all
 * signals adds nothing to a row that the working list contains. A hash below zero marks a
 * row that only the list of all signals is known to contain.
 */
const canChangeRow = (hashes: Map<string, number>, id: string, hash: number, working: boolean): boolean => {
  const last = hashes.get(id);
  if (last === hash || (!working && last === -1 - hash)) return false;
  hashes.set(id, working ? hash : -1 - hash);
  return true;
};

const valuesOf = (one: ListedSignal): (string | number | null)[] => [
  one.systemId,
  one.serviceId,
  one.ownId,
  one.status,
  one.statusText,
  one.action,
  one.quantity,
  one.symbol,
  one.name,
  one.instrument,
  one.kind,
  one.limit,
  one.stop,
  one.duration,
  one.postedAt,
  one.tradedAt,
  one.canceledAt,
  one.expiredAt,
  one.tradedPrice,
  one.openingTradeId,
  one.closingTradeId,
  one.ocaId,
  one.parentId,
  one.parkedUntil,
  optionColumn(one),
];

/**
 * Marks as unlisted the working signals that are missing in this working list, until another list
 * shows them. Returns their number.
 */
export const unlistWorkingSignals = (db: DatabaseSync, systemId: string, listedIds: readonly string[]): number =>
  signalHashes.updateAndForget(
    db,
    systemId,
    `UPDATE signals SET in_working = 0, unlisted = 1, revision = ? WHERE system_id = ? AND in_working = 1
     AND service_id NOT IN (SELECT value FROM json_each(?)) RETURNING service_id AS id`,
    [nextRevision(db, systemId), systemId, JSON.stringify(listedIds)],
  );

/**
 * Marks as unlisted the live signals posted in this window that are neither in this answer of the
 * list of all signals nor in the working list. Returns their number.
 */
export const unlistSliceSignals = (
  db: DatabaseSync,
  systemId: string,
  slice: { readonly from: number; readonly to: number },
  listedIds: readonly string[],
): number =>
  signalHashes.updateAndForget(
    db,
    systemId,
    `UPDATE signals SET unlisted = 1, revision = ?
     WHERE system_id = ? AND live = 1 AND in_working = 0 AND unlisted = 0
     AND posted_at BETWEEN ? AND ? AND service_id NOT IN (SELECT value FROM json_each(?)) RETURNING service_id AS id`,
    [nextRevision(db, systemId), systemId, slice.from, slice.to, JSON.stringify(listedIds)],
  );

/**
 * Posting times of live signals outside the working list, newest first: the windows to read in the
 * list of all signals.
 */
export const unresolvedTimes = (db: DatabaseSync, systemId: string): number[] =>
  db
    .prepare(
      `SELECT posted_at FROM signals
       WHERE system_id = ? AND live = 1 AND in_working = 0 AND posted_at IS NOT NULL ORDER BY posted_at DESC LIMIT 500`,
    )
    .all(systemId)
    .map((row) => number(row, 'posted_at'));

/** The latest posting time of a signal, unix seconds. Null if no signal has one. */
export const newestPostingTime = (db: DatabaseSync, systemId: string): number | null => {
  const row = db.prepare('SELECT max(posted_at) AS newest FROM signals WHERE system_id = ?').get(systemId);
  return row === undefined ? null : numberOrNull(row, 'newest');
};

/**
 * Live signals first, then the most recently changed. `live` leaves ended ones out; a negative
 * limit means no limit.
 */
export const readSignals = (
  db: DatabaseSync,
  systemId: string,
  { scope, limit }: { readonly scope: 'live' | 'all'; readonly limit: number },
): CachedSignal[] =>
  db
    .prepare(
      `SELECT * FROM signals WHERE system_id = ?${scope === 'live' ? ' AND live = 1' : ''}
       ORDER BY live DESC, changed_at DESC, service_id DESC LIMIT ?`,
    )
    .all(systemId, limit)
    .map(signalOf);

/** Grows with each change of a signal of this strategy. */
export const newestRevision = (db: DatabaseSync, systemId: string): number => {
  const row = db.prepare('SELECT max(revision) AS newest FROM signals WHERE system_id = ?').get(systemId);
  return (row === undefined ? null : numberOrNull(row, 'newest')) ?? 0;
};

/** Signals written after this revision. */
export const readSignalsSince = (db: DatabaseSync, systemId: string, revision: number): CachedSignal[] =>
  rowsSince(db, systemId, revision).map(signalOf);

/** Signals written after this revision: the live ones, and the service ids of the ended ones. */
export const readChangesSince = (
  db: DatabaseSync,
  systemId: string,
  revision: number,
): { readonly live: readonly CachedSignal[]; readonly ended: readonly string[] } => {
  const rows = rowsSince(db, systemId, revision);
  const isLive = (row: Row): boolean => flag(row, 'live');
  return {
    live: rows.filter(isLive).map(signalOf),
    ended: rows.filter((row) => !isLive(row)).map((row) => text(row, 'service_id')),
  };
};

const rowsSince = (db: DatabaseSync, systemId: string, revision: number): Row[] =>
  db
    .prepare('SELECT * FROM signals WHERE system_id = ? AND revision > ? ORDER BY revision, service_id')
    .all(systemId, revision);

/**
 * All stops that the working list shows as working or without a status, without a limit. A parked
 * stop is left out, because it is pending, and so is a stop of unknown status.
 */
export const readWorkingStops = (db: DatabaseSync, systemId: string): CachedSignal[] =>
  db
    .prepare(
      `SELECT * FROM signals
       WHERE system_id = ? AND live = 1 AND kind = 'stop' AND unlisted = 0 AND in_working = 1
       AND (status = 'working' OR status_text = '')`,
    )
    .all(systemId)
    .map(signalOf);

export const readSignalsById = (db: DatabaseSync, systemId: string, serviceIds: readonly string[]): CachedSignal[] =>
  db
    .prepare(
      `SELECT * FROM signals WHERE system_id = ? AND service_id IN (SELECT value FROM json_each(?))
       ORDER BY service_id`,
    )
    .all(systemId, JSON.stringify(serviceIds))
    .map(signalOf);

export const signalOf = (row: Row): CachedSignal => ({
  systemId: text(row, 'system_id'),
  serviceId: text(row, 'service_id'),
  ownId: textOrNull(row, 'own_id'),
  status: oneOf(row, 'status', words.status),
  statusText: text(row, 'status_text'),
  action: oneOf(row, 'action', words.action),
  quantity: decimal(row, 'quantity'),
  symbol: text(row, 'symbol'),
  name: text(row, 'name'),
  instrument: oneOfOrNull(row, 'instrument', words.instrument),
  kind: oneOf(row, 'kind', words.kind),
  limit: decimalOrNull(row, 'limit_price'),
  stop: decimalOrNull(row, 'stop_price'),
  duration: oneOfOrNull(row, 'duration', words.duration),
  postedAt: numberOrNull(row, 'posted_at'),
  tradedAt: numberOrNull(row, 'traded_at'),
  canceledAt: numberOrNull(row, 'canceled_at'),
  expiredAt: numberOrNull(row, 'expired_at'),
  tradedPrice: decimalOrNull(row, 'traded_price'),
  openingTradeId: textOrNull(row, 'opening_trade_id'),
  closingTradeId: textOrNull(row, 'closing_trade_id'),
  ocaId: textOrNull(row, 'oca_id'),
  parentId: textOrNull(row, 'parent_id'),
  parkedUntil: numberOrNull(row, 'parked_until'),
  ...optionOf(row),
  inWorkingList: flag(row, 'in_working'),
  unlisted: flag(row, 'unlisted'),
});
