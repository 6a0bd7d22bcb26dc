import type { Message } from '#contract/message.ts';
import { type DatabaseSync, type StatementSync } from 'node:sqlite';
import { backUpDatabase } from '#core/files/back-up.ts';
import type { ActRow } from '#core/acts/act-row.ts';
import { readActRow } from '#core/acts/read-act-row.ts';
import { DamagedRow } from '#core/files/durable-database.ts';
import type { ReservedSpace } from './reserved-space.ts';
import { CancelRow } from './cancel-row.ts';
import { migrateEvent, migrateOrder, migrateRun } from './earlier-rows.ts';
import type { FailPoint } from './fail-points.ts';
import { JournalMarks } from './journal-marks.ts';
import { IdConflict, type DrawId, type Journal, type NewOrder } from './journal.ts';
import { JournalError } from '#core/sending/journal-error.ts';
import { JournaledOrders } from './journaled-orders.ts';
import { reduce } from './lifecycle.ts';
import { OrderEvent } from './order-event.ts';
import { OrderRow } from './order-row.ts';
import { RunRow } from './run-row.ts';
import { seal, unsealer } from '#core/files/sealed.ts';

const maxDraws = 50;
const sqliteFull = 13;

const readOrder = unsealer(OrderRow, migrateOrder);
const readRun = unsealer(RunRow, migrateRun);
const readCancel = unsealer(CancelRow);
const readEvent = unsealer(OrderEvent, migrateEvent);

/**
 * The journal in its file. Memory follows the disk: a map changes only after the commit has
 * returned. There are exceptions. An order that is being created is in memory for the step that
 * follows, and is removed if the commit fails. A cancel and a mark of `JournalMarks` are in memory
 * even if they cannot be written.
 */
export class FileJournal implements Journal {
  readonly #database: DatabaseSync;
  readonly #reservedSpace: ReservedSpace;
  readonly #failPoint: FailPoint;
  /** Prepared statements by their text: preparing one takes as long as running it. */
  readonly #statements = new Map<string, StatementSync>();
  readonly #orders = new JournaledOrders();
  readonly #cancels = new Map<string, CancelRow>();
  readonly #acts = new Map<string, ActRow>();
  readonly #runs = new Map<string, RunRow>();
  readonly #intents = new Set<string>();
  readonly #marks: JournalMarks;
  #revision = 0;
  /**
   * The order whose creation is in the open transaction. It becomes durable with the next write.
   */
  #uncommitted: OrderRow | null = null;
  #problem: Message | null = null;

  /** Reads all orders, cancels, acts and runs; throws DamagedRow for one that cannot be trusted. */
  constructor(database: DatabaseSync, reservedSpace: ReservedSpace, failPoint: FailPoint) {
    this.#database = database;
    this.#reservedSpace = reservedSpace;
    this.#failPoint = failPoint;
    this.#load();
    this.#marks = new JournalMarks(database, (sql, ...values) => {
      this.#guarded(() => this.#transaction(() => this.#run(sql, ...values)));
    });
    if (!reservedSpace.reserve()) this.#problem = noRoom;
  }

  problem(): Message | null {
    return this.#problem;
  }

  retry(): boolean {
    if (this.#problem === null) return true;
    if (!this.#reservedSpace.reserve()) return false;
    try {
      this.#transaction(() =>
        this.#run(`INSERT INTO meta VALUES ('tries', 1) ON CONFLICT (name) DO UPDATE SET value = value + 1`),
      );
      this.#problem = null;
    } catch (error) {
      this.#problem = reasonOf(error);
    }
    return this.#problem === null;
  }

  orders(): Iterable<OrderRow> {
    return this.#orders.all();
  }

  openOrders(): Iterable<OrderRow> {
    return this.#orders.open();
  }

  order(rowId: string): OrderRow | undefined {
    return this.#orders.get(rowId);
  }

  cancels(): Iterable<CancelRow> {
    return this.#cancels.values();
  }

  knowsIntent(intentId: string): boolean {
    return this.#intents.has(intentId);
  }

  create(order: NewOrder, drawId: DrawId, next: (row: OrderRow) => void = () => undefined): OrderRow {
    if (this.#problem !== null) throw new JournalError(this.#problem);
    this.#failPoint('order.created.before');
    const row = this.#guarded(() => this.#begin(order, drawId));
    try {
      next(row);
    } finally {
      if (this.#uncommitted !== null) this.#guarded(() => this.#transaction(() => undefined));
    }
    const current = this.#orders.get(row.rowId);
    if (current === undefined) throw new JournalError(this.problem() ?? noRoom);
    return current;
  }

  apply(rowId: string, event: Exclude<OrderEvent, { type: 'created' }>): OrderRow {
    const before = this.#orders.get(rowId);
    if (!before) throw new Error(`no order ${rowId}`);
    const row = reduce(before, event);
    this.#failPoint(`order.${event.type}.before`);
    const write = () =>
      this.#transaction(() => {
        this.#addEvent(rowId, before.state, row.state, event);
        const { body, digest } = seal(row);
        const changed = this.#run('UPDATE orders SET body = ?, digest = ? WHERE row_id = ?', body, digest, rowId);
        if (changed !== 1) throw new DamagedRow(alteredRow('order', 'key'));
      });
    this.#guarded(write, { useReservedSpace: event.type !== 'slot-free' && event.type !== 'confirmed' });
    this.#orders.set(row);
    this.#failPoint(`order.${event.type}.written`);
    return row;
  }

  events(rowId: string): OrderEvent[] {
    return this.#database
      .prepare('SELECT body, digest FROM events WHERE row_id = ? ORDER BY seq')
      .all(rowId)
      .map((sealed) => trusted(readEvent(sealed), 'event'));
  }

  saveCancel(row: CancelRow): void {
    this.#cancels.set(row.cancelId, row);
    this.#intents.add(row.intentId);
    this.#failPoint('cancel.saved.before');
    const { body, digest } = seal(row);
    try {
      this.#guarded(
        () =>
          this.#transaction(() => {
            this.#run('INSERT OR IGNORE INTO intents VALUES (?, ?)', row.intentId, 'cancel');
            this.#run(
              'INSERT INTO cancels (cancel_id, body, digest) VALUES (?, ?, ?) ON CONFLICT (cancel_id) DO UPDATE SET body = excluded.body, digest = excluded.digest',
              row.cancelId,
              body,
              digest,
            );
          }),
        { useReservedSpace: true },
      );
    } catch (error) {
      // `problem` reports it. A cancel is sent even if it cannot be written down.
      if (!(error instanceof JournalError)) throw error;
    }
    this.#failPoint('cancel.saved.written');
  }

  acts(): Iterable<ActRow> {
    return this.#acts.values();
  }

  runs(): Iterable<RunRow> {
    return this.#runs.values();
  }

  saveAct(row: ActRow): void {
    this.#saveActOrRun(row, () => this.#acts.set(row.intentId, row));
  }

  saveRun(row: RunRow): void {
    this.#saveActOrRun(row, () => this.#runs.set(row.intentId, row));
  }

  /** Acts and runs share a table. */
  #saveActOrRun(row: ActRow | RunRow, putInMemory: () => void): void {
    this.#failPoint('act.saved.before');
    const { body, digest } = seal(row);
    const sql =
      'INSERT INTO acts (intent_id, body, digest) VALUES (?, ?, ?) ON CONFLICT (intent_id) DO UPDATE SET body = excluded.body, digest = excluded.digest';
    const write = () =>
      this.#transaction(() => {
        this.#run('INSERT OR IGNORE INTO intents VALUES (?, ?)', row.intentId, 'act');
        this.#run(sql, row.intentId, body, digest);
      });
    this.#guarded(write, { useReservedSpace: row.state !== 'SENDING' });
    putInMemory();
    this.#intents.add(row.intentId);
    this.#failPoint('act.saved.written');
  }

  reserveGroup(systemId: string, drawId: DrawId): string {
    if (this.#problem !== null) throw new JournalError(this.#problem);
    this.#failPoint('group.reserved.before');
    const id = this.#guarded(() => this.#transaction(() => this.#drawGroup(systemId, drawId)));
    this.#failPoint('group.reserved.written');
    return id;
  }

  recordPlace(place: string, profileId: string): ReadonlySet<string> {
    return this.#marks.recordPlace(place, profileId);
  }

  restoredAt(systemId: string): number | null {
    return this.#marks.restoredAt(systemId);
  }

  markChecked(systemId: string): void {
    this.#marks.markChecked(systemId);
  }

  size(): number {
    return this.#orders.size + this.#cancels.size + this.#acts.size + this.#runs.size;
  }

  revision(): number {
    return this.#revision;
  }

  async backUp(path: string): Promise<void> {
    await backUpDatabase(this.#database, path);
  }

  close(): void {
    this.#database.close();
  }

  /**
   * Calls `write`. On a full disk it deletes the reserved space once and calls `write` again, so
   * that evidence can still be written. Without `useReservedSpace` the write fails instead.
   */
  #guarded<Result>(write: () => Result, { useReservedSpace } = { useReservedSpace: false }): Result {
    try {
      return write();
    } catch (error) {
      if (!isDiskTrouble(error)) throw error;
      this.#problem = reasonOf(error);
      if (!useReservedSpace || errorCode(error) !== sqliteFull) throw new JournalError(this.#problem, { cause: error });
    }
    this.#reservedSpace.release();
    try {
      return write();
    } catch (error) {
      throw new JournalError(reasonOf(error), { cause: error });
    }
  }

  /** Commits all of the steps and a creation that is still open, or nothing. */
  #transaction<Result>(steps: () => Result): Result {
    if (this.#uncommitted === null) this.#database.exec('BEGIN IMMEDIATE');
    let result: Result;
    try {
      result = steps();
      this.#database.exec('COMMIT');
      this.#revision += 1;
    } catch (error) {
      this.#undo();
      throw error;
    }
    const created = this.#uncommitted !== null;
    this.#uncommitted = null;
    if (created) this.#failPoint('order.created.written');
    return result;
  }

  /** Inserts a row and its reservations in a transaction that the next write commits. */
  #begin(order: NewOrder, drawId: DrawId): OrderRow {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      this.#run('INSERT INTO intents VALUES (?, ?)', order.intentId, 'order');
      const ownId = this.#reserveIds(order, drawId);
      const nested = order.ticket.parent ? { parentOwnId: this.#draw(order, drawId) } : {};
      const row = this.#insert({ type: 'created', ...order, ...nested, ownId });
      this.#orders.set(row);
      this.#intents.add(row.rowId);
      this.#uncommitted = row;
      return row;
    } catch (error) {
      this.#undo();
      throw error;
    }
  }

  /** Rolls back, and removes the uncommitted order from memory. */
  #undo(): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    if (this.#uncommitted === null) return;
    this.#orders.delete(this.#uncommitted.rowId);
    this.#intents.delete(this.#uncommitted.rowId);
    this.#uncommitted = null;
  }

  #reserveIds(order: NewOrder, drawId: DrawId): string {
    const { systemId, ocaGroupId } = order.ticket;
    if (ocaGroupId !== null) this.#reserveGroupId(systemId, ocaGroupId, order.intentId);
    return this.#draw(order, drawId);
  }

  #draw({ ticket, intentId }: NewOrder, drawId: DrawId): string {
    for (let draw = 0; draw < maxDraws; draw++) {
      const ownId = drawId();
      if (this.#insertId(ticket.systemId, ownId, 'signal', intentId)) return ownId;
    }
    throw new Error('no unused own id was found');
  }

  /** An OCA group may be joined repeatedly, but must never have the id of a signal. */
  #reserveGroupId(systemId: string, id: string, rowId: string): void {
    if (this.#insertId(systemId, id, 'oca', rowId)) return;
    const known = this.#database.prepare('SELECT purpose FROM ids WHERE system_id = ? AND id = ?').get(systemId, id);
    if (known?.['purpose'] !== 'oca') throw new IdConflict(id);
  }

  #drawGroup(systemId: string, drawId: DrawId): string {
    for (let draw = 0; draw < maxDraws; draw++) {
      const id = drawId();
      if (this.#insertId(systemId, id, 'oca', '')) return id;
    }
    throw new Error('no unused group id was found');
  }

  #insertId(systemId: string, id: string, purpose: 'signal' | 'oca', rowId: string): boolean {
    return this.#run('INSERT OR IGNORE INTO ids VALUES (?, ?, ?, ?)', systemId, id, purpose, rowId) === 1;
  }

  #insert(event: Extract<OrderEvent, { type: 'created' }>): OrderRow {
    const row = reduce(null, event);
    const { body, digest } = seal(row);
    this.#run('INSERT INTO orders (row_id, body, digest) VALUES (?, ?, ?)', row.rowId, body, digest);
    this.#addEvent(row.rowId, 'DRAFT', row.state, event);
    return row;
  }

  #addEvent(rowId: string, from: string, to: string, event: OrderEvent): void {
    const { body, digest } = seal(event);
    const sql = 'INSERT INTO events (row_id, from_state, to_state, body, digest) VALUES (?, ?, ?, ?, ?)';
    this.#run(sql, rowId, from, to, body, digest);
  }

  /** Returns the number of changed rows. */
  #run(sql: string, ...values: (string | number)[]): number {
    return Number(this.#statement(sql).run(...values).changes);
  }

  #statement(sql: string): StatementSync {
    const cached = this.#statements.get(sql);
    if (cached !== undefined) return cached;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #load(): void {
    for (const sealed of this.#database.prepare('SELECT row_id, body, digest FROM orders ORDER BY rowid').iterate()) {
      const row = trusted(readOrder(sealed), 'order');
      if (sealed['row_id'] !== row.rowId) throw new DamagedRow(alteredRow('order', 'key'));
      this.#orders.set(row);
    }
    for (const sealed of this.#database
      .prepare('SELECT cancel_id, body, digest FROM cancels ORDER BY rowid')
      .iterate()) {
      const row = trusted(readCancel(sealed), 'cancel');
      if (sealed['cancel_id'] !== row.cancelId) throw new DamagedRow(alteredRow('cancel', 'key'));
      this.#cancels.set(row.cancelId, row);
    }
    for (const sealed of this.#database.prepare('SELECT intent_id, body, digest FROM acts ORDER BY rowid').iterate()) {
      const run = readRun(sealed);
      const act = readActRow(sealed);
      const { intentId } = trusted(run ?? act, 'act');
      if (sealed['intent_id'] !== intentId) throw new DamagedRow(alteredRow('act', 'key'));
      if (run) this.#runs.set(intentId, run);
      if (act) this.#acts.set(intentId, act);
    }
    for (const { intent_id: id } of this.#database.prepare('SELECT intent_id FROM intents').iterate()) {
      if (typeof id === 'string') this.#intents.add(id);
    }
  }
}

const noRoom: Message = { code: 'journal.no-room' };

function reasonOf(error: unknown): Message {
  if (errorCode(error) === sqliteFull) return noRoom;
  return { code: 'journal.not-written', reason: error instanceof Error ? error.message : '' };
}

/**
 * False for an error that is a bug of this program: a violated constraint (19), a bad statement (1)
 * or any error that is not from SQLite.
 */
function isDiskTrouble(error: unknown): boolean {
  const code = errorCode(error);
  return code !== null && code !== 19 && code !== 1;
}

function errorCode(error: unknown): number | null {
  const code = typeof error === 'object' && error !== null && 'errcode' in error ? error.errcode : null;
  return typeof code === 'number' ? code & 0xff : null;
}

function trusted<Value>(value: Value | null, kind: JournalRow): Value {
  if (value === null) throw new DamagedRow(alteredRow(kind, 'row'));
  return value;
}

type JournalRow = 'order' | 'event' | 'cancel' | 'act';

const alteredRow = (kind: JournalRow, part: 'row' | 'key'): Message => ({ code: 'fault.altered-row', of: kind, part });
