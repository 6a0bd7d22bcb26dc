import type { DatabaseSync } from 'node:sqlite';
import type { CachedSignal } from './cached-signal.ts';
import { knownSignalRows } from './known-rows.ts';
import { number, numberOrNull, oneOf, oneOfOrNull, text, textOrNull, truth, type Row } from './row.ts';
import { rowHash } from './row-hash.ts';
import { upsert } from './upsert.ts';
import { words } from './words.ts';

/** A signal as a list gave it, without what the lists together say of it. */
export type ListedSignal = Omit<CachedSignal, 'inWorkingList' | 'unlisted'>;

const dead = "('traded', 'canceled', 'expired')";
/** Traded, canceled and expired are final (order-safety I1): a list that says otherwise afterwards is a stale one. */
const stays = `old.status IN ${dead} AND new.status NOT IN ${dead}`;
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
    'in_working',
    'unlisted',
  ],
  rules: {
    status: `CASE WHEN ${stays} THEN old.status ELSE new.status END`,
    status_text: `CASE WHEN ${stays} THEN old.status_text ELSE new.status_text END`,
    // The list of all signals (which gives 0) does not know whether one works: what the working list said stands.
    in_working: `CASE WHEN old.status IN ${dead} OR new.status IN ${dead} THEN 0
                 ELSE max(new.in_working, old.in_working) END`,
    unlisted: '0',
  },
  along: ['revision'],
} as const;

/** Of what is written next; only one thread writes. */
const nextRevision = (db: DatabaseSync, systemId: string): number => newestRevision(db, systemId) + 1;

/** Fingerprints that are kept of a strategy; the lists that are read again and again hold fewer signals. */
const mostKnown = 50_000;

/**
 * How many rows were new or different. `working`: these came from the working list. Within one transaction of the caller, who forgets
 * what is known of them when it fails.
 */
export const writeSignals = (
  db: DatabaseSync,
  systemId: string,
  signals: readonly ListedSignal[],
  working: boolean,
): number => {
  const write = upsert(db, table);
  const revision = nextRevision(db, systemId);
  const known = knownSignals(db, systemId);
  let changed = 0;
  for (const signal of signals) {
    const values = valuesOf(signal);
    if (!saysMore(known, signal.serviceId, rowHash(values), working)) continue;
    if (write([...values, Number(working), 0, revision])) changed += 1;
  }
  return changed;
};

const knownSignals = (db: DatabaseSync, systemId: string): Map<string, number> => {
  const known = knownSignalRows.of(db, systemId);
  if (known !== undefined && known.size < mostKnown) return known;
  return knownSignalRows.begin(db, systemId, new Map());
};

/**
 * Whether an answer can change the row. What a row becomes by an answer it stays by the same one again; that it stands in the list of all
 * signals as well says nothing more of one that stands in the working list (kept as a fingerprint below zero where only the first is known).
 */
const saysMore = (known: Map<string, number>, id: string, hash: number, working: boolean): boolean => {
  const last = known.get(id);
  if (last === hash || (!working && last === -1 - hash)) return false;
  known.set(id, working ? hash : -1 - hash);
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
];

/** Signals that worked and are not in this working list: unlisted until another list tells. How many left. */
export const leaveWorkingList = (db: DatabaseSync, systemId: string, stillThere: readonly string[]): number =>
  knownSignalRows.change(
    db,
    systemId,
    `UPDATE signals SET in_working = 0, unlisted = 1, revision = ? WHERE system_id = ? AND in_working = 1
     AND service_id NOT IN (SELECT value FROM json_each(?)) RETURNING service_id AS id`,
    [nextRevision(db, systemId), systemId, JSON.stringify(stillThere)],
  );

/** Signals posted in this window that were alive and are in neither list: unlisted. How many. */
export const leaveSlice = (
  db: DatabaseSync,
  systemId: string,
  slice: { readonly from: number; readonly to: number },
  listed: readonly string[],
): number =>
  knownSignalRows.change(
    db,
    systemId,
    `UPDATE signals SET unlisted = 1, revision = ?
     WHERE system_id = ? AND live = 1 AND in_working = 0 AND unlisted = 0
     AND posted_at BETWEEN ? AND ? AND service_id NOT IN (SELECT value FROM json_each(?)) RETURNING service_id AS id`,
    [nextRevision(db, systemId), systemId, slice.from, slice.to, JSON.stringify(listed)],
  );

/** When signals that live and stand in no working list were posted, newest first: where the other list is to be asked. */
export const looseTimes = (db: DatabaseSync, systemId: string): number[] =>
  db
    .prepare(
      `SELECT posted_at FROM signals
       WHERE system_id = ? AND live = 1 AND in_working = 0 AND posted_at IS NOT NULL ORDER BY posted_at DESC LIMIT 500`,
    )
    .all(systemId)
    .map((row) => number(row, 'posted_at'));

export const newestPosted = (db: DatabaseSync, systemId: string): number | null => {
  const row = db.prepare('SELECT max(posted_at) AS newest FROM signals WHERE system_id = ?').get(systemId);
  return row === undefined ? null : numberOrNull(row, 'newest');
};

/** All that live first, then the most recently changed. `live` leaves the dead out; a limit below zero is none. */
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

/** What was written after this revision. */
export const readSignalsSince = (db: DatabaseSync, systemId: string, revision: number): CachedSignal[] =>
  rowsSince(db, systemId, revision).map(signalOf);

/** The same, told apart: those that live, and the service ids of those that have ended. */
export const readLivesSince = (
  db: DatabaseSync,
  systemId: string,
  revision: number,
): { readonly live: readonly CachedSignal[]; readonly ended: readonly string[] } => {
  const rows = rowsSince(db, systemId, revision);
  const isLive = (row: Row): boolean => truth(row, 'live');
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
 * The stops that the working list shows as working, however many signals live. A parked one is waiting, and one of an
 * unknown status proves nothing; the working list itself may leave the status out.
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
  quantity: text(row, 'quantity'),
  symbol: text(row, 'symbol'),
  name: text(row, 'name'),
  instrument: oneOfOrNull(row, 'instrument', words.instrument),
  kind: oneOf(row, 'kind', words.kind),
  limit: textOrNull(row, 'limit_price'),
  stop: textOrNull(row, 'stop_price'),
  duration: oneOfOrNull(row, 'duration', words.duration),
  postedAt: numberOrNull(row, 'posted_at'),
  tradedAt: numberOrNull(row, 'traded_at'),
  canceledAt: numberOrNull(row, 'canceled_at'),
  expiredAt: numberOrNull(row, 'expired_at'),
  tradedPrice: textOrNull(row, 'traded_price'),
  openingTradeId: textOrNull(row, 'opening_trade_id'),
  closingTradeId: textOrNull(row, 'closing_trade_id'),
  ocaId: textOrNull(row, 'oca_id'),
  parentId: textOrNull(row, 'parent_id'),
  parkedUntil: numberOrNull(row, 'parked_until'),
  inWorkingList: truth(row, 'in_working'),
  unlisted: truth(row, 'unlisted'),
});
