import { DatabaseSync } from 'node:sqlite';
import type { ActRow } from '#core/acts/act-row.ts';
import { readActRow } from '#core/acts/read-act-row.ts';
import { connectDurable, eachSealedRow } from '#core/files/durable-database.ts';
import { prepareTables } from '#core/files/durable-tables.ts';
import type { Row } from '#core/sqlite/row.ts';
import { CancelRow } from './cancel-row.ts';
import { migrateEvent, migrateOrder, migrateRun } from './earlier-rows.ts';
import { ConnectionRow } from './connection-row.ts';
import { journalFile } from './journal-schema.ts';
import { markRestored, restoredMark } from './journal-marks.ts';
import { IllegalTransition, reduce } from './lifecycle.ts';
import { OrderEvent } from './order-event.ts';
import { OrderRow } from './order-row.ts';
import { RunRow } from './run-row.ts';
import { seal, unsealer, type Sealed } from '#core/files/sealed.ts';

const readOrder = unsealer(OrderRow, migrateOrder);
const readRun = unsealer(RunRow, migrateRun);
const readCancel = unsealer(CancelRow);
const readEvent = unsealer(OrderEvent, migrateEvent);
const readConnection = unsealer(ConnectionRow);

type JournalStep = { readonly rowId: string; readonly from: string; readonly to: string; readonly event: OrderEvent };

type Found = {
  readonly orders: Map<string, OrderRow>;
  readonly cancels: Map<string, CancelRow>;
  readonly acts: Map<string, ActRow | RunRow>;
  readonly connections: Map<string, ConnectionRow>;
  events: JournalStep[];
  readonly ids: { systemId: string; id: string; purpose: string; rowId: string }[];
  restoredAt: number | null;
  /** The number of rows, events and pages that were not read. */
  unread: number;
};

/**
 * Copies the readable part of a damaged journal into a new file. Each order is taken from its row.
 * If the row is lost or older than its events, it is rebuilt from the events. The damaged file is
 * opened for reading only. If `from` is a backup copy, `restoredAt` is the time of restoring,
 * otherwise null. `rows` is the number of orders, cancels, acts and runs that were copied.
 */
export function salvageJournal(
  from: string,
  to: string,
  restoredAt: number | null = null,
): { readonly rows: number; readonly unread: number } {
  const found = readAll(from);
  rebuildRows(found);
  if (restoredAt !== null) {
    found.restoredAt = restoredAt;
    for (const row of found.orders.values()) found.orders.set(row.rowId, markMaybeSentSince(found, row, restoredAt));
  }
  const rows = found.orders.size + found.cancels.size + found.acts.size;
  // A backup copy without rows is written too if all of it could be read: its journal was empty.
  if (rows > 0 || (restoredAt !== null && found.unread === 0)) writeAll(to, found);
  return { rows, unread: found.unread };
}

function readAll(path: string): Found {
  const found: Found = {
    orders: new Map(),
    cancels: new Map(),
    acts: new Map(),
    connections: new Map(),
    events: [],
    ids: [],
    restoredAt: null,
    unread: 0,
  };
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    forEachRow(database, 'orders', found, (sealed) => {
      const row = readOrder(sealed);
      if (row) found.orders.set(row.rowId, row);
      return row !== null;
    });
    forEachRow(database, 'cancels', found, (sealed) => {
      const row = readCancel(sealed);
      if (row) found.cancels.set(row.cancelId, row);
      return row !== null;
    });
    const version = versionOf(database);
    if (version >= 2) {
      forEachRow(database, 'acts', found, (sealed) => {
        const row = readRun(sealed) ?? readActRow(sealed);
        if (row) found.acts.set(row.intentId, row);
        return row !== null;
      });
    }
    if (version >= 3) {
      forEachRow(database, 'connections', found, (sealed) => {
        const row = readConnection(sealed);
        if (row) found.connections.set(row.profileId, row);
        return row !== null;
      });
    }
    forEachRow(database, 'events', found, (sealed) => addEvent(found, sealed));
    forEachRow(database, 'ids', found, (row) => addId(found, row));
    found.restoredAt = restoredMark(database);
  } finally {
    database.close();
  }
  return found;
}

/** A file before version 2 has no table of acts, a file before version 3 none of connections. */
const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.['user_version']);

/**
 * Reads the rows of a table in the order in which they were written. An altered row counts as
 * unread, and so does each page that stops the reading.
 */
function forEachRow(database: DatabaseSync, table: string, found: Found, addRow: (row: Row) => boolean): void {
  const seen = new Set<string>();
  const key =
    { orders: 'row_id', cancels: 'cancel_id', acts: 'intent_id', events: 'seq', ids: 'id', connections: 'profile_id' }[
      table
    ] ?? 'rowid';
  const sql = `SELECT * FROM ${table} NOT INDEXED ORDER BY ${sortColumnOf(table)}`;
  const add = (row: Row): void => {
    const id = `${String(row[key])} ${String(row['system_id'])}`;
    if (seen.has(id)) return;
    seen.add(id);
    if (!addRow(row)) found.unread += 1;
  };
  /** Rows behind an unreadable page, the last one first. */
  const rowsBehind: Row[] = [];
  const unreadPages = eachSealedRow(database, sql, (row, direction) => {
    if (direction === 'ASC') add(row);
    else rowsBehind.push(row);
  });
  for (const row of rowsBehind.toReversed()) add(row);
  found.unread += unreadPages;
}

const sortColumnOf = (table: string): string => (table === 'ids' ? 'system_id' : 'rowid');

function addEvent(found: Found, row: Row): boolean {
  const event = readEvent(row);
  const { row_id: rowId, from_state: from, to_state: to } = row;
  if (!event || typeof rowId !== 'string' || typeof from !== 'string' || typeof to !== 'string') return false;
  found.events.push({ rowId, from, to, event });
  return true;
}

function addId(found: Found, row: Row): boolean {
  const { system_id: systemId, id, purpose, row_id: rowId } = row;
  if (typeof systemId !== 'string' || typeof id !== 'string' || typeof rowId !== 'string') return false;
  if (purpose !== 'signal' && purpose !== 'oca') return false;
  found.ids.push({ systemId, id, purpose, rowId });
  return true;
}

/**
 * Rebuilds rows that are missing or older than their events. The digest of an event covers only its
 * body, not the columns with its row id and its states. If these do not follow from the events
 * before it, the event was altered or an earlier event is lost. The rebuilding of that row ends
 * there.
 */
function rebuildRows(found: Found): void {
  const rebuilt = new Map<string, OrderRow>();
  const broken = new Set<string>();
  const recorded = found.events;
  found.events = [];
  for (const step of recorded) {
    const after = broken.has(step.rowId) ? null : nextRow(rebuilt.get(step.rowId) ?? null, step);
    if (after) {
      rebuilt.set(step.rowId, after);
      found.events.push(step);
    } else {
      broken.add(step.rowId);
      found.unread += 1;
    }
  }
  for (const row of rebuilt.values()) {
    const known = found.orders.get(row.rowId);
    if (known && known.version >= row.version) continue;
    found.orders.set(row.rowId, found.unread > 0 ? markMaybeSent(found, row) : row);
  }
}

/** Applies the event of a step to the row; null if it does not fit the state of the row. */
function nextRow(row: OrderRow | null, { rowId, from, to, event }: JournalStep): OrderRow | null {
  if ((row?.state ?? 'DRAFT') !== from) return null;
  try {
    const after = reduce(row, event);
    return after.rowId === rowId && after.state === to ? after : null;
  } catch (error) {
    if (error instanceof IllegalTransition) return null;
    throw error;
  }
}

/**
 * An order whose last events may be lost may have been sent. Reconciliation looks for it, and it is
 * not offered for sending again.
 */
function markMaybeSent(found: Found, row: OrderRow): OrderRow {
  const at = row.changedAt;
  const newEvents: OrderEvent[] = [];
  if (row.state === 'HELD' || row.state === 'NOT_SENT') newEvents.push(...confirmedAgain(row, at));
  if (row.state === 'QUEUED' || newEvents.length > 0)
    newEvents.push({ type: 'slot-free', at, monotonic: 0, preExistingMatches: knownOthers(row) });
  return applyAll(found, row, newEvents);
}

/**
 * A copy does not contain what was sent after it was made. An order that was not sent, was in
 * flight or was believed absent may have been sent since. Reconciliation looks for it from the
 * earliest possible send on, and it is not offered for sending before that search has ended.
 */
function markMaybeSentSince(found: Found, row: OrderRow, now: number): OrderRow {
  const at = row.sentAt ?? row.changedAt;
  // Orders in these states were sent before the copy was made.
  const wasSent = row.state === 'SENDING' || row.state === 'PROBABLY_ABSENT';
  const reason = { code: wasSent ? 'lost.program-ended' : 'order.journal-restored' } as const;
  const outcomeUnknown: OrderEvent = { type: 'found-at-start', at: now, reason };
  const sendFacts = { at, monotonic: 0, preExistingMatches: knownOthers(row) };
  switch (row.state) {
    case 'HELD':
    case 'NOT_SENT':
      return applyAll(found, row, [...confirmedAgain(row, at), { type: 'slot-free', ...sendFacts }, outcomeUnknown]);
    case 'QUEUED':
      return applyAll(found, row, [{ type: 'slot-free', ...sendFacts }, outcomeUnknown]);
    case 'SENDING':
      return applyAll(found, row, [outcomeUnknown]);
    case 'PROBABLY_ABSENT':
      return applyAll(found, row, [{ type: 'resend-asked', at }, { type: 'sent-again', ...sendFacts }, outcomeUnknown]);
    default:
      return row;
  }
}

/**
 * Ids of records that are certainly other orders. The replaced order is among them, because it may
 * look the same as its replacement.
 */
const knownOthers = ({ cancelFirst, preExistingMatches, ticket }: OrderRow): string[] => {
  const replaced = ticket.replaces === null ? [] : [ticket.replaces.serviceId];
  return [...new Set([...preExistingMatches, ...replaced, ...(cancelFirst?.names ?? [])])];
};

/**
 * HELD or NOT_SENT → QUEUED. For a replacement in two steps, the lost events may have proved the
 * cancel of the old order and sent the new one. The row therefore counts as sent and is only looked
 * for.
 */
const confirmedAgain = (row: OrderRow, at: number): OrderEvent[] => [
  ...(row.cancelFirst?.proof === null
    ? [{ type: 'cancel-first-proved' as const, at, evidence: { rule: 'lost-part' as const } }]
    : []),
  { type: 'confirmed', at },
];

function applyAll(found: Found, row: OrderRow, newEvents: readonly OrderEvent[]): OrderRow {
  return newEvents.reduce((before, event) => {
    const after = reduce(before, event);
    found.events.push({ rowId: row.rowId, from: before.state, to: after.state, event });
    return after;
  }, row);
}

function writeAll(path: string, found: Found): void {
  const database = connectDurable(path);
  try {
    prepareTables(database, journalFile);
    database.exec('BEGIN IMMEDIATE');
    const run = (sql: string, ...values: string[]): void => void database.prepare(sql).run(...values);
    for (const row of found.orders.values()) writeOrder(run, row);
    for (const row of found.cancels.values()) {
      run('INSERT OR IGNORE INTO intents VALUES (?, ?)', row.intentId, 'cancel');
      run('INSERT INTO cancels (cancel_id, body, digest) VALUES (?, ?, ?)', row.cancelId, ...columnsOf(seal(row)));
    }
    for (const row of found.acts.values()) {
      run('INSERT OR IGNORE INTO intents VALUES (?, ?)', row.intentId, 'act');
      run('INSERT INTO acts (intent_id, body, digest) VALUES (?, ?, ?)', row.intentId, ...columnsOf(seal(row)));
    }
    for (const row of found.connections.values()) {
      run('INSERT INTO connections VALUES (?, ?, ?)', row.profileId, ...columnsOf(seal(row)));
    }
    for (const { rowId, from, to, event } of found.events) {
      const sql = 'INSERT INTO events (row_id, from_state, to_state, body, digest) VALUES (?, ?, ?, ?, ?)';
      run(sql, rowId, from, to, ...columnsOf(seal(event)));
    }
    for (const { systemId, id, purpose, rowId } of found.ids) {
      run('INSERT OR IGNORE INTO ids VALUES (?, ?, ?, ?)', systemId, id, purpose, rowId);
    }
    if (found.restoredAt !== null) markRestored(database, found.restoredAt);
    database.exec('COMMIT');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

function writeOrder(run: (sql: string, ...values: string[]) => void, row: OrderRow): void {
  run('INSERT INTO intents VALUES (?, ?)', row.rowId, 'order');
  run('INSERT INTO orders (row_id, body, digest) VALUES (?, ?, ?)', row.rowId, ...columnsOf(seal(row)));
  run('INSERT OR IGNORE INTO ids VALUES (?, ?, ?, ?)', row.ticket.systemId, row.ownId, 'signal', row.rowId);
}

const columnsOf = ({ body, digest }: Sealed): [string, string] => [body, digest];
